import { distance, type Vec } from "./numbers";
import { layerOf, partOf } from "./parts/table";
import { isBody, isHeatBody, type Drawing, type HeatBody, type Node, type Thing } from "./things";

/** The thing at a place, within some metres of it. */
export function thingAt({ things }: Drawing, place: Vec, reach: number): Thing | undefined {
  const near = things
    .map((thing, order) => ({ thing, order, away: partOf(thing).away(thing, place, reach) }))
    .filter(({ away }) => away <= reach)
    .map((each) => ({ ...each, depth: partOf(each.thing).depth ?? 0 }));
  near.sort(
    (one, other) =>
      one.depth - other.depth ||
      layerOf(other.thing) - layerOf(one.thing) ||
      one.away - other.away ||
      other.order - one.order,
  );
  return near[0]?.thing;
}

/** The body that covers a place; undefined where there is none. */
export function areaAt(
  drawing: Drawing,
  place: Vec,
  without?: ReadonlySet<string>,
): string | undefined {
  return drawing.things.findLast(
    (thing) =>
      isBody(thing) &&
      thing.kind !== "rod" &&
      !without?.has(thing.name) &&
      partOf(thing).away(thing, place, 0) <= 0,
  )?.name;
}

/** The thermal component that covers a place. */
export function heatBodyAt(drawing: Drawing, place: Vec): HeatBody | undefined {
  return drawing.things
    .filter(isHeatBody)
    .find((thing) => partOf(thing).away(thing, place, 0) <= 0);
}

/** The place at which things meet that is nearest, within some metres. */
export function nodeAt({ nodes }: Drawing, place: Vec, reach: number): Node | undefined {
  const near = nodes.filter((node) => distance(node.place, place) <= reach);
  return near.sort((one, other) => distance(one.place, place) - distance(other.place, place))[0];
}
