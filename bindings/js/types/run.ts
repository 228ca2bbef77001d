// Run options and results.
import type { MethodText } from "./method.js";
import type { Column, Input, Problem, Report } from "./model.js";
import type { Scene } from "./scene.js";

/** The mode of a contact, a dry friction or a one-way law. */
export type ModeName = "open" | "closed" | "sticks" | "slips" | "blocked" | "free";

/**
 * The end of a run. All except "running", "finished" and "stopped" (by an event) are failures.
 * "interrupted" (by a signal) occurs in the command only.
 */
export type Outcome =
  | "running"
  | "finished"
  | "diverged"
  | "not-finite"
  | "pole"
  | "singular"
  | "constraint-lost"
  | "step-too-small"
  | "stopped"
  | "chatter"
  | "painleve"
  | "negative-friction"
  | "unsuited"
  | "interrupted";

/** Energy ledger of a run, J. */
export interface Ledger {
  /** At the start and at the end. */
  stored: [number, number];
  /** Dissipated by friction and other resistive relations. */
  dissipated: number;
  /** Supplied through the ports. */
  supplied: number;
  /** Added to the stored energy by the actions of events. */
  events: number;
  /** Supplied by force laws; of either sign. */
  forces: number;
  /** Largest error of stored - stored at the start + dissipated - supplied - forces - events. */
  balanceError: number;
}

/** Largest violation of the constraints over the run. */
export interface Gaps {
  /** The largest violation of position constraints, in the units of their equations. */
  position: number;
  /** The largest violation of velocity constraints, in the units of their equations. */
  velocity: number;
}

/** What a switch of a contact, a dry friction or a one-way law has changed. */
export interface ModeChange {
  /** Its name, as in the model; `NAME.slip` for the friction of the contact `NAME`. */
  law: string;
  /** The mode before it; of a contact that is closed the one of its friction. */
  from: ModeName;
  /** The mode after it. */
  to: ModeName;
  /** Whether velocities jumped by an impulse of this law. */
  impact: boolean;
}

/** An event of the model, or a switch of a law. */
export interface ModelEvent {
  /** Its time, s. */
  t: number;
  /** Dotted for an event of a component; the law's name for a switch. */
  name: string;
  /** Only of a switch. */
  switch?: ModeChange;
}

/**
 * The error of a trajectory. The ledger does not measure it: a wrong trajectory can balance, too.
 */
export interface Accuracy {
  /**
   * `companion`: comparison with a run of longer steps. Of an adaptive method, `ledger`: the energy
   * missing in its ledger, if that is more, relative to the moved energy; `tolerance`: the
   * tolerance of each step, if there is nothing to compare with.
   */
  basis: "companion" | "tolerance" | "ledger";
  /**
   * `companion`: the largest error of a position or velocity so far, relative to its motion; null:
   * not known. `tolerance`: of one step; the error of the run is larger, and not known. `ledger`:
   * the error is this or more.
   */
  error: number | null;
  /** The reason if there is no comparison, a sentence. */
  because?: string;
}

/** The work of a method's steps, without rows and error estimate. */
export interface Work {
  /** Rejected steps. */
  rejected: number;
  /** Number of evaluations of the right sides of the equations, once for each stage or state. */
  evaluations: number;
  /** Number of factorisations of matrices. */
  factorisations: number;
}

/** The object of `porthos run --json`. */
export interface Summary {
  /** The model's name. */
  model: string;
  /** With its order: `gauss(2)`. */
  method: string;
  /** Time between rows, s. */
  step: number;
  /** The number of steps of the method; an adaptive method chooses them. */
  steps: number;
  /** The end of the run. */
  outcome: Outcome;
  /** A sentence, with advice if the run failed. */
  message: string;
  /** The columns of the table. */
  columns: Column[];
  /** The last row, by the names of the columns, in their units. */
  final: { [column: string]: number };
  /** The energy ledger, J. */
  ledger: Ledger;
  /** The error of the trajectory. */
  accuracy: Accuracy;
  /** The work of its steps. */
  work: Work;
  /** The largest violations of the constraints. */
  gaps: Gaps;
  /** The events, in order; the first 10000 of `eventCount`. */
  events: ModelEvent[];
  /** Number of events. */
  eventCount: number;
  /** The coordinates of the steps, of a run that took those of joints or was to take them. */
  coordinates?: UsedCoordinates;
  /** Warnings. */
  problems: Problem[];
}

/** The coordinates in which a run took its steps. */
export interface UsedCoordinates {
  /** `bodies` where the model, in its last mode, is no tree of joints. */
  used: "bodies" | "joints";
  /** The part of the model that needs coordinates of bodies. */
  because?: string;
  /** Steps that were taken in coordinates of bodies although there is a tree: for stiff forces. */
  stepsInBodies?: number;
}

/** The options of a run. Missing ones come from the model text. */
export interface RunOptions {
  /**
   * The end of the run, s, at least 0. The default of this and all other options is the model's
   * `simulation`.
   */
  until?: number;
  /** Time between rows, s, more than 0; the step of methods with a fixed step. */
  step?: number;
  /** One of `methods()`, with its order: `gauss(2)`. */
  method?: MethodText;
  /** Relative error of a step, for adaptive methods; 1e-14 to 0.1. */
  tolerance?: number;
  /** Values of parameters, each in the unit of its parameter and within `min` and `max`. */
  set?: { [parameter: string]: number };
  /**
   * Starts of positions and velocities, in their units, instead of those in the text; fixed starts
   * stay.
   */
  starts?: { [state: string]: number };
  /** The inputs of the ports, by name. */
  inputs?: { [port: string]: Input };
  /** Steps between two rows of the table, 1 to 1000000. */
  outputEvery?: number;
  /**
   * Whether the table of a method with fixed steps has the column `error.motion` (default false).
   */
  errorColumn?: boolean;
  /**
   * The coordinates in which `gauss(s)` takes its steps: those of the bodies, or those of joints that
   * form a tree, which is faster. The automatic choice is joints where there is a tree with more rows
   * than it leaves open, and no set-valued law.
   */
  coordinates?: "automatic" | "bodies" | "joints";
  /** Whether the poses of the scene are computed, too (default false). */
  poses?: boolean;
}

/** The options of a run in pieces. */
export interface StreamOptions extends RunOptions {
  /** Steps in a chunk, at least 1; default: as many as take about 20 ms. */
  chunk?: number;
  /** Ends the stream with the reason of the signal. */
  signal?: AbortSignal;
}

/** A parameter that a formula determines. */
export interface DerivedValue {
  /** Dotted for the parameters of a component. */
  name: string;
  /** In its unit. */
  value: number;
}

/** The start of a run: the meaning of its rows. */
export interface Started {
  /** The columns of the table. */
  columns: Column[];
  /** The drawing. */
  scene: Scene;
  /** Warnings. */
  problems: Problem[];
  /** The report on the consistent start. */
  start: Report;
  /** Parameters with a formula and their values in this run, in their units. */
  derived: DerivedValue[];
}

/** A piece of a run. */
export interface Chunk {
  /** The same in all chunks of a run, like the scene. */
  columns: Column[];
  /** The drawing. */
  scene: Scene;
  /** The reached time, s. */
  t: number;
  /**
   * Computing time of the engine since the start of the run, s, by the clock of the host. The
   * engine has no clock, so equal input gives equal results.
   */
  computing: number;
  /** Completed part of the time span, 0 to 1. */
  progress: number;
  /** Steps since the start of the run. */
  steps: number;
  /** Whether this is the last chunk. */
  done: boolean;
  /** `running` until the last chunk. */
  outcome: Outcome;
  /** A sentence, with advice if the run failed. */
  message: string;
  /** The events of these steps. */
  events: ModelEvent[];
  /** Number of rows in `table`. */
  rows: number;
  /** The new rows, (rows x columns), one after the other, in the units of the columns; the first column is t. */
  table: Float64Array;
  /**
   * For each row: 12 numbers per body of the scene (position in m, rotation matrix column by
   * column), 6 per vector (at in m, value), 6 per moving shape (from, to in m). Empty unless
   * requested.
   */
  poses: Float64Array;
  /** In the last chunk only. */
  summary?: Summary;
}
