import { tidy } from "./numbers";
import type { Node, Pin, Side, Thing } from "./things";

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
  for (const thing of things) for (const side of ownSides(thing)) add(side);
  const pins = things.filter((thing): thing is Pin => thing.kind === "pin");
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

/** The points that a thing offers by itself. The centre of a rod is one only where something is fixed to it. */
function ownSides(thing: Thing): readonly Side[] {
  const at = { x: 0, y: 0 };
  switch (thing.kind) {
    case "rod": {
      const { name: body, tail, tip } = thing;
      return [
        { offer: `${body}.tail`, at, place: tail, body },
        { offer: `${body}.tip`, at, place: tip, body },
      ];
    }
    case "mass":
    case "point":
      return [{ offer: thing.name, at, place: thing.frame, body: thing.frame.body }];
    default:
      return [];
  }
}

function keyOf({ offer, at }: Side): string {
  const name = offer.replace(/\.frame$/, "");
  return `${name} ${at.x.toFixed(6)} ${at.y.toFixed(6)}`;
}

/** The side of a node to which something new is fixed: the ground where it is there, else the first body's. */
export function firmest({ sides }: Pick<Node, "sides">): Side | undefined {
  return sides.find(({ body }) => body === "ground") ?? sides[0];
}
