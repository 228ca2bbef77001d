import type { Trajectory } from "../engine/trajectory";
import type { Clock } from "../study/clock";
import type { Branch } from "./parts/part";
import { partOf } from "./parts/table";
import type { Pose } from "./reader";
import { prefixOf, type DrawSession } from "./session";
import { bodiesOf, isHeatBody, isTwoPole, ungrouped, type Drawing, type Thing } from "./things";

/** Whether a drawing is a schematic, in which a run is shown. */
export function isSchematic({ things }: Drawing): boolean {
  return ungrouped(things).some((thing) => isTwoPole(thing) || isHeatBody(thing));
}

/** What the run of a schematic is at a time. */
export interface Instant {
  readonly time: number;
  readonly drawing: Drawing;
  /** A column; NaN where there is none. */
  value(column: string): number;
  /** The potential of a net, V or K; that of the ground is 0. */
  potential(net: string): number;
  /** What has flowed through a branch since the start, as a share of what its unit's largest flow brings in a run. */
  passed(branch: Branch): number;
  /** The largest flow of this unit in the run. */
  largest(branch: Branch): number;
  /** The largest power of an element in the run. */
  readonly largestPower: number;
}

interface Flow {
  /** Integrals over time, at the rows of the run. */
  readonly passed: Float64Array;
  readonly largest: number;
}

/** What is known of a run of a drawing. */
interface Known {
  readonly run: Trajectory;
  readonly drawing: Drawing;
  readonly computed: number;
  readonly flows: Map<Branch, Flow>;
  readonly branches: readonly (readonly [Thing, Branch])[];
  readonly largestPower: number;
}

/** The run of what is drawn, in the schematic itself. */
export class LiveRun {
  #known: Known | null = null;

  constructor(
    readonly session: DrawSession,
    readonly clock: Clock,
  ) {}

  /** Whether the drawing is shown at a later time than its start. */
  get isOn(): boolean {
    const { clock, session } = this;
    return (clock.isPlaying || clock.time > 0) && isSchematic(session.drawing);
  }

  /** The branches of what is drawn, and the things that they are of. */
  get branches(): readonly (readonly [Thing, Branch])[] {
    return this.#known?.branches ?? [];
  }

  /** The present state; null while there is no run of this drawing. */
  get now(): Instant | null {
    const { session, clock } = this;
    const { run } = session.found;
    if (!this.isOn || !run || run.rowCount === 0) return null;
    const known = this.#update(run);
    const time = Math.min(clock.time, run.end);
    const value = (column: string): number => valueAt(run, time, prefixOf(session) + column);
    const { row, fraction } = run.locate(time);
    const whole = Math.max(...[...known.flows.values()].map(({ largest }) => largest), 0);
    return {
      ...{ time, value, largestPower: known.largestPower },
      drawing: this.#posed(run, time),
      potential: (net) => potentialIn(value, net),
      passed: (branch) => {
        const { passed, largest } = known.flows.get(branch) ?? { passed: [], largest: 0 };
        const [before = 0, after = before] = [passed[row], passed[row + 1]];
        const unit = largest > 1e-9 * whole ? largest * run.until : Infinity;
        return (before + fraction * (after - before)) / unit;
      },
      largest: (branch) => known.flows.get(branch)?.largest ?? 0,
    };
  }

  /** The drawing with its bodies where they are at a time. */
  #posed(run: Trajectory, time: number): Drawing {
    const { session } = this;
    const poses = new Map<string, Pose>();
    for (const { name } of bodiesOf(session.whole)) {
      const at = (state: string): number => valueAt(run, time, `${name}.${state}`);
      const pose = { x: at("r.1"), y: at("r.2"), phi: at("phi") };
      if (Number.isFinite(pose.x + pose.y + pose.phi)) poses.set(name, pose);
    }
    return poses.size > 0 ? session.posed(poses) : session.drawing;
  }

  #update(run: Trajectory): Known {
    const { drawing } = this.session;
    const prefix = prefixOf(this.session);
    const { computed } = run;
    const known = this.#known;
    if (known?.run === run && known.drawing === drawing && known.computed === computed)
      return known;
    const isSame = known?.drawing === drawing;
    const branches = isSame
      ? known.branches
      : ungrouped(drawing.things).flatMap((thing) =>
          (partOf(thing).branches?.(thing) ?? []).map((branch) => [thing, branch] as const),
        );
    const flows = new Map(branches.map(([, branch]) => [branch, flowOf(run, branch, prefix)]));
    const largestOf = (isHeat: boolean): number =>
      Math.max(
        0,
        ...branches.map(([thing, branch]) =>
          (thing.kind === "conductor") === isHeat ? (flows.get(branch)?.largest ?? 0) : 0,
        ),
      );
    // Dots of currents and of heat have speeds of their own.
    for (const [thing, branch] of branches) {
      const { passed } = flows.get(branch) ?? { passed: new Float64Array() };
      flows.set(branch, { passed, largest: largestOf(thing.kind === "conductor") });
    }
    const largestPower = largestPowerOf(run, branches, prefix);
    this.#known = { run, drawing, computed, flows, branches, largestPower };
    return this.#known;
  }
}

function valueAt(run: Trajectory, time: number, column: string): number {
  const index = run.indexOf(column);
  return index < 0 ? NaN : run.valueAt(time, index);
}

function potentialIn(value: (column: string) => number, net: string): number {
  if (net === "ground") return 0;
  const voltage = value(`${net}.u`);
  return Number.isNaN(voltage) ? value(`${net}.temperature`) : voltage;
}

/** A reader of the columns of a run at a row. */
function readerAt(run: Trajectory, row: number, prefix: string): (column: string) => number {
  return (column) => {
    const index = run.indexOf(prefix + column);
    return index < 0 ? NaN : run.value(row, index);
  };
}

function flowOf(run: Trajectory, branch: Branch, prefix: string): Flow {
  const passed = new Float64Array(run.rowCount);
  let [largest, last] = [0, 0];
  for (let row = 0; row < run.rowCount; row++) {
    const now = branch.current(readerAt(run, row, prefix)) || 0;
    largest = Math.max(largest, Math.abs(now));
    if (row > 0) {
      const step = run.value(row, 0) - run.value(row - 1, 0);
      passed[row] = (passed[row - 1] ?? 0) + ((last + now) / 2) * step;
    }
    last = now;
  }
  return { passed, largest };
}

/** The power that a branch takes, W: negative where it gives. */
export function powerOf(thing: Thing, branch: Branch, value: (column: string) => number): number {
  const flow = branch.current(value);
  if (thing.kind === "conductor") return flow;
  const [a, b] = branch.ends.map(({ net }) => potentialIn(value, net));
  return ((a ?? NaN) - (b ?? NaN)) * flow;
}

function largestPowerOf(
  run: Trajectory,
  branches: readonly (readonly [Thing, Branch])[],
  prefix: string,
): number {
  let largest = 0;
  for (let row = 0; row < run.rowCount; row++) {
    const value = readerAt(run, row, prefix);
    for (const [thing, branch] of branches) {
      const power = Math.abs(powerOf(thing, branch, value));
      if (power > largest) largest = power;
    }
  }
  return largest;
}
