import { pinTo } from "../attach";
import { addGuided } from "../guide";
import type { ModelText } from "../model-text";
import {
  awayFromLine,
  distance,
  dot,
  middle,
  minus,
  pair,
  plus,
  rounded,
  times,
  turned,
  type Vec,
} from "../numbers";
import type { Target } from "../target";
import { guide, line } from "../symbols";
import type { Slide } from "../things";
import type { Part, Tool } from "./part";

export const slide: Part<"slide"> = {
  kinds: ["slide"],
  elements: ["porthos:slide"],
  first: ["friction_coefficient", "friction"],
  placed: {
    axis: { of: "direction", side: "a" },
    at_a: { of: "point", side: "a" },
    at_b: { of: "point", side: "b" },
    angle: { of: "angle", side: "a" },
  },
  depth: 2,
  read(reader, name) {
    const a = reader.side(name, "a", "at_a");
    const b = reader.side(name, "b", "at_b");
    if (!a || !b) return null;
    const axis = reader.pair(name, "axis") ?? { x: 1, y: 0 };
    const { phi } = reader.frame(a.offer) ?? { phi: 0 };
    const along = turned(times(axis, 1 / (Math.hypot(axis.x, axis.y) || 1)), phi);
    return { kind: "slide", name, a, b, along, length: reader.number(name, "length") ?? 0.2 };
  },
  place: ({ b }) => b.place,
  extent: endsOf,
  away: (thing, place) => awayFromLine(...endsOf(thing), place),
  paint(thing, { window, at }) {
    const { a, along } = thing;
    const far = times(along, (2 * (window.width + window.height)) / window.scale);
    const by = (way: Vec): Vec => at(plus(a.place, way));
    const ends = endsOf(thing).map(at) as [Vec, Vec];
    return [
      ...(a.body === "ground" ? [line("board-axis", by(times(far, -1)), by(far))] : []),
      line("board-halo", ...ends),
      guide(...ends, a.body === "ground"),
    ];
  },
};

/** A guide is around its origin, and reaches to a slider that is farther away. */
function endsOf({ a, b, along, length }: Slide): readonly [Vec, Vec] {
  const way = dot(along, minus(b.place, a.place));
  const isBeyond = Math.abs(way) > length / 2;
  const low = isBeyond && way < 0 ? way - length / 2 : -length / 2;
  const high = isBeyond && way > 0 ? way + length / 2 : length / 2;
  return [plus(a.place, times(along, low)), plus(a.place, times(along, high))];
}

export const slideTool: Tool<"slide"> = {
  ...{ id: "slide", key: "l", places: 2, group: "joints", preview: "line" },
  icon: "M2.5 17.5h19M8 8.5h8v6H8z|M12 10.2a1.3 1.3 0 1 0 .01 0z",
  use: (model, _drawing, [from, to]) => (from && to ? addSlide(model, from, to.place) : ""),
};

/** A guide on the ground with a slider on it. A body at its first end is pinned to the slider. */
export function addSlide(model: ModelText, from: Target, to: Vec): string {
  const way = minus(to, from.place);
  const isHeld = from.node !== undefined || from.line?.thing.kind === "rod";
  const origin = middle(from.place, to);
  const slider = addGuided(model, isHeld ? from.place : origin, {
    offer: "ground",
    origin,
    axis: pair(way),
    length: rounded(distance(from.place, to)),
  });
  if (isHeld) pinTo(model, from, slider);
  return slider;
}
