import type { Scene } from "../engine/types";
import type { Experiment } from "./experiment";
import { withPose, type Grip } from "./hand-text";

/** What a search for a pose needs of an experiment. */
export type Posed = Pick<Experiment, "client" | "source" | "settings" | "description">;

export interface FoundPose {
  /** Values of all positions. */
  readonly starts: Record<string, number>;
  /** The place of the held point after the move, m. */
  readonly place: readonly number[];
}

/** A pose counts as nearer if its distance is below this share of the previous one. */
const nearer = 0.98;
/** Shares of the way to try if its end cannot be reached directly. */
const shares = [1, 0.5, 0.2, 0.05];

/**
 * A start in which a point at `from` has moved towards `to`: as far as possible in this direction,
 * with the smallest change of all positions in the metric of the masses. null if it comes no
 * nearer.
 */
export async function solvePose(
  experiment: Posed,
  grip: Grip,
  from: readonly number[],
  to: readonly number[],
): Promise<FoundPose | null> {
  const way = to.map((x, axis) => x - (from[axis] ?? 0));
  const length = Math.hypot(...way);
  const posed = withPose(experiment.source, grip);
  if (!posed || length === 0) return null;
  for (const share of shares) {
    const set: Record<string, number> = { ...experiment.settings.set };
    posed.place.forEach((name, axis) => (set[name] = (from[axis] ?? 0) + share * way[axis]!));
    posed.direction.forEach((name, axis) => (set[name] = way[axis]! / length));
    const found = await startOf(experiment, posed.source, set, grip);
    if (found && distance(found.place, to) < nearer * length) return found;
  }
  return null;
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((x, axis) => x - (other[axis] ?? 0)));
}

async function startOf(
  experiment: Posed,
  source: Experiment["source"],
  set: Record<string, number>,
  grip: Grip,
): Promise<FoundPose | null> {
  const { description, settings } = experiment;
  const { inputs, starts = {} } = settings;
  let columns: readonly string[] = [];
  let body = -1;
  let found: FoundPose | null = null;
  const end = await experiment.client.run(
    source,
    { set, inputs, starts, until: 0 },
    {
      onStart: ({ columns: all, scene }) => {
        columns = all.map(({ name }) => name);
        body = indexOf(scene, grip.body);
      },
      onChunk: ({ rows, poses }) => {
        const positions = (description?.states ?? []).filter(({ kind }) => kind === "position");
        const values = positions.map(({ name }) => [name, rows[columns.indexOf(name)] ?? NaN]);
        found = {
          starts: Object.fromEntries(values) as Record<string, number>,
          place: pointOf(poses.subarray(12 * body, 12 * body + 12), grip.point),
        };
      },
    },
    new AbortController().signal,
  );
  return end.outcome === "finished" ? found : null;
}

function indexOf({ bodies }: Scene, name: string): number {
  return bodies.findIndex((body) => body.name === name);
}

/** Position and rotation matrix, column by column, of a body; a point of it in the world. */
function pointOf(pose: Float64Array, point: readonly number[]): readonly number[] {
  return point.map((_, axis) =>
    point.reduce((sum, x, k) => sum + (pose[3 + 3 * k + axis] ?? 0) * x, pose[axis] ?? 0),
  );
}
