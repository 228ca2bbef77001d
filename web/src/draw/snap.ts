import { firmest } from "./nodes";
import {
  angleOf,
  directionOf,
  distance,
  dot,
  middle,
  minus,
  nearestOn,
  plus,
  times,
  type Vec,
} from "./numbers";
import { lengthOf } from "./read";
import { componentOf, type Drawing, type Node, type Rod, type Slide } from "./things";

/** A place where something is put, and what is there already. */
export interface Target {
  readonly place: Vec;
  readonly node?: Node;
  /** A rod, and how far from its centre towards its tip; or a guide. */
  readonly line?: { readonly thing: Rod | Slide; readonly at: number };
}

export interface Snap extends Target {
  readonly kind: "point" | "line" | "angle" | "grid" | "free";
}

export interface SnapOptions {
  /** Side of the grid's squares, m. */
  readonly grid: number;
  /** Points are found within this distance, m. */
  readonly reach: number;
  /** The place from which a line is drawn. */
  readonly from?: Vec | undefined;
  /** Components that do not attract. */
  readonly without?: ReadonlySet<string>;
  /** Takes the place as it is. */
  readonly isFree?: boolean;
}

/** Angles to which lines snap, rad. */
const sector = Math.PI / 12;
/** They do so within this, rad. */
const tolerance = (2 * Math.PI) / 180;
/** A point of the grid as near as this share of a square comes before an angle. */
const nearGrid = 0.3;

/** Takes a place to a point, a line, an angle or the grid nearby. */
export function snap(at: Vec, drawing: Drawing, options: SnapOptions): Snap {
  if (options.isFree) return { kind: "free", place: at };
  return (
    toPoint(at, drawing, options) ??
    toLine(at, drawing, options) ??
    toAngle(at, options) ?? { kind: "grid", place: onGrid(at, options.grid) }
  );
}

export function onGrid({ x, y }: Vec, grid: number): Vec {
  const round = (value: number): number =>
    Number((Math.round(value / grid) * grid).toPrecision(9)) + 0;
  return { x: round(x), y: round(y) };
}

function toPoint(at: Vec, { nodes }: Drawing, { reach, without }: SnapOptions): Snap | null {
  let found: Node | null = null;
  for (const node of nodes) {
    if (node.sides.some((side) => without?.has(side.body) || without?.has(componentOf(side.offer))))
      continue;
    const away = distance(node.place, at);
    if (away <= reach && away < (found ? distance(found.place, at) : Infinity)) found = node;
  }
  return found && { kind: "point", place: found.place, node: found };
}

function toLine(at: Vec, { things }: Drawing, options: SnapOptions): Snap | null {
  let found: Snap | null = null;
  let least = 0.7 * options.reach;
  for (const thing of things) {
    if (options.without?.has(thing.name)) continue;
    const ends = lineOf(thing as Rod | Slide);
    if (!ends) continue;
    const { from, to } = ends;
    const place = plus(from, times(minus(to, from), nearestOn(from, to, at)));
    if (distance(place, at) > least) continue;
    least = distance(place, at);
    found = onLine(thing as Rod | Slide, place, options);
  }
  return found;
}

function lineOf(thing: Rod | Slide): { from: Vec; to: Vec } | null {
  if (thing.kind === "rod") return { from: thing.tail, to: thing.tip };
  if ((thing as Slide).kind !== "slide") return null;
  const half = times(thing.along, thing.length / 2);
  return { from: minus(thing.a.place, half), to: plus(thing.a.place, half) };
}

/** A place of a line, in steps of the grid from its middle; the middle itself attracts more. */
function onLine(thing: Rod | Slide, place: Vec, { grid, reach }: SnapOptions): Snap {
  const isRod = thing.kind === "rod";
  const begin = isRod ? middle(thing.tail, thing.tip) : thing.a.place;
  const along = isRod ? directionOf(thing.center.phi) : thing.along;
  const raw = dot(minus(place, begin), along);
  const half = (isRod ? lengthOf(thing) : thing.length) / 2;
  const stepped = Number((Math.round(raw / grid) * grid).toPrecision(9));
  const at = Math.abs(raw) < reach / 2 ? 0 : Math.abs(stepped) <= half ? stepped : raw;
  return { kind: "line", place: plus(begin, times(along, at)), line: { thing, at } };
}

/** On a ray at a multiple of 15 degrees the length is one of the grid. */
function toAngle(at: Vec, { from, grid }: SnapOptions): Snap | null {
  if (!from) return null;
  if (distance(onGrid(at, grid), at) < nearGrid * grid) return null;
  const way = minus(at, from);
  const angle = angleOf(way);
  const nearest = Math.round(angle / sector) * sector;
  if (Math.abs(angle - nearest) > tolerance) return null;
  const length = Math.round(dot(way, directionOf(nearest)) / grid) * grid;
  if (length <= 0) return null;
  return { kind: "angle", place: fromPolar(from, length, nearest) };
}

/** The place at a distance, m, in a direction, rad. */
export function fromPolar(from: Vec, length: number, angle: number): Vec {
  const place = plus(from, times(directionOf(angle), length));
  return { x: Number(place.x.toFixed(9)) + 0, y: Number(place.y.toFixed(9)) + 0 };
}

/** The body to which something at a target would be fixed; "" where there is none. */
export function bodyAt({ node, line }: Target): string {
  if (node) return firmest(node)?.body ?? "";
  return line?.thing.kind === "rod" ? line.thing.name : "";
}
