import { boundedScene } from "../engine/bounded-scene";
import { Trajectory } from "../engine/trajectory";
import type { EngineClient, ModelSource, RunListener } from "../engine/client";
import type { RunOptions } from "../engine/types";
import type { Experiment } from "./experiment";

/** More poses would take long, and could not be told apart. */
const mostPoses = 150;
/** A found pose may differ from the measured values by this share of their range. */
const tolerance = 1e-3;
/** The engine changes all positions as little as it can; some repetitions bring the measured ones back. */
const mostRepetitions = 5;

export interface OwnMotion {
  readonly trajectory: Trajectory | null;
  /** The numbers of poses that were found, and of those that were tried. */
  readonly found: number;
  readonly all: number;
}

/**
 * The poses of the model at the times of measured positions. Positions without data follow from
 * the constraints, beginning with the previous pose.
 */
export async function ownMotion(
  experiment: Experiment,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<OwnMotion> {
  const { ownData, description, client, settings } = experiment;
  const { set, inputs } = settings;
  const positions = (description?.states ?? []).filter(({ kind }) => kind === "position");
  const isPosition = new Set(positions.map(({ name }) => name));
  const source = withoutFixed(experiment.source);
  const ask: Ask = (starts) =>
    startWith(client, source, { set, inputs, starts, until: 0 }, isPosition, signal);
  const measured = positions.flatMap(({ name }) => {
    const points = ownData.of(name);
    return points ? [{ name, points }] : [];
  });
  const times = measured[0]?.points.times ?? [];
  const rows = chosenRows(times, experiment.trajectory?.until ?? 0);
  let trajectory: Trajectory | null = null;
  let before: Readonly<Record<string, number>> = {};
  let found = 0;
  for (const [at, row] of rows.entries()) {
    if (signal.aborted) break;
    const wanted = measured.map(({ name, points }): [string, number] => [
      name,
      points.values[row] ?? NaN,
    ]);
    onProgress(at / rows.length);
    if (!wanted.every(([, value]) => Number.isFinite(value))) continue;
    const pose = await poseAt(ask, { ...before }, Object.fromEntries(wanted));
    if (!pose) continue;
    const { columns, scene, starts, values, poses } = pose;
    trajectory ??= new Trajectory(columns, boundedScene(scene), experiment.trajectory?.until ?? 1);
    before = starts;
    const timed = values.slice();
    timed[0] = times[row] ?? 0;
    trajectory.append(timed, poses);
    found += 1;
  }
  return { trajectory: found > 1 ? trajectory : null, found, all: rows.length };
}

/** Rows within the run, in order of time, evenly thinned. */
function chosenRows(times: readonly number[], until: number): readonly number[] {
  const rows = times
    .map((t, row) => ({ t, row }))
    .filter(({ t }) => t >= 0 && t <= until)
    .sort((one, other) => one.t - other.t)
    .map(({ row }) => row);
  const stride = Math.ceil(rows.length / mostPoses);
  return rows.filter((_, at) => at % stride === 0);
}

type Pose = Pick<Trajectory, "columns"> & {
  readonly scene: Trajectory["scene"];
  readonly starts: Readonly<Record<string, number>>;
  readonly values: Float64Array;
  readonly poses: Float64Array;
};

/** The consistent start near these values. */
type Ask = (starts: Record<string, number>) => Promise<Pose | null>;

async function poseAt(
  ask: Ask,
  near: Record<string, number>,
  wanted: Readonly<Record<string, number>>,
): Promise<Pose | null> {
  let starts: Record<string, number> = { ...near, ...wanted };
  for (let repetition = 0; repetition < mostRepetitions; repetition++) {
    const pose = await ask(starts);
    if (!pose) return null;
    const isNear = Object.entries(wanted).every(
      ([name, value]) =>
        Math.abs((pose.starts[name] ?? NaN) - value) <= tolerance * Math.max(1, Math.abs(value)),
    );
    if (isNear) return pose;
    starts = { ...pose.starts, ...wanted };
  }
  return null;
}

async function startWith(
  client: EngineClient,
  source: ModelSource,
  options: RunOptions,
  isPosition: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Pose | null> {
  let columns: Trajectory["columns"] = [];
  let scene: Trajectory["scene"] | null = null;
  let pose: Pose | null = null;
  const listener: RunListener = {
    onStart: (start) => {
      columns = start.columns;
      scene = start.scene;
    },
    onChunk: ({ rows, poses }) => {
      const reached = columns.flatMap(({ name }, index): [string, number][] =>
        isPosition.has(name) ? [[name, rows[index] ?? NaN]] : [],
      );
      if (scene)
        pose = { columns, scene, starts: Object.fromEntries(reached), values: rows, poses };
    },
  };
  const end = await client.run(source, options, listener, signal);
  return end.outcome === "finished" ? pose : null;
}

/** The model without positions that must not change: the measured ones replace them. */
function withoutFixed(source: ModelSource): ModelSource {
  try {
    const text = JSON.parse(source.text) as { positions?: Record<string, unknown> };
    for (const position of Object.values(text.positions ?? {}))
      if (typeof position === "object" && position !== null && "fixed" in position)
        delete position.fixed;
    return { ...source, text: JSON.stringify(text) };
  } catch {
    return source;
  }
}
