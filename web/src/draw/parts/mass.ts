import { pinTo } from "../attach";
import { addSlider } from "../guide";
import type { ModelText } from "../model-text";
import { freshName } from "../names";
import { minus, pair, plus, turned, type Vec } from "../numbers";
import type { Target } from "../target";
import { s } from "../svg";
import { path } from "../symbols";
import type { Mass } from "../things";
import { bodyEnd, bodyFrame, moveCenter, planarBody } from "./body";
import { standOn } from "./contact";
import type { Part, Tool } from "./part";

export const mass: Part<"mass"> = {
  kinds: ["mass"],
  elements: [planarBody],
  first: ["m", "I"],
  read(reader, name) {
    const [width = 0.1, height = 0.06] = reader.list(reader.given(name, "size")) ?? [];
    return { kind: "mass", name, frame: reader.pose(name), size: { width, height } };
  },
  frame: bodyFrame,
  ends: ({ name, frame }) => [bodyEnd(name, frame)],
  place: ({ frame }) => frame,
  away({ frame, size }, place) {
    const { x, y } = turned(minus(place, frame), -frame.phi);
    return Math.hypot(
      Math.max(0, Math.abs(x) - size.width / 2),
      Math.max(0, Math.abs(y) - size.height / 2),
    );
  },
  paint(thing, { window, at }) {
    const size = {
      width: Math.max(thing.size.width, 22 / window.scale),
      height: Math.max(thing.size.height, 14 / window.scale),
    };
    const d = path(cornersOf({ ...thing, size }).map(at), true);
    return [s("path", { class: "board-halo", d }), s("path", { class: "board-mass", d })];
  },
  moveEnd: (model, _drawing, { name }, end, to) => moveCenter(model, name, end, to),
};

/** The corners of the rectangle, in the world. */
export function cornersOf({ frame, size }: Pick<Mass, "frame" | "size">): readonly Vec[] {
  const signs = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  return signs.map(([x, y]) => {
    const corner = { x: (x * size.width) / 2, y: (y * size.height) / 2 };
    return plus(frame, turned(corner, frame.phi));
  });
}

export const massTool: Tool<"mass"> = {
  ...{ id: "mass", key: "m", places: 1, group: "bodies" },
  icon: "M4.5 8h15v9h-15z|M12 11.2a1.3 1.3 0 1 0 .01 0z",
  use: (model, _drawing, [at]) => (at ? addMass(model, at) : ""),
};

/** A body that is not a rod. On a guide it slides, on a floor it stands, on another body it is pinned. */
export function addMass(model: ModelText, at: Target): string {
  if (at.line?.thing.kind === "slide") return addSlider(model, at.line.thing, at.place);
  const name = freshName(model, "mass");
  model.set(["components", name], { use: planarBody, start: { r: pair(at.place) } });
  const floor = at.line?.thing;
  if (floor?.kind === "floor") standOn(model, floor, name, at.place, 0.03);
  else pinTo(model, at, name);
  return name;
}
