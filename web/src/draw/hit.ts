import { distance, minus, nearestOn, plus, times, turned, type Vec } from "./numbers";
import { placeOf, type Drawing, type Node, type Thing } from "./things";

/** The smaller things lie on the larger ones. */
const order = ["motor", "pen", "force", "pin", "mass", "point", "spring", "damper", "rod", "slide"];

/** The thing at a place, within some metres of it. */
export function thingAt({ things }: Drawing, place: Vec, reach: number): Thing | undefined {
  const near = things
    .map((thing) => ({ thing, away: awayFrom(thing, place, reach) }))
    .filter(({ away }) => away <= reach)
    .map(({ thing, away }) => ({ thing, rank: order.indexOf(thing.kind), away }));
  near.sort((one, other) => one.rank - other.rank || one.away - other.away);
  return near[0]?.thing;
}

/** The place at which things meet that is nearest, within some metres. */
export function nodeAt({ nodes }: Drawing, place: Vec, reach: number): Node | undefined {
  const near = nodes.filter((node) => distance(node.place, place) <= reach);
  return near.sort((one, other) => distance(one.place, place) - distance(other.place, place))[0];
}

function awayFrom(thing: Thing, place: Vec, reach: number): number {
  switch (thing.kind) {
    case "rod":
      return awayFromLine(thing.tail, thing.tip, place);
    case "spring":
    case "damper":
      return awayFromLine(thing.a.place, thing.b.place, place);
    case "slide": {
      const half = times(thing.along, thing.length / 2);
      return awayFromLine(minus(thing.a.place, half), plus(thing.a.place, half), place);
    }
    case "mass": {
      const { x, y } = turned(minus(place, thing.frame), -thing.frame.phi);
      const { width, height } = thing.size;
      return Math.hypot(
        Math.max(0, Math.abs(x) - width / 2),
        Math.max(0, Math.abs(y) - height / 2),
      );
    }
    case "motor": // a ring around its joint
      return Math.abs(distance(thing.place, place) - 1.3 * reach);
    default:
      return distance(placeOf(thing), place);
  }
}

function awayFromLine(from: Vec, to: Vec, place: Vec): number {
  const share = nearestOn(from, to, place);
  return distance(plus(from, times(minus(to, from), share)), place);
}
