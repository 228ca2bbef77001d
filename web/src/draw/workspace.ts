import { linkageOf, type Linkage } from "./linkage";
import { distance, type Vec } from "./numbers";
import { bodiesOf, isPin, type Body, type Drawing, type Side } from "./things";

/** The places that a point of a mechanism reaches, as squares of a grid whose middles it reaches. */
export interface Workspace {
  /** Side of the squares, m. */
  readonly side: number;
  readonly middles: readonly Vec[];
}

/** Squares across the longest reach. */
const across = 48;
/** Joints count as closed, and places as reached, below this gap, m. */
const reached = 1e-7;
const neighbours: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

/**
 * Goes from square to square, each time from the poses of the square before, and keeps those that the point reaches. What
 * only another way of closing the loops would reach is left out. Yields after each square what was found so far.
 */
export function* sweepWorkspace(drawing: Drawing, on: Side): Generator<Workspace, void> {
  const linkage = freeLinkage(drawing);
  if (!linkage) return;
  const point = linkage.pointOf(on);
  const home = linkage.placeOf(point);
  const side = (2 * (reachesOf(drawing).get(on.body) || 0.1)) / across;
  const middleOf = ([i, j]: readonly [number, number]): Vec => ({
    x: home.x + i * side,
    y: home.y + j * side,
  });
  const seen = new Set(["0,0"]);
  const middles: Vec[] = [home];
  const open: { readonly cell: readonly [number, number]; readonly x: Float64Array }[] = [
    { cell: [0, 0], x: linkage.x.slice() },
  ];
  for (let next = open.shift(); next && middles.length < across * across; next = open.shift()) {
    for (const [di, dj] of neighbours) {
      const cell = [next.cell[0] + di, next.cell[1] + dj] as const;
      if (seen.has(cell.join())) continue;
      linkage.x = next.x.slice();
      if (linkage.reach(point, middleOf(cell)) > reached) continue; // perhaps from another square
      seen.add(cell.join());
      middles.push(middleOf(cell));
      open.push({ cell, x: linkage.x.slice() });
    }
    yield { side, middles };
  }
}

/** Whether a point can be led over an area. */
export function hasWorkspace(drawing: Drawing, on: Side): boolean {
  return on.body !== "ground" && freeLinkage(drawing) !== null;
}

/** A linkage with two or more free motions that its joints allow now; null where there is none. */
function freeLinkage(drawing: Drawing): Linkage | null {
  const linkage = linkageOf(drawing);
  const isClosed = linkage !== null && linkage.close() <= reached;
  return isClosed && linkage.freedom >= 2 && isHeld(drawing) ? linkage : null;
}

/** A body that nothing holds, or that slides, goes everywhere. */
function isHeld(drawing: Drawing): boolean {
  const reaches = reachesOf(drawing);
  return bodiesOf(drawing).every(({ name }) => reaches.has(name));
}

/** The farthest that each body gets from the ground over pins, m: the shortest of its ways. */
function reachesOf(drawing: Drawing): ReadonlyMap<string, number> {
  const spans = new Map(bodiesOf(drawing).map((body) => [body.name, spanOf(body)]));
  const reaches = new Map([["ground", 0]]);
  for (let isShorter = true; isShorter;) {
    isShorter = false;
    for (const pin of drawing.things.filter(isPin))
      for (const [from, to] of [
        [pin.a.body, pin.b.body],
        [pin.b.body, pin.a.body],
      ] as const) {
        const reach = (reaches.get(from) ?? Infinity) + (spans.get(to) ?? 0);
        if (reach >= (reaches.get(to) ?? Infinity)) continue;
        reaches.set(to, reach);
        isShorter = true;
      }
  }
  return reaches;
}

/** The largest distance of two points of a body, m. */
function spanOf(body: Body): number {
  if (body.kind === "rod") return distance(body.tail, body.tip);
  if (body.kind === "disc") return 2 * body.radius;
  return body.kind === "plate" ? spread(body.corners) : 0;
}

const spread = (corners: readonly Vec[]): number =>
  Math.max(...corners.map((one) => Math.max(...corners.map((other) => distance(one, other)))));
