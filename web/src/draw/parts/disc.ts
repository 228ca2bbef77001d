import { pinTo } from "../attach";
import { isConstant, setNumber } from "../change-values";
import { valueOf } from "../formula";
import type { ModelText } from "../model-text";
import { freshName } from "../names";
import { directionOf, distance, pair, plus, rounded, times } from "../numbers";
import type { Target } from "../target";
import { s } from "../svg";
import { disc as circle, path } from "../symbols";
import type { Disc } from "../things";
import { say } from "../../words/drawing";
import { bodyEnd, bodyFrame, drawnRadius, moveCenter, planarBody, removeDrawn } from "./body";
import { standOn } from "./contact";
import type { Part, Tool } from "./part";

/** A disc of this radius hides the box that its element draws, m. */
const hubReach = 0.06;

export const disc: Part<"disc"> = {
  kinds: ["disc"],
  elements: [planarBody],
  first: ["m", "I"],
  depth: 1,
  read(reader, name) {
    const radius = drawnRadius(reader, name);
    return radius ? { kind: "disc", name, frame: reader.pose(name), radius } : null;
  },
  frame: bodyFrame,
  ends: ({ name, frame }) => [bodyEnd(name, frame)],
  place: ({ frame }) => frame,
  extent: ({ frame, radius: r }) => [plus(frame, { x: r, y: r }), plus(frame, { x: -r, y: -r })],
  away: ({ frame, radius }, place) => Math.max(0, distance(frame, place) - radius),
  paint({ frame, radius }, { window, at }) {
    const r = Math.max(5, radius * window.scale);
    const spoke = path([at(frame), at(plus(frame, times(directionOf(frame.phi), radius)))]);
    return [
      circle("board-halo-ring", at(frame), r + 3),
      circle("board-disc", at(frame), r),
      s("path", { class: "board-spoke", d: spoke }),
    ];
  },
  moveEnd: (model, _drawing, { name }, end, to) => moveCenter(model, name, end, to),
  remove: (model, { name }) => removeDrawn(model, name),
  fields: (_model, thing) => [
    {
      ...{ id: "radius", group: "main", label: say.radius, unit: "m", isNumber: true },
      value: String(rounded(thing.radius, 9)),
      set: (model, to) => setRadius(model, thing, valueOf(to, () => undefined) ?? thing.radius),
    },
  ],
};

/** Gives a disc a radius: in the drawing, in its inertia if that is that of a disc, and where it touches something. */
function setRadius(model: ModelText, { name, radius: before }: Disc, radius: number): void {
  if (radius <= 0) return;
  const bodies = (model.at("view", "bodies") ?? []) as readonly Record<string, unknown>[];
  const index = bodies.findIndex((body) => body["name"] === name);
  const shapes = bodies[index]?.["shapes"] as readonly Record<string, unknown>[] | undefined;
  shapes?.forEach(({ type }, at) => {
    if (type !== "cylinder") return;
    const shape = ["view", "bodies", String(index), "shapes", String(at)];
    model.set([...shape, "radius"], rounded(radius));
  });
  const [m, inertia] = ["m", "I"].map((one) => model.at("components", name, "parameters", one));
  const mass = m === undefined ? 1 : valueOf(m, () => undefined);
  const given = isConstant(inertia) ? valueOf(inertia, () => undefined) : undefined;
  if (mass !== undefined && given !== undefined && isNear(given, (mass * before ** 2) / 2))
    setNumber(model, ["components", name, "parameters", "I"], rounded((mass * radius ** 2) / 2, 9));
  for (const [other, component] of Object.entries(model.members("components"))) {
    const { between = {} } = component as { readonly between?: Record<string, unknown> };
    const parameters = model.members("components", other, "parameters");
    for (const key of ["radius", "radius_a", "radius_b"])
      if (
        between[key.at(-1) === "a" ? "a" : "b"] === name &&
        isNear(Number(parameters[key]), before)
      )
        setNumber(model, ["components", other, "parameters", key], rounded(radius));
  }
}

const isNear = (one: number, other: number): boolean => Math.abs(one / other - 1) < 1e-4;

export const discTool: Tool<"disc"> = {
  ...{ id: "disc", key: "i", places: 2, group: "bodies", preview: "circle" },
  icon: "M12 4a8 8 0 1 0 .01 0zM12 12l5.6-5.600|M12 10.600a1.400 1.400 0 1 0 .01 0z",
  use: (model, _drawing, [from, to]) =>
    from && to ? addDisc(model, from, distance(from.place, to.place)) : "",
};

/** A disc. On a point it is pinned, on a floor it is a wheel that stands on it. */
export function addDisc(model: ModelText, at: Target, radius: number): string {
  const name = freshName(model, at.line?.thing.kind === "floor" ? "wheel" : "disc");
  const r = rounded(radius, 4);
  model.set(["components", name], {
    use: planarBody,
    parameters: { I: rounded((r * r) / 2, 9), ...(r < hubReach ? { size: [r, r, r] } : {}) },
    start: { r: pair(at.place) },
  });
  const shape = { type: "cylinder", radius: r, height: 0.05, axis: "z", marked: true };
  model.append(["view", "bodies"], {
    ...{ name, role: "second", position: `${name}.r`, angle: `${name}.phi`, shapes: [shape] },
  });
  const floor = at.line?.thing;
  if (floor?.kind === "floor") standOn(model, floor, name, at.place, r, r);
  else pinTo(model, at, name);
  return name;
}
