import { fixedFrame } from "../attach";
import { setPair, setNumber } from "../change-values";
import { say } from "../../words/drawing";
import { valueOf } from "../formula";
import type { ModelText } from "../model-text";
import { freshName } from "../names";
import {
  angleOf,
  angleText,
  awayFromLine,
  distance,
  middle,
  minus,
  pair,
  plus,
  rounded,
  times,
  directionOf,
  type Vec,
} from "../numbers";
import type { Target } from "../target";
import { ground, line } from "../symbols";
import type { Floor } from "../things";
import { removeDrawn } from "./body";
import { fixedFrameOf } from "./ground";
import type { Part, Tool } from "./part";

export const floor: Part<"floor"> = {
  kinds: ["floor"],
  elements: [fixedFrame],
  placed: { at: { of: "point", side: "a" }, angle: { of: "angle", side: "a" } },
  depth: 2,
  read(reader, name) {
    const frame = reader.frame(name);
    const on = reader.side(name, "a");
    const rails = reader.drawnWith(name, "rail")?.shapes ?? [];
    const rail = rails.find(({ type }) => type === "rail");
    const [from, to] = [reader.place(rail?.["from"]), reader.place(rail?.["to"])];
    if (!frame || on?.body !== "ground" || !from || !to) return null;
    return { kind: "floor", name, frame, length: distance(from, to), on: { ...on, place: frame } };
  },
  frame: fixedFrameOf,
  place: ({ frame }) => frame,
  extent: (thing) => floorEnds(thing),
  away: (thing, place) => awayFromLine(...floorEnds(thing), place),
  paint(thing, { at }) {
    const [from, to] = floorEnds(thing);
    return [line("board-halo", at(from), at(to)), ground(at(from), at(to))];
  },
  remove: (model, { name }) => removeDrawn(model, name),
  fields: (_model, { name, frame }) => [
    {
      ...{ id: "angle", group: "main", label: say.place.angle, unit: "°", isNumber: true },
      value: String(rounded((frame.phi * 180) / Math.PI, 4)),
      set(model, to) {
        const degrees = valueOf(to, () => undefined) ?? 0;
        setNumber(
          model,
          ["components", name, "parameters", "angle"],
          angleText((degrees * Math.PI) / 180),
        );
      },
    },
    ...(["x", "y"] as const).map((axis) => ({
      ...{ id: axis, group: "main" as const, label: say.place[axis], unit: "m", isNumber: true },
      value: String(rounded(frame[axis], 6)),
      set(model: ModelText, to: number | string) {
        const at = { x: frame.x, y: frame.y, [axis]: valueOf(to, () => undefined) ?? frame[axis] };
        setPair(model, ["components", name, "parameters", "at"], at);
      },
    })),
  ],
};

function floorEnds({ frame, length }: Floor): readonly [Vec, Vec] {
  const half = times(directionOf(frame.phi), length / 2);
  return [minus(frame, half), plus(frame, half)];
}

export const floorTool: Tool<"floor"> = {
  ...{ id: "floor", key: "h", places: 2, group: "joints", preview: "line" },
  icon: "M2.500 10.500L21.500 15.500M5 15.500l2.500-3.500M10 17l2.500-3.700M15 18l2.500-3.500M13 8.500a3.500 3.500 0 1 0-6.500-1.700",
  use: (model, _drawing, [from, to]) => (from && to ? addFloor(model, from, to.place) : ""),
};

/** A line of the ground that bodies may touch from above. */
export function addFloor(model: ModelText, { place: from }: Target, to: Vec): string {
  const [left, right] = from.x <= to.x ? [from, to] : [to, from];
  const angle = angleText(angleOf(minus(right, left)), 11);
  const half = rounded(distance(left, right) / 2, 4);
  const name = freshName(model, angle === 0 ? "floor" : "slope");
  model.set(["components", name], {
    ...{ use: fixedFrame, between: { a: "ground" } },
    parameters: { at: pair(middle(left, right)), ...(angle === 0 ? {} : { angle }), size: 0.001 },
  });
  const rail = { type: "rail", from: [-half, 0], to: [half, 0], width: 0.02 };
  model.append(["view", "bodies"], {
    ...{ name, role: "ground", position: `${name}.frame.r`, angle: `${name}.frame.phi` },
    shapes: [rail],
  });
  return name;
}
