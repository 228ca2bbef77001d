import { areaAt, heatBodyAt } from "./hit";
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
import {
  componentOf,
  lengthOf,
  terminalsOf,
  type Drawing,
  type Floor,
  type Node,
  type Rod,
  type Slide,
  type Thing,
} from "./things";
import type { Domain, Line, Target } from "./target";

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
  /** What attracts: joints and bodies, ends of circuit elements, or both. */
  readonly domain?: Domain;
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
  const area = areaAt(drawing, at, options.without);
  const warm = heatBodyAt(drawing, at);
  if (warm && options.domain === "heat") return { kind: "point", place: warm.at, heat: warm.name };
  const on = { ...(area ? { area } : {}), ...(warm ? { heat: warm.name } : {}) };
  if (options.isFree || options.domain === "free") return { kind: "free", place: at, ...on };
  const { domain = "mechanics" } = options;
  const isMechanical = domain === "mechanics" || domain === "both";
  const isElectric = domain === "circuit" || domain === "both";
  return (
    (isMechanical ? toPoint(at, drawing, options) : null) ??
    (isElectric ? toTerminal(at, drawing, options) : null) ??
    (isMechanical ? toLine(at, drawing, options) : null) ??
    toAngle(at, options) ?? { kind: "grid", place: onGrid(at, options.grid), ...on }
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

function toTerminal(at: Vec, drawing: Drawing, { reach }: SnapOptions): Snap | null {
  const near = terminalsOf(drawing)
    .filter(({ place }) => distance(place, at) <= reach)
    .sort((one, other) => distance(one.place, at) - distance(other.place, at))[0];
  return near ? { kind: "point", place: near.place, terminal: near.net } : null;
}

function toLine(at: Vec, { things }: Drawing, options: SnapOptions): Snap | null {
  let found: Snap | null = null;
  let least = 0.7 * options.reach;
  for (const thing of things) {
    if (options.without?.has(thing.name) || !isLine(thing)) continue;
    const { from, to } = endsOf(thing);
    const place = plus(from, times(minus(to, from), nearestOn(from, to, at)));
    if (distance(place, at) > least) continue;
    least = distance(place, at);
    found = onLine(thing, place, options);
  }
  return found;
}

function isLine(thing: Thing): thing is Line {
  return thing.kind === "rod" || thing.kind === "slide" || thing.kind === "floor";
}

/** The ends of a line. */
export function endsOf(thing: Line): { readonly from: Vec; readonly to: Vec } {
  if (thing.kind === "rod") return { from: thing.tail, to: thing.tip };
  const { origin, along } = axisOf(thing);
  const half = times(along, thing.length / 2);
  return { from: minus(origin, half), to: plus(origin, half) };
}

/** The middle of a line, and its direction. */
function axisOf(thing: Line): { readonly origin: Vec; readonly along: Vec } {
  if (thing.kind === "slide") return { origin: thing.a.place, along: thing.along };
  const along = directionOf(thing.frame.phi);
  return { origin: thing.kind === "rod" ? middle(thing.tail, thing.tip) : thing.frame, along };
}

/** A place of a line, in steps of the grid from its middle; the middle itself attracts more. */
function onLine(thing: Line, place: Vec, { grid, reach }: SnapOptions): Snap {
  const { origin, along } = axisOf(thing);
  const raw = dot(minus(place, origin), along);
  const half = (thing.kind === "rod" ? lengthOf(thing) : thing.length) / 2;
  const stepped = Number((Math.round(raw / grid) * grid).toPrecision(9));
  const at = Math.abs(raw) < reach / 2 ? 0 : Math.abs(stepped) <= half ? stepped : raw;
  return { kind: "line", place: plus(origin, times(along, at)), line: { thing, at } };
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
