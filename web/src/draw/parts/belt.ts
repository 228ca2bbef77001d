import {
  angleOf,
  awayFromLine,
  directionOf,
  middle,
  minus,
  plus,
  times,
  type Vec,
} from "../numbers";
import { s } from "../svg";
import { path } from "../symbols";
import type { Drive } from "../things";
import { addDrive, readDrive, refuseDrive } from "./drives";
import type { Part, Tool } from "./part";

export const belt: Part<"belt"> = {
  kinds: ["belt"],
  elements: ["porthos:belt"],
  first: ["radius_a", "radius_b", "tension"],
  read: (reader, name) => readDrive("belt", reader, name),
  place: ({ sides: [a, b] }) => (a && b ? middle(a.place, b.place) : { x: 0, y: 0 }),
  away: (thing, place) =>
    Math.min(...strands(thing).map(([from, to]) => awayFromLine(from, to, place))),
  paint(thing, { at }) {
    const d = strands(thing)
      .map(([from, to]) => path([at(from), at(to)]))
      .join("");
    return [s("path", { class: "board-halo", d }), s("path", { class: "board-belt", d })];
  },
};

/** The two outer tangents of the discs. */
function strands({ sides: [a, b], radii }: Drive): readonly (readonly [Vec, Vec])[] {
  if (!a || !b) return [];
  const way = minus(b.place, a.place);
  const lean = Math.acos(
    Math.min(1, Math.max(-1, (radii[0] - radii[1]) / (Math.hypot(way.x, way.y) || 1))),
  );
  return [lean, -lean].map((turn) => {
    const out = directionOf(angleOf(way) + turn);
    return [plus(a.place, times(out, radii[0])), plus(b.place, times(out, radii[1]))] as const;
  });
}

export const beltTool: Tool<"belt"> = {
  ...{ id: "belt", key: "B", places: 2, group: "links", preview: "line" },
  icon: "M6.500 7.500h11a4.500 4.500 0 0 1 0 9h-11a4.500 4.500 0 0 1 0-9z|M6.500 10.500a1.500 1.500 0 1 0 .01 0zM17.500 10.500a1.500 1.500 0 1 0 .01 0z",
  refuse: refuseDrive,
  use: (model, drawing, places) => addDrive(model, drawing, "belt", places),
};
