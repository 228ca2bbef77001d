// What a model's text says, and where it is found.

/** One fault in a model's text, or a warning about it. */
export interface Problem {
  /** With an error a model does not run; with a warning it does. */
  severity: "error" | "warning";
  /** Stable, e.g. "PH111". */
  code: string;
  /** JSON Pointer into the model's text; of a used file its name, "#" and the pointer. */
  where: string;
  /** What stands there, in words, with its unit. */
  found: string;
  /** What should stand there, in words, with its unit. */
  expected: string;
  /** What to do about it. */
  hint?: string;
  /** Byte offset in the string at `where`. */
  position?: number;
  /** Of malformed JSON, both from 1. */
  line?: number;
  /** See `line`. */
  column?: number;
}

/** A column of the table of a run. */
export interface Column {
  /** As `t`, `phi`, `crank.omega1` or `energy.kinetic`. */
  name: string;
  /** SI, as `rad/s`; "" for a pure number. */
  unit: string;
  /** Of a state or an output: a few words for readers; missing when the text has none. */
  label?: string;
}

/** A number of the model that may be given for a run. */
export interface Parameter {
  /** Dotted for the parameters of a component: `crank.m`. */
  name: string;
  /** SI; "" for a pure number. */
  unit: string;
  /** A few words for readers; "" when the text has none. */
  label: string;
  /** In `unit`. */
  value: number;
  /** Least value that is accepted, in `unit`. */
  min?: number;
  /** Largest value that is accepted, in `unit`. */
  max?: number;
  /** True when a formula gives its value, so that it cannot be set. */
  derived: boolean;
}

/**
 * What drives a port: an effort as a formula of time t (s), or a prescribed flow, in the units of the port; one formula
 * per row of an array port.
 */
export type Input =
  | number
  | string
  | readonly string[]
  | {
      /** Formula of the effort; one per row of an array port. */
      effort: number | string | readonly string[];
    }
  | {
      /** Formula of the flow that is prescribed; one per row of an array port. */
      flow: number | string | readonly string[];
    };

/** A place where power enters or leaves: a pair of flow and effort, `effort * flow` in W. */
export interface Port {
  /** Dotted for the ports of a component. */
  name: string;
  /** Number of rows: 1, or that of an array port. */
  size: number;
  /** SI unit of the flow, as `rad/s`. */
  flow_unit: string;
  /** SI unit of the effort, as `N m`. */
  effort_unit: string;
  /** The formulas that drive it, (size), in the unit of what they prescribe. */
  input: string[];
  /** Which of the two the formulas prescribe. */
  mode: "effort" | "flow";
}

/** A position or velocity: a number that the run computes. */
export interface State {
  /** Dotted for the states of a component. */
  name: string;
  /** SI; "" for a pure number. */
  unit: string;
  /** Of a potential storage (position) or of a kinetic one (velocity). */
  kind: "position" | "velocity";
  /** A few words for readers; "" when the text has none. */
  label: string;
  /** As the text gives it, in `unit`; the run begins with what the constraints make of it. */
  start: number;
  /** Whether the consistent start has to keep `start`. */
  fixed: boolean;
}

/** A scalar equation that positions, or velocities, satisfy. */
export interface Constraint {
  /** Dotted for the constraints of a component. */
  name: string;
  /** What the equation is about. */
  level: "position" | "velocity";
  /** True when nothing would change without it. */
  inert?: boolean;
}

/** How the model's text says it is to be run. */
export interface Settings {
  /** The end of the run, s. */
  until: number;
  /** From one row to the next, s. */
  step: number;
  /** One of `methods()`, with its order: `gauss(2)`. */
  method: string;
  /** Relative error of a step, of methods with adaptive step size; 1e-14 to 0.1. */
  tolerance: number;
  /** Steps from one row of the table to the next. */
  outputEvery: number;
}

/** The violation of a constraint at the start, in the unit of its equation. */
export interface StartGap {
  /** Its name. */
  constraint: string;
  /** What the equation is about. */
  level: "position" | "velocity";
  /** With the start values of the text. */
  before: number;
  /** With those that the run begins with. */
  after: number;
}

/** A stated start value that the constraints did not allow. */
export interface StartChange {
  /** Of the state, or of what a joint reports: `O.angle`. */
  name: string;
  /** Its unit. */
  unit: string;
  /** What the text or the run states. */
  stated: number;
  /** What the run begins with. */
  became: number;
}

/** What the consistent start of a model says about its structure. */
export interface Report {
  /** Number of independent velocities. */
  degreesOfFreedom: number;
  /** Of all constraints together: how many of them are independent. */
  rank: number;
  /** Names of constraints that depend on each other. */
  dependent: string[];
  /** What became of the constraints' violations when the start was made consistent. */
  gaps: StartGap[];
  /** Stated start values that had to change, by more than rounding. */
  changed: StartChange[];
}

/** What a model's text says. When it has errors all but `problems` may be empty. */
export interface Description {
  /** Errors and warnings. */
  problems: Problem[];
  /** The model's name, for readers. */
  name: string;
  /** Where the model is from: a paper and its equation. */
  source: string;
  /** A sentence or two for readers. */
  description: string;
  /** In the order of the text. */
  parameters: Parameter[];
  /** Of the model and of its components. */
  ports: Port[];
  /** How the text says it is to be run. */
  simulation: Settings;
  /** Positions, then velocities. */
  states: State[];
  /** Position constraints, then velocity constraints. */
  constraints: Constraint[];
  /** Force laws, which may give energy or take it: with them the model is not passive. */
  forces: string[];
  /** Missing when the model has errors. */
  report?: Report;
}

/**
 * A model's text, the same as a plain object, or where the text is; also a loaded model, or another object whose
 * method `text` gives it, such as a `File` or a `Response`.
 */
export type Source = string | URL | object;

/** Where a model's files are found, and which of them may be read. */
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
  /** A string is the text of a model even where it reads like a place: for texts that others have written. */
  isText?: boolean;
}
