import type { Tool } from "./part";
import { addRope, refuseRope, ropePart, wayAlong } from "./ropes";

const sides = ["a", "b"];

export const rope = ropePart({
  ...{ kind: "rope", first: ["length"], sides, strands: [[0, 1]], pulleys: [] },
});

export const ropeTool: Tool<"rope"> = {
  ...{ id: "rope", key: "R", places: 2, group: "links", preview: "line" },
  icon: "M3 18c5 0 4-12 9-12s4 12 9 12|M3 16.600a1.400 1.400 0 1 0 .01 0zM21 16.600a1.400 1.400 0 1 0 .01 0z",
  refuse: refuseRope,
  use: (model, _drawing, places) => addRope(model, "rope", sides, places, wayAlong(places)),
};
