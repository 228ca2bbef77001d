import type { Turn } from "../engine/client";

/**
 * A body held at one of its points: a spring and a damper between the point and the hand, whose
 * places are known at certain times. Between these times the hand is at rest.
 */
export interface Pull {
  /** Its name in the scene. */
  readonly body: string;
  /** In the axes of the body, m: 2 numbers in the plane, 3 in space. */
  readonly point: readonly number[];
  /** N/m */
  readonly stiffness: number;
  /** N s/m */
  readonly damping: number;
  /** [t, x, y] or [t, x, y, z], in s and m. */
  readonly path: readonly (readonly number[])[];
  /** Time of its release, s; missing while it is held. */
  readonly end?: number;
}

const axes = ["x", "y", "z"];

/** The name of a pull in the model text: of its port, and the prefix of its parameters. */
export type PullName = (index: number) => string;

/**
 * New values of the parameters of a pull after a number of steps of length h; null if nothing
 * changes.
 */
function valuesAt(
  pull: Pull,
  name: string,
  step: number,
  h: number,
): Record<string, number> | null {
  if (pull.end !== undefined && stepOf(pull.end, h) === step)
    return { [`${name}_k`]: 0, [`${name}_c`]: 0 };
  const index = pull.path.findLastIndex(([t = 0]) => stepOf(t, h) === step);
  const place = pull.path[index];
  if (!place) return null;
  const isFirst = pull.path.every(([t = 0]) => stepOf(t, h) >= step);
  return {
    ...(isFirst ? { [`${name}_k`]: pull.stiffness, [`${name}_c`]: pull.damping } : {}),
    ...Object.fromEntries(place.slice(1).map((value, axis) => [`${name}_${axes[axis]}`, value])),
  };
}

export function stepOf(t: number, h: number): number {
  return Math.round(t / h);
}

/** The intervention of pulls in a run after `done` steps of length h, and the steps until the next one. */
export function turnOf(pulls: readonly Pull[], name: PullName, done: number, h: number): Turn {
  const set: Record<string, number> = {};
  let next = Infinity;
  pulls.forEach((pull, index) => {
    Object.assign(set, valuesAt(pull, name(index), done, h));
    const times = [...pull.path.map(([t = 0]) => t), pull.end ?? Infinity];
    for (const t of times) {
      const step = stepOf(t, h);
      if (step > done) next = Math.min(next, step);
    }
  });
  return {
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(next < Infinity ? { steps: next - done } : {}),
  };
}

/** The part of the pulls before a time. */
export function before(pulls: readonly Pull[], t: number): Pull[] {
  return pulls
    .map((pull) => ({ ...pull, path: pull.path.filter(([at = 0]) => at < t) }))
    .filter(({ path }) => path.length > 0)
    .map((pull) => ({ ...pull, end: Math.min(pull.end ?? t, t) }));
}

/** Whether plain data, for example from a link, is a pull that has ended. */
export function isPull(given: unknown): given is Pull {
  if (typeof given !== "object" || given === null) return false;
  const pull = given as Record<string, unknown>;
  const isList = (list: unknown, length?: number): list is number[] =>
    Array.isArray(list) &&
    (length === undefined || list.length === length) &&
    list.every((x) => Number.isFinite(x));
  const { body, point, path } = pull;
  return (
    typeof body === "string" &&
    isList(point) &&
    (point.length === 2 || point.length === 3) &&
    ["stiffness", "damping", "end"].every((key) => Number.isFinite(pull[key])) &&
    Array.isArray(path) &&
    path.every((place) => isList(place, point.length + 1))
  );
}

/** The place of the hand at time t; null if nothing is held. */
export function placeAt({ path, end = Infinity }: Pull, t: number): readonly number[] | null {
  if (t >= end) return null;
  return path.findLast(([at = 0]) => at <= t)?.slice(1) ?? null;
}
