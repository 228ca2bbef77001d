/** The tools of the board in space. */
export const spaceTools = [
  { id: "select", key: "v", icon: "M6 4l12 7.2-5.4 1.2L9.6 18z" },
  {
    id: "rod",
    key: "r",
    icon: "M6.6 17.4L17.4 6.6|M5.2 16.4a2.4 2.4 0 1 0 .01 0zM18.8 2.8a2.4 2.4 0 1 0 .01 0z",
  },
  { id: "box", key: "b", icon: "M4 8.500l8-4 8 4v8l-8 4-8-4zM4 8.500l8 4 8-4M12 12.500v8" },
  { id: "ball", key: "m", icon: "M12 4a8 8 0 1 0 .01 0zM4.500 12c4 3 11 3 15 0" },
  {
    id: "cylinder",
    key: "i",
    icon: "M5 6.500c0-3 14-3 14 0s-14 3-14 0v11c0 3 14 3 14 0v-11",
  },
  {
    id: "wheel",
    key: "h",
    icon: "M12 4a8 8 0 1 0 .01 0zM12 10.500a1.500 1.500 0 1 0 .01 0z|M3 21h18",
  },
  { id: "joint", key: "j", icon: "M4 18l6-6M14 10l6-6|M12 8.500a3.500 3.500 0 1 0 .01 0z" },
  {
    id: "spring",
    key: "s",
    icon: "M2.500 12h3l1.600-4.500 2.600 9 2.600-9 2.600 9 2.600-9L18.500 12h3",
  },
  {
    id: "damper",
    key: "d",
    icon: "M2.500 12H9M9 8.500v7M7 7h9.500M7 17h9.500M16.500 7v10M16.500 12h5",
  },
  {
    id: "motor",
    key: "q",
    icon: "M18.800 9.200A7.300 7.300 0 1 0 19.300 12M19.600 5v4.600H15|M12 10.200a1.800 1.800 0 1 0 .01 0z",
  },
  {
    id: "force",
    key: "f",
    icon: "M5 19L17.500 6.500M10.500 5.500h8v8|M5 17.200a1.800 1.800 0 1 0 .01 0z",
  },
] as const;

export type SpaceTool = (typeof spaceTools)[number]["id"];
