import { tidy } from "./numbers";
import { partOf } from "./parts/table";
import { firmest, isPin, type Node, type Side, type Thing } from "./things";

/** Places at which sides meet: the points of bodies, joined by pins. */
export function nodesOf(things: readonly Thing[]): readonly Node[] {
  const sides = new Map<string, Side>();
  const parent = new Map<string, string>();
  const find = (key: string): string => {
    const up = parent.get(key) ?? key;
    return up === key ? key : find(up);
  };
  const add = (side: Side): string => {
    const key = keyOf(side);
    if (!sides.has(key)) {
      sides.set(key, side);
      parent.set(key, key);
    }
    return key;
  };
  for (const thing of things) for (const side of partOf(thing).ends?.(thing) ?? []) add(side);
  const pins = things.filter(isPin);
  for (const { a, b } of pins) parent.set(find(add(a)), find(add(b)));
  const nodes = new Map<string, { sides: Side[]; pins: string[] }>();
  for (const [key, side] of sides) {
    const node = nodes.get(find(key)) ?? { sides: [], pins: [] };
    node.sides.push(side);
    nodes.set(find(key), node);
  }
  for (const { name, a } of pins) nodes.get(find(keyOf(a)))?.pins.push(name);
  return [...nodes.values()].flatMap((node) => {
    const side = firmest(node);
    return side ? [{ ...node, place: tidy(side.place) }] : [];
  });
}

function keyOf({ offer, at }: Side): string {
  const name = offer.replace(/\.frame$/, "");
  return `${name} ${at.x.toFixed(6)} ${at.y.toFixed(6)}`;
}
