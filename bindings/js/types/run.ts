// How a model is run, and what comes out.
import type { MethodText } from "./method.js";
import type { Column, Input, Problem, Report } from "./model.js";
import type { Scene } from "./scene.js";

/**
 * How a run ended; all but "running", "finished" and "stopped" (by an event) are failures. "interrupted" (by a
 * signal) is of the command.
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
  | "unsuited"
  | "interrupted";

/** Energy ledger of a run, J. */
export interface Ledger {
  /** At the start and at the end. */
  stored: [number, number];
  /** Lost to friction and other resistive relations. */
  dissipated: number;
  /** Taken in through the ports. */
  supplied: number;
  /** What the actions of events added to the stored energy. */
  events: number;
  /** What force laws supplied, J; they are of any sign. */
  forces: number;
  /** Largest error of stored - stored at the start + dissipated - supplied - forces - events. */
  balanceError: number;
}

/** Largest violation of the constraints over the run. */
export interface Gaps {
  /** Of position constraints, in the units of their equations. */
  position: number;
  /** Of velocity constraints, in the units of their equations. */
  velocity: number;
}

/** An event of the model that happened. */
export interface ModelEvent {
  /** When, s. */
  t: number;
  /** With dots, if it is of a component. */
  name: string;
}

/** How far a trajectory is off. The ledger does not say so: it closes on a wrong one as well. */
export interface Accuracy {
  /**
   * `companion`: the run has been compared with one of longer steps. `tolerance`: what each step of an
   * adaptive method was held to. `ledger`: what is missing in the energy ledger of an adaptive method, where
   * that is more; relative to the energy that has moved.
   */
  basis: "companion" | "tolerance" | "ledger";
  /** The largest error of a position or velocity so far, 1 being its motion; null: not known. */
  error: number | null;
  /** Why the error is not known, a sentence; there where it is not. */
  because?: string;
}

/** What the steps of a method took, without rows and the estimate of the error. */
export interface Work {
  /** Steps that were tried and taken again, shorter. */
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
  /** From one row to the next, s. */
  step: number;
  /** That the method has taken; one with adaptive step size takes others than the run's. */
  steps: number;
  /** How it ended. */
  outcome: Outcome;
  /** A sentence, with advice when the run failed. */
  message: string;
  /** Of the table. */
  columns: Column[];
  /** The last row, by the names of the columns, in their units. */
  final: { [column: string]: number };
  /** The energy ledger, J. */
  ledger: Ledger;
  /** How far the trajectory is off. */
  accuracy: Accuracy;
  /** What its steps took. */
  work: Work;
  /** How far the constraints were violated. */
  gaps: Gaps;
  /** What happened, in order; the first 10000 of `eventCount`. */
  events: ModelEvent[];
  /** Number of events that happened. */
  eventCount: number;
  /** Warnings. */
  problems: Problem[];
}

/** How a model is run. What is missing comes from the model's text. */
export interface RunOptions {
  /** The end of the run, s, at least 0; this and all others: when missing, from the model's `simulation`. */
  until?: number;
  /** From one row to the next, s, more than 0; the step of methods with a fixed one. */
  step?: number;
  /** One of `methods()`, with its order: `gauss(2)`. */
  method?: MethodText;
  /** Relative error of a step, of methods with adaptive step size; 1e-14 to 0.1. */
  tolerance?: number;
  /** Values of parameters, each in the unit of its parameter and within `min` and `max`. */
  set?: { [parameter: string]: number };
  /**
   * Starts of positions and velocities, in their units, in the place of the text's; those that are fixed there
   * stay.
   */
  starts?: { [state: string]: number };
  /** What drives the ports, by their names. */
  inputs?: { [port: string]: Input };
  /** Steps from one row of the table to the next, 1 to 1000000. */
  outputEvery?: number;
  /** Whether the table of a method with fixed steps has the column `error.motion` (false). */
  errorColumn?: boolean;
  /** Whether the poses of the scene are computed too (false). */
  poses?: boolean;
}

/** How a model is run in pieces. */
export interface StreamOptions extends RunOptions {
  /** Steps in a chunk, at least 1; when missing, as many as take about 20 ms. */
  chunk?: number;
  /** Ends the stream with the signal's reason. */
  signal?: AbortSignal;
}

/** A parameter that follows from others by a formula. */
export interface DerivedValue {
  /** Dotted for the parameters of a component. */
  name: string;
  /** In its unit. */
  value: number;
}

/** The beginning of a run: what its rows mean. */
export interface Started {
  /** Of the table. */
  columns: Column[];
  /** What is to be drawn. */
  scene: Scene;
  /** Warnings. */
  problems: Problem[];
  /** What was found when the start was made consistent. */
  start: Report;
  /** Parameters that follow from others by a formula, and their values in this run, in their units. */
  derived: DerivedValue[];
}

/** A piece of a run. */
export interface Chunk {
  /** The same in all chunks of a run, as is the scene. */
  columns: Column[];
  /** What is to be drawn. */
  scene: Scene;
  /** Time reached, s. */
  t: number;
  /**
   * Time that the engine has computed since the start of the run, s, by the clock of the host: the
   * engine has none, so that equal input gives equal results.
   */
  computing: number;
  /** Part of the time span that is done, 0 to 1. */
  progress: number;
  /** Steps since the start of the run. */
  steps: number;
  /** Whether this is the last chunk. */
  done: boolean;
  /** `running` until the last chunk. */
  outcome: Outcome;
  /** A sentence, with advice when the run failed. */
  message: string;
  /** The events of these steps. */
  events: ModelEvent[];
  /** Number of rows in `table`. */
  rows: number;
  /** The new rows, (rows x columns), one after the other, in the units of the columns; the first column is t. */
  table: Float64Array;
  /**
   * For each row: 12 numbers per body of the scene (position in m, rotation matrix column by column), 6
   * per vector (at in m, value), 6 per moving shape (from, to in m). Empty unless asked for.
   */
  poses: Float64Array;
  /** Of the last chunk only. */
  summary?: Summary;
}
