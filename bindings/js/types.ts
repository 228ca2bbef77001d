/// <reference lib="esnext.disposable" preserve="true" />

/** One fault in a model's text, or a warning about it. */
export interface Problem {
  severity: "error" | "warning";
  /** Stable, e.g. "PH111". */
  code: string;
  /** JSON Pointer into the model's text; of a used file its name, "#" and the pointer. */
  where: string;
  found: string;
  expected: string;
  /** What to do about it. */
  hint?: string;
  /** Byte offset in the string at `where`. */
  position?: number;
  /** Of malformed JSON, both from 1. */
  line?: number;
  column?: number;
}

/** A column of the table of a run. */
export interface Column {
  name: string;
  unit: string;
}

export interface Parameter {
  /** Dotted for the parameters of a component: `crank.m`. */
  name: string;
  unit: string;
  label: string;
  value: number;
  min?: number;
  max?: number;
  /** True when a formula gives its value, so that it cannot be set. */
  derived: boolean;
}

/** An effort as a formula of time, or a prescribed flow; one formula per row of an array port. */
export type Input =
  | number
  | string
  | readonly string[]
  | { effort: number | string | readonly string[] }
  | { flow: number | string | readonly string[] };

export interface Port {
  name: string;
  /** Number of rows. */
  size: number;
  flow_unit: string;
  effort_unit: string;
  /** The formulas that drive it. */
  input: string[];
  /** Which of the two the formulas prescribe. */
  mode: "effort" | "flow";
}

export interface State {
  name: string;
  unit: string;
  kind: "position" | "velocity";
  label: string;
  /** As the text gives it; the run begins with what the constraints make of it. */
  start: number;
  fixed: boolean;
}

export interface Constraint {
  name: string;
  level: "position" | "velocity";
  /** True when nothing would change without it. */
  inert?: boolean;
}

/** How the model's text says it is to be run. */
export interface Settings {
  /** s */
  until: number;
  /** s */
  step: number;
  method: string;
  /** Relative error of a step, of methods that choose their own steps. */
  tolerance: number;
  /** Steps from one row of the table to the next. */
  outputEvery: number;
}

/** What the consistent start of a model says about its structure. */
export interface Report {
  degreesOfFreedom: number;
  /** Of all constraints together. */
  rank: number;
  /** Names of constraints that depend on each other. */
  dependent: string[];
  /** What became of the constraints' violations when the start was made consistent. */
  gaps: { constraint: string; level: "position" | "velocity"; before: number; after: number }[];
}

/** What a model's text says. When it has errors all but `problems` may be empty. */
export interface Description {
  problems: Problem[];
  name: string;
  source: string;
  description: string;
  parameters: Parameter[];
  ports: Port[];
  simulation: Settings;
  states: State[];
  constraints: Constraint[];
  /** Missing when the model has errors. */
  report?: Report;
}

export type Vector3 = [number, number, number];

export interface Camera {
  kind: "planar" | "spatial";
  center: number[];
  width?: number;
  distance?: number;
  /** rad */
  azimuth?: number;
  /** rad */
  elevation?: number;
}

/** A shape of a body; the members of its type (see docs/format.md) are resolved to numbers. */
export interface Shape {
  type: string;
  role?: string;
  at?: Vector3;
  /** Index into the moving shapes of `poses`. */
  moving?: number;
  [key: string]: unknown;
}

/** What is to be drawn. How it moves is in the `poses` of a run. */
export interface Scene {
  camera?: Camera;
  bodies: { name: string; role?: string; shapes: Shape[] }[];
  trails: { body: number; point: Vector3 }[];
  vectors: { name: string; kind: string; scale: number }[];
  /** The number of moving shapes. */
  moving: number;
}

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

/** Energy account of a run, J. */
export interface Ledger {
  /** At the start and at the end. */
  stored: [number, number];
  dissipated: number;
  supplied: number;
  /** What the actions of events added to the stored energy. */
  events: number;
  /** Largest error of stored - stored at the start + dissipated - supplied - events. */
  balanceError: number;
}

/** Largest violation of the constraints over the run. */
export interface Gaps {
  position: number;
  velocity: number;
}

/** An event of the model that happened. */
export interface ModelEvent {
  /** s */
  t: number;
  /** With dots, if it is of a component. */
  name: string;
}

/** How far a trajectory is off. The ledger does not say so: it closes on a wrong one as well. */
export interface Accuracy {
  /**
   * `companion`: the run has been compared with one of longer steps. `tolerance`: what each step of an
   * adaptive method was held to.
   */
  basis: "companion" | "tolerance";
  /** The largest error of a position or velocity so far, 1 being its motion; null: not known. */
  error: number | null;
}

/** The object of `porthos run --json`. */
export interface Summary {
  model: string;
  method: string;
  /** s */
  step: number;
  steps: number;
  outcome: Outcome;
  /** A sentence, with advice when the run failed. */
  message: string;
  columns: Column[];
  final: { [column: string]: number };
  ledger: Ledger;
  accuracy: Accuracy;
  gaps: Gaps;
  /** What happened, in order; the first 10000 of `eventCount`. */
  events: ModelEvent[];
  eventCount: number;
  /** Warnings. */
  problems: Problem[];
}

export interface RunOptions {
  /** s; this and all others: when missing, from the model's `simulation`. */
  until?: number;
  /** s */
  step?: number;
  method?: string;
  /** Relative error of a step, of methods that choose their own steps. */
  tolerance?: number;
  /** Values of parameters. */
  set?: { [parameter: string]: number };
  inputs?: { [port: string]: Input };
  /** Steps from one row of the table to the next. */
  outputEvery?: number;
  /** Whether the table of a method with fixed steps has the column `error.motion` (false). */
  errorColumn?: boolean;
  /** Whether the poses of the scene are computed too (false). */
  poses?: boolean;
}

export interface StreamOptions extends RunOptions {
  /** Steps in a chunk; when missing, as many as take about 20 ms. */
  chunk?: number;
  /** Ends the stream with the signal's reason. */
  signal?: AbortSignal;
}

/** The beginning of a run: what its rows mean. */
export interface Started {
  columns: Column[];
  scene: Scene;
  /** Warnings. */
  problems: Problem[];
  start: Report;
}

/** A piece of a run. */
export interface Chunk {
  /** The same in all chunks of a run, as is the scene. */
  columns: Column[];
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
  done: boolean;
  outcome: Outcome;
  message: string;
  /** The events of these steps. */
  events: ModelEvent[];
  /** Number of rows in `table`. */
  rows: number;
  /** The new rows, one after the other, `columns.length` numbers each; the first column is t. */
  table: Float64Array;
  /**
   * For each row: 12 numbers per body of the scene (position, rotation matrix column by column), 6
   * per vector (at, value), 6 per moving shape (from, to). Empty unless asked for.
   */
  poses: Float64Array;
  /** Of the last chunk only. */
  summary?: Summary;
}

export interface Method {
  name: string;
  order: number;
  summary: string;
  traits: { [trait: string]: boolean | number | string };
}

/** A model's text, the same as a plain object, or where the text is. */
export type Source = string | URL | object;

export interface LoadOptions {
  /** Texts (or plain objects) of used files, by the name that `use` gives. They are looked up first. */
  files?: { [name: string]: string | object };
  /** What `use` is relative to; by default the model's own place, else the page or the working directory. */
  base?: string | URL;
  /**
   * Where `use` may read besides the folder of the model (in Node) or its origin: folders, relative to the
   * working directory, and addresses. Whoever writes the model's text can then have every model there read.
   */
  allow?: readonly (string | URL)[];
  /** Reads a URL instead of the global fetch. It has to see to redirects itself. */
  fetch?: (url: URL) => Promise<Response>;
}
