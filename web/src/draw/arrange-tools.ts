import { copyThings } from "./copies";
import type { ModelText } from "./model-text";
import { mirrorAt, shiftBy, turnAbout, type Motion } from "./motion";
import { angleOf, minus, times } from "./numbers";
import type { Choices, Tool } from "./parts/part";
import type { Drawing } from "./things";

/** Copies the selected things by each of some motions. Returns the names of all, the originals first. */
function copyBy(
  model: ModelText,
  drawing: Drawing,
  { selected }: Choices,
  motions: readonly Motion[],
): readonly string[] {
  return [
    ...selected,
    ...motions.flatMap((motion) => copyThings(model, drawing, selected, motion, true)),
  ];
}

const common = { group: "arrange", domain: "both", isOnce: true } as const;
const refuse: Tool["refuse"] = (_drawing, _places, { selected }) =>
  selected.length > 0 ? null : "selectFirst";

const mirror: Tool<"mirror"> = {
  ...{ ...common, id: "mirror", key: "X", places: 2, preview: "line", refuse },
  icon: "M12 3v3M12 8.500v3M12 14v3M12 19.500v2M9 7v10.500H3zM15 7v10.500h6z",
  use(model, drawing, [from, to], choices) {
    if (!from || !to) return "";
    const motion = mirrorAt(from.place, angleOf(minus(to.place, from.place)));
    return copyBy(model, drawing, choices, [motion]);
  },
};

const row: Tool<"row"> = {
  ...{ ...common, id: "row", key: "J", places: 2, preview: "line", refuse },
  icon: "M3 8.500h5v5H3zM9.500 8.500h5v5h-5zM16 8.500h5v5h-5zM3 18.500h17M17.500 16l2.500 2.500-2.500 2.500",
  use(model, drawing, [from, to], choices) {
    if (!from || !to) return "";
    const step = minus(to.place, from.place);
    const motions = steps(choices.number).map((k) => shiftBy(times(step, k)));
    return copyBy(model, drawing, choices, motions);
  },
};

const ring: Tool<"ring"> = {
  ...{ ...common, id: "ring", key: "O", places: 1, refuse },
  icon: "M10 2.500h4v4h-4zM17 13.500h4v4h-4zM3 13.500h4v4H3z|M12 11a1.500 1.500 0 1 0 .01 0z",
  use(model, drawing, [center], choices) {
    if (!center) return "";
    const { number } = choices;
    const motions = steps(number).map((k) => turnAbout(center.place, (2 * Math.PI * k) / number));
    return copyBy(model, drawing, choices, motions);
  },
};

/** 1, 2, ... for all copies but the original. */
const steps = (number: number): readonly number[] =>
  Array.from({ length: Math.max(0, number - 1) }, (_, index) => index + 1);

/** Tools that copy what is selected. */
export const arrangeTools = [mirror, row, ring] as const;
