/** Texts about groups and the order of what is drawn. */
export const groups = {
  make: "Group",
  open: "Open group",
  leave: "Leave group",
  dissolve: "Ungroup",
  whole: "Whole model",
  path: "Open group",
  content: "What is in it",
  none: "Select bodies or circuit elements: a group is made of these and of what joins them.",
  needed: "Select a group first.",
  stays: (name: string) => `${name} has formulas of its own, so it stays a component.`,
  dissolved: (name: string) => `${name} ungrouped.`,
  opened: (name: string) => `${name} is open. Esc leaves it.`,
  left: "The group is closed.",
  order: {
    front: "To the front",
    forward: "One forward",
    backward: "One backward",
    back: "To the back",
  },
};
