import type { Tool } from "./part";
import { addRope, refuseRope, ropePart, wayAlong } from "./ropes";

const sides = ["a", "pulley", "b"];

export const pulley = ropePart({
  ...{ kind: "pulley", first: ["length"], sides, pulleys: [1] },
  strands: [
    [0, 1],
    [1, 2],
  ],
});

export const pulleyTool: Tool<"pulley"> = {
  ...{ id: "pulley", key: "P", places: 3, group: "links", preview: "line" },
  icon: "M5.500 20V10a6.500 6.500 0 0 1 13 0v7M12 10V3.500|M12 8.500a1.500 1.500 0 1 0 .01 0z",
  refuse: refuseRope,
  use: (model, _drawing, places) => addRope(model, "pulley", sides, places, wayAlong(places)),
};
