import { isSame, pinTo, zero } from "../attach";
import { setNumber, setStart } from "../change-values";
import type { ModelText } from "../model-text";
import { freshName } from "../names";
import {
  awayFromLine,
  isInside,
  minus,
  pair,
  plus,
  polygon,
  rounded,
  turned,
  type Vec,
} from "../numbers";
import type { Target } from "../target";
import { s } from "../svg";
import { path } from "../symbols";
import type { Plate } from "../things";
import { bodyEnd, bodyFrame, moveCenter, planarBody, removeDrawn } from "./body";
import type { Part, Tool } from "./part";

export const plate: Part<"plate"> = {
  kinds: ["plate"],
  elements: [planarBody],
  first: ["m", "I"],
  depth: 1,
  read(reader, name) {
    const shapes = reader.drawnWith(name, "link")?.shapes ?? [];
    const corners = shapes.flatMap(({ type, from }) =>
      type === "link" ? (reader.place(from) ?? []) : [],
    );
    return corners.length < 3 ? null : { kind: "plate", name, frame: reader.pose(name), corners };
  },
  frame: bodyFrame,
  ends: (thing) => [
    ...outline(thing).map((place, index) => ({
      ...{ offer: thing.name, body: thing.name, place },
      at: thing.corners[index] ?? zero,
    })),
    bodyEnd(thing.name, thing.frame),
  ],
  place: ({ frame }) => frame,
  extent: (thing) => outline(thing),
  away(thing, place) {
    const corners = outline(thing);
    if (isInside(corners, place)) return 0;
    const sides = corners.map((corner, index) =>
      awayFromLine(corner, corners[(index + 1) % corners.length] ?? corner, place),
    );
    return Math.min(...sides);
  },
  paint(thing, { at }) {
    const d = path(outline(thing).map(at), true);
    return [s("path", { class: "board-halo", d }), s("path", { class: "board-plate", d })];
  },
  moveEnd(model, _drawing, thing, end, to) {
    const index = thing.corners.findIndex((corner) => isSame(corner, end.at));
    if (index < 0) return moveCenter(model, thing.name, end, to);
    const corners = outline(thing).map((corner, at) => (at === index ? to : corner));
    reshape(model, thing, corners);
    return true;
  },
  remove: (model, { name }) => removeDrawn(model, name),
};

/** The corners in the world. */
export function outline({ frame, corners }: Pick<Plate, "frame" | "corners">): readonly Vec[] {
  return corners.map((corner) => plus(frame, turned(corner, frame.phi)));
}

export const plateTool: Tool<"plate"> = {
  ...{ id: "plate", key: "q", places: "many", group: "bodies", preview: "line" },
  icon: "M4.500 17.500L10 5l10 7.500zM4.500 17.500L20 12.500|M4.500 16a1.500 1.500 0 1 0 .01 0zM10 3.500a1.500 1.500 0 1 0 .01 0zM20 11a1.500 1.500 0 1 0 .01 0z",
  refuse: (_drawing, places) =>
    places.length < 3 || polygon(places.map(({ place }) => place)).area < 1e-6 ? "tooShort" : null,
  use: (model, _drawing, places) => addPlate(model, places),
};

/** A plate of 1 kg with these corners. A corner on something is pinned to it. */
export function addPlate(model: ModelText, places: readonly Target[]): string {
  const name = freshName(model, "plate");
  const { area, center, moment } = polygon(places.map(({ place }) => place));
  const frame = { x: rounded(center.x), y: rounded(center.y) };
  const corners = places.map(({ place }) => minus(place, frame));
  model.set(["components", name], {
    ...{ use: planarBody, parameters: { I: rounded(moment / area, 9), size: [0.01, 0.01, 0.01] } },
    start: { r: pair(frame) },
  });
  model.append(["view", "bodies"], {
    ...{ name, role: "body", position: `${name}.r`, angle: `${name}.phi` },
    shapes: linksBetween(corners),
  });
  places.forEach((target, index) => pinCorner(model, target, name, corners[index] ?? zero));
  return name;
}

function pinCorner(model: ModelText, target: Target, name: string, at: Vec): void {
  const joint = pinTo(model, target, name);
  if (joint) model.set(["components", joint, "parameters", "at_b"], pair(at));
}

function linksBetween(corners: readonly Vec[]): readonly object[] {
  return corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return { type: "link", from: pair(corner), to: pair(next), width: 0.04, thickness: 0.01 };
  });
}

/** Gives a plate other corners in the world. Its joints stay on their corners, and its frame stays at the centre of mass. */
function reshape(model: ModelText, thing: Plate, to: readonly Vec[]): void {
  const { name, frame } = thing;
  const { area, center, moment } = polygon(to);
  if (area < 1e-6) return;
  const before = polygon(thing.corners);
  const local = (place: Vec): Vec => turned(minus(place, center), -frame.phi);
  const shift = turned(minus(frame, center), -frame.phi);
  for (const [joint, component] of Object.entries(model.members("components"))) {
    const { between = {} } = component as { readonly between?: Record<string, unknown> };
    for (const side of ["a", "b"] as const) {
      if (between[side] !== name) continue;
      const path = ["components", joint, "parameters", `at_${side}`];
      const [x = 0, y = 0] = (model.at(...path) ?? []) as readonly number[];
      const index = thing.corners.findIndex((corner) => isSame(corner, { x, y }));
      const corner = to[index];
      model.set(path, pair(corner ? local(corner) : plus({ x, y }, shift)));
    }
  }
  const index = (
    (model.at("view", "bodies") ?? []) as readonly Record<string, unknown>[]
  ).findIndex((body) => body["name"] === name);
  if (index >= 0)
    model.set(["view", "bodies", String(index), "shapes"], linksBetween(to.map(local)));
  const inertia = model.at("components", name, "parameters", "I");
  const share = Number(inertia) / (before.moment / before.area);
  if (Number.isFinite(share))
    setNumber(model, ["components", name, "parameters", "I"], rounded((share * moment) / area, 9));
  setStart(model, name, "r", pair(center));
}
