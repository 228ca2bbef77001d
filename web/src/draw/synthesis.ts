import { exactly, distance, nearestOn, minus, plus, times, type Vec } from "./numbers";
import { setNumber } from "./change-values";
import { posesOf } from "./frames";
import { setPoses } from "./start-poses";
import { ModelText } from "./model-text";
import { readDrawing } from "./read";
import type { Poses } from "./reader";
import { pointCurves, sweepOf } from "./sweep";
import { lengthOf, thingNamed, thingsOf, type Drawing, type Pin } from "./things";

/** Most lengths that are searched at once. */
export const mostLengths = 4;
/** What a length that lets nothing move misses each point by, m. */
const missed = 10;

/** Lengths that bring the curve of a pen through points. */
export interface Wish {
  readonly text: string;
  readonly drawing: Drawing;
  readonly driver: Pin;
  readonly pen: string;
  /** m. */
  readonly goals: readonly Vec[];
  /** The rods whose lengths may change. */
  readonly rods: readonly string[];
}

export interface Found {
  /** m, in the order of the rods. */
  readonly lengths: readonly number[];
  /** The largest distance of a point from the curve, m, before and now. */
  readonly before: number;
  readonly now: number;
  /** Where the bodies are then. */
  readonly poses: Poses;
}

/** Searches lengths by least squares, by the method of Levenberg and Marquardt. null where nothing moves as it is. */
export async function findLengths(wish: Wish): Promise<Found | null> {
  const { drawing, rods } = wish;
  const initial = rods.map((name) => {
    const rod = thingNamed(drawing, name);
    return rod?.kind === "rod" ? lengthOf(rod) : 0;
  });
  const start = trial(wish, initial);
  if (!start || initial.length === 0 || wish.goals.length === 0) return null;
  const { levenbergMarquardt } = await import("ml-levenberg-marquardt");
  const rows = 2 * wish.goals.length;
  const { parameterValues } = levenbergMarquardt(
    { x: Array.from({ length: rows }, (_, row) => row), y: new Array<number>(rows).fill(0) },
    (lengths) => {
      const misses = trial(wish, lengths)?.misses;
      return (row) => {
        const miss = misses?.[row >> 1];
        return miss ? (row % 2 === 0 ? miss.x : miss.y) : missed;
      };
    },
    {
      initialValues: initial,
      minValues: initial.map((length) => length / 4),
      maxValues: initial.map((length) => 4 * length),
      ...{ gradientDifference: 1e-5, centralDifference: true, improvementThreshold: 1e-9 },
      ...{ damping: 1e-3, maxIterations: 60, errorTolerance: 1e-14 },
    },
  );
  const lengths = parameterValues.map(exactly);
  const end = trial(wish, lengths);
  if (!end || end.largest >= start.largest) return null;
  return { lengths, before: start.largest, now: end.largest, poses: end.poses };
}

/** Writes the lengths into a text. */
export function setLengths(
  model: ModelText,
  rods: readonly string[],
  { lengths, poses }: Found,
): void {
  rods.forEach((name, index) =>
    setNumber(model, ["components", name, "parameters", "length"], lengths[index] ?? 0),
  );
  setPoses(model, poses);
}

/** How the points miss the curve if the rods have some lengths; null where the crank cannot turn then. */
function trial(
  { text, drawing, driver, pen: name, goals, rods }: Wish,
  lengths: readonly number[],
): { misses: readonly Vec[]; largest: number; poses: Poses } | null {
  const model = new ModelText(text);
  rods.forEach((rod, index) =>
    setNumber(model, ["components", rod, "parameters", "length"], lengths[index] ?? 0),
  );
  const changed = readDrawing(model, posesOf(drawing));
  const pin = thingNamed(changed, driver.name);
  const pen = thingsOf(changed, "pen").find((each) => each.name === name);
  const sweep = pin?.kind === "pin" ? sweepOf(changed, pin) : null;
  if (!sweep || !pen) return null;
  const [x, y] = pointCurves(sweep, pen);
  const curve = (x?.values ?? []).map((value, row) => ({ x: value, y: y?.values[row] ?? 0 }));
  if (sweep.isWhole && curve[0]) curve.push(curve[0]);
  if (curve.length < 2) return null;
  const misses = goals.map((goal) => minus(nearestIn(curve, goal), goal));
  const largest = Math.max(...misses.map((miss) => Math.hypot(miss.x, miss.y)));
  return { misses, largest, poses: sweep.linkage.poses };
}

function nearestIn(curve: readonly Vec[], goal: Vec): Vec {
  let nearest = curve[0] ?? goal;
  curve.slice(1).forEach((to, index) => {
    const from = curve[index] ?? to;
    const place = plus(from, times(minus(to, from), nearestOn(from, to, goal)));
    if (distance(place, goal) < distance(nearest, goal)) nearest = place;
  });
  return nearest;
}
