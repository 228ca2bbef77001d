import { isSame } from "./attach";
import { listOf, type ModelText, type Path } from "./model-text";
import { freshLetter, freshName } from "./names";
import { awayFromLine, distance, middle, pair, type Vec } from "./numbers";
import type { Target } from "./target";
import { isTwoPole, type Drawing } from "./things";

/** The node of a circuit at a target: that which is there, or a new one. */
export function netAt(model: ModelText, { terminal }: Target): string {
  if (terminal !== undefined) return terminal;
  const name = freshLetter(model);
  model.set(["components", name], { use: "porthos:node" });
  return name;
}

/** A circuit element between two places. The view keeps where it is. */
export function addElement(
  model: ModelText,
  base: string,
  use: string,
  [from, to]: readonly Target[],
  more: Readonly<Record<string, unknown>> = {},
  parameters?: Readonly<Record<string, unknown>>,
): string {
  if (!from || !to) return "";
  const between = { a: netAt(model, from), b: netAt(model, to), ...more };
  const name = freshName(model, base);
  model.set(["components", name], {
    ...{ use: `porthos:${use}`, between },
    ...(parameters ? { parameters } : {}),
  });
  model.append(["view", "bodies"], {
    ...{ name, role: "frame" },
    shapes: [{ type: "rod", from: pair(from.place), to: pair(to.place), radius: 0.006 }],
  });
  return name;
}

/** Makes one node of two: all that was at the second one is at the first one then. The ground stays the ground. */
export function joinNets(model: ModelText, one: string, other: string): string {
  if (one === other) return one;
  const [kept, gone] = other === "ground" ? [other, one] : [one, other];
  for (const [name, component] of Object.entries(model.members("components"))) {
    const { between = {} } = component as { readonly between?: Readonly<Record<string, unknown>> };
    for (const [side, offer] of Object.entries(between))
      if (offer === gone) model.set(["components", name, "between", side], kept);
  }
  model.remove(["components", gone]);
  return kept;
}

/** Where the view has the ends of a circuit element. */
export function drawnAt(model: ModelText, name: string): number {
  return listOf(model.at("view", "bodies")).findIndex((body) => {
    const [shape] = listOf(body["shapes"]);
    return body["name"] === name && body["position"] === undefined && shape?.["type"] === "rod";
  });
}

/** Where the view has an end of a circuit element: each of its shapes has two. */
export function endPath(model: ModelText, name: string, end: number): Path {
  const shape = ["view", "bodies", String(drawnAt(model, name)), "shapes", String(end >> 1)];
  return [...shape, end % 2 === 0 ? "from" : "to"];
}

/** Removes the drawing of a circuit element, and nodes at which nothing else ends. */
export function removeElement(model: ModelText, name: string, nets: readonly string[]): void {
  const index = drawnAt(model, name);
  if (index >= 0) model.remove(["view", "bodies", String(index)], 0);
  for (const net of nets) {
    const isUsed = Object.values(model.members("components")).some((component) =>
      Object.values((component as { readonly between?: object }).between ?? {}).includes(net),
    );
    if (!isUsed && model.at("components", net, "use") === "porthos:node")
      model.remove(["components", net]);
  }
}

/** Moves the ends of circuit elements at a place, or both ends of one element. */
export function moveEnds(
  model: ModelText,
  drawing: Drawing,
  isMoved: (place: Vec, name: string) => boolean,
  by: Vec,
): void {
  for (const { name, ends } of drawing.things.filter(isTwoPole))
    ends.forEach(({ place }, end) => {
      if (!isMoved(place, name)) return;
      const to = { x: place.x + by.x, y: place.y + by.y };
      model.set(endPath(model, name, end), pair(to));
    });
}

type Segment = readonly [Vec, Vec];

/**
 * Ways of wires between places of one node: each at right angles, all together about as short as they can be. A wire
 * goes along no element if there is another way.
 */
export function routesOf(
  places: readonly Vec[],
  elements: readonly Segment[] = [],
): readonly (readonly Vec[])[] {
  const open = places.filter(
    (place, index) => places.findIndex((each) => isSame(each, place)) === index,
  );
  const reached = open.splice(0, 1);
  const routes: (readonly Vec[])[] = [];
  while (open.length > 0) {
    const ways = reached.flatMap((from) => open.flatMap((to) => waysBetween(from, to)));
    const costs = ways.map((way) => lengthOf(way) + 1e3 * hindrances(way, elements));
    const best = ways[costs.indexOf(Math.min(...costs))];
    const to = best?.at(-1);
    if (!best || !to) break;
    open.splice(open.indexOf(to), 1);
    routes.push(best);
    reached.push(to);
    const corner = best.length === 3 ? best[1] : undefined;
    if (corner) reached.push(corner);
  }
  return routes;
}

/** A straight way, or the two ways with one corner; first the one along the upper edge: circuits hang from their supply. */
function waysBetween(from: Vec, to: Vec): readonly (readonly Vec[])[] {
  if (Math.abs(from.x - to.x) < 1e-9 || Math.abs(from.y - to.y) < 1e-9) return [[from, to]];
  const corners = [
    { x: to.x, y: from.y },
    { x: from.x, y: to.y },
  ].sort((one, other) => other.y - one.y);
  return corners.map((corner) => [from, corner, to]);
}

const lengthOf = (way: readonly Vec[]): number =>
  way.slice(1).reduce((sum, place, index) => sum + distance(place, way[index] ?? place), 0);

/** How many elements have a place on a way that is no end of theirs. */
function hindrances(way: readonly Vec[], elements: readonly Segment[]): number {
  const isOn = (place: Vec, [from, to]: Segment): boolean =>
    awayFromLine(from, to, place) < 1e-6 && !isSame(place, from) && !isSame(place, to);
  const pieces = way.slice(1).map((to, index): Segment => [way[index] ?? to, to]);
  return elements.filter((element) => {
    const [from, to] = element;
    const inside = middle(from, to);
    return pieces.some(
      (piece) =>
        piece.some((place) => isOn(place, element)) ||
        isOn(middle(...piece), element) ||
        awayFromLine(...piece, inside) < 1e-6,
    );
  }).length;
}

const prefixes = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
  [1e-12, "p"],
] as const;

/** A value with a prefix of its unit: 0.0047 F is 4.7 mF. */
export function withPrefix(value: number, unit: string): string {
  const size = Math.abs(value);
  const found = prefixes.find(([factor]) => size >= factor * (1 - 1e-9));
  const [factor, prefix] = value === 0 || !found ? [1, ""] : found;
  return `${Number((value / factor).toPrecision(4))} ${prefix}${unit}`;
}
