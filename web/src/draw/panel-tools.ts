import { say } from "../words/drawing";
import { distance } from "./numbers";
import type { Tool } from "./parts/part";

const common = { group: "panel", use: () => "" } as const;

/** Marks two points of the photograph whose distance is known. */
const photoScale: Tool<"photoScale"> = {
  ...{ ...common, id: "photoScale", key: "9", places: 2, domain: "free", preview: "line" },
  isOnce: true,
  icon: "M4 6v12M20 6v12M4 12h16M7 9l-3 3 3 3M17 9l3 3-3 3",
  mark({ photo }, [from, to]) {
    if (from && to) photo.mark([from.place, to.place]);
    return say.photo.marked;
  },
};

/** Shifts the photograph: a point of it to a place. */
const photoShift: Tool<"photoShift"> = {
  ...{ ...common, id: "photoShift", key: "0", places: 2, domain: "free", preview: "line" },
  isOnce: true,
  icon: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15.500 8a1.500 1.500 0 1 0 .01 0z",
  mark({ photo }, [from, to]) {
    if (from && to) photo.shift(from.place, to.place);
    return say.moved(say.photo.name);
  },
};

/** Points that the path of a pen is to meet; once more, and there is none. */
const goal: Tool<"goal"> = {
  ...{ ...common, id: "goal", key: "", places: 1, domain: "grid" },
  icon: "M12 4v16M4 12h16M12 7a5 5 0 1 0 .01 0z",
  mark(aside, [at]) {
    if (!at) return "";
    const others = aside.goals.filter((each) => distance(each, at.place) > 1e-6);
    aside.goals = others.length < aside.goals.length ? others : [...others, at.place];
    return say.goals.number(aside.goals.length);
  },
};

/** Tools that stand in panels. They change no text. */
export const panelTools = [photoScale, photoShift, goal] as const;
