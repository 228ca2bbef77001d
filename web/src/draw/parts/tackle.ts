import { distance } from "../numbers";
import type { Tool } from "./part";
import { addRope, refuseRope, ropePart } from "./ropes";

const sides = ["a", "b", "c"];
/** The strands of a new tackle, as its element has them. */
const strands = 4;

export const tackle = ropePart({
  ...{ kind: "tackle", first: ["n", "length"], sides, pulleys: [0, 1], count: "n" },
  strands: [
    [0, 1],
    [0, 2],
  ],
});

export const tackleTool: Tool<"tackle"> = {
  ...{ id: "tackle", key: "T", places: 3, group: "links", preview: "line" },
  icon: "M8.500 6v12M12 6v12M15.500 6v6M12 2.500V4M12 19.500v2|M7.500 4h9v3h-9zM7.500 16.500h9v3h-9z",
  refuse: refuseRope,
  use(model, _drawing, places) {
    const [fixed, moving, end] = places.map(({ place }) => place);
    if (!fixed || !moving || !end) return "";
    const length = strands * distance(fixed, moving) + distance(fixed, end);
    return addRope(model, "tackle", sides, places, length);
  },
};
