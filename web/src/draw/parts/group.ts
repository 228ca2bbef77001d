import type { Vec } from "../numbers";
import type { Thing } from "../things";
import { s } from "../svg";
import type { Part } from "./part";

/** What is done with the things in a group. */
interface Inner {
  partOf(thing: Thing): Part;
  placesOf(thing: Thing): readonly Vec[];
  layerOf(thing: Thing): number;
}

/** A component with a drawing of its own: it is painted and met as the things in it are. */
export const makeGroupPart = ({ partOf, placesOf, layerOf }: Inner): Part<"group"> => ({
  kinds: ["group"],
  depth: 1,
  place: ({ things }) => middleOf(things.flatMap(placesOf)),
  extent: ({ things }) => things.flatMap(placesOf),
  away: ({ things }, place, reach) =>
    Math.min(...things.map((thing) => partOf(thing).away(thing, place, reach))),
  paint: ({ things }, paper) =>
    [...things]
      .sort((one, other) => layerOf(one) - layerOf(other))
      .map((thing) => s("g", { class: `is-${thing.kind}` }, ...partOf(thing).paint(thing, paper))),
  branches: ({ things }) => things.flatMap((thing) => partOf(thing).branches?.(thing) ?? []),
});

/** The middle of the rectangle around some places. */
function middleOf(places: readonly Vec[]): Vec {
  const middle = (all: readonly number[]): number => (Math.min(...all) + Math.max(...all)) / 2;
  return { x: middle(places.map(({ x }) => x)), y: middle(places.map(({ y }) => y)) };
}
