// The content of a model text, and its location.

/** A fault in a model text, or a warning. */
export interface Problem {
  /** A model with errors does not run; a model with warnings does. */
  severity: "error" | "warning";
  /** Stable, e.g. "PH111". */
  code: string;
  /** JSON Pointer into the model text; in a used file its name, "#" and the pointer. */
  where: string;
  /** The faulty part, in words, with its unit. */
  found: string;
  /** The expected part, in words, with its unit. */
  expected: string;
  /** Advice. */
  hint?: string;
  /** Byte offset in the string at `where`. */
  position?: number;
  /** For malformed JSON, both from 1. */
  line?: number;
  /** See `line`. */
  column?: number;
}

/** A column of the table of a run. */
export interface Column {
  /** For example `t`, `phi`, `crank.omega1` or `energy.kinetic`. */
  name: string;
  /** SI, for example `rad/s`; "" for a pure number. */
  unit: string;
  /** A short description of a state or an output; missing if the text has none. */
  label?: string;
}

/** A number of the model that a run may set. */
export interface Parameter {
  /** Dotted for the parameters of a component: `crank.m`. */
  name: string;
  /** SI; "" for a pure number. */
  unit: string;
  /** A short description; "" if the text has none. */
  label: string;
  /** In `unit`. */
  value: number;
  /** Smallest allowed value, in `unit`. */
  min?: number;
  /** Largest allowed value, in `unit`. */
  max?: number;
  /** True if a formula gives its value, so that it cannot be set. */
  derived: boolean;
}

/**
 * The input of a port: an effort as a formula of time t (s), or a prescribed flow, in the units of
 * the port; one formula per row of an array port.
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
      /** Formula of the prescribed flow; one per row of an array port. */
      flow: number | string | readonly string[];
    };

/** A power port: a pair of flow and effort, `effort * flow` in W. */
export interface Port {
  /** Dotted for the ports of a component. */
  name: string;
  /** Number of rows: 1, or that of an array port. */
  size: number;
  /** SI unit of the flow, for example `rad/s`. */
  flow_unit: string;
  /** SI unit of the effort, for example `N m`. */
  effort_unit: string;
  /** The formulas of its input, (size), in the unit of the effort or flow. */
  input: string[];
  /** The one that is the input. */
  mode: "effort" | "flow";
}

/** A position or velocity, which the run computes. */
export interface State {
  /** Dotted for the states of a component. */
  name: string;
  /** SI; "" for a pure number. */
  unit: string;
  /** Whether it is a potential storage (position) or a kinetic storage (velocity). */
  kind: "position" | "velocity";
  /** A short description; "" if the text has none. */
  label: string;
  /** The value in the text, in `unit`; the run starts with the consistent value. */
  start: number;
  /** Whether the consistent start must keep `start`. */
  fixed: boolean;
}

/** A scalar equation that positions, or velocities, satisfy. */
export interface Constraint {
  /** Dotted for the constraints of a component. */
  name: string;
  /** The quantities in the equation. */
  level: "position" | "velocity";
  /** True if the kinematics satisfies it by itself. */
  inert?: boolean;
}

/** The run settings of a model text. */
export interface Settings {
  /** The end of the run, s. */
  until: number;
  /** Time between rows, s. */
  step: number;
  /** One of `methods()`, with its order: `gauss(2)`. */
  method: string;
  /** Relative error of a step, for adaptive methods; 1e-14 to 0.1. */
  tolerance: number;
  /** Steps between two rows of the table. */
  outputEvery: number;
}

/** The violation of a constraint at the start, in the unit of its equation. */
export interface StartGap {
  /** Its name. */
  constraint: string;
  /** The quantities in the equation. */
  level: "position" | "velocity";
  /** With the start values of the text. */
  before: number;
  /** With those at the start of the run. */
  after: number;
}

/** A stated start value that the constraints did not allow. */
export interface StartChange {
  /** Name of the state, or of an output of a joint: `O.angle`. */
  name: string;
  /** Its unit. */
  unit: string;
  /** The value in the text or the run. */
  stated: number;
  /** The value at the start of the run. */
  became: number;
}

/** The structure of a model at its consistent start. */
export interface Report {
  /**
   * Number of independent velocities; `null` if redundant constraints open along them, so that there are fewer motions
   * (PH202).
   */
  degreesOfFreedom: number | null;
  /** The number of independent constraints. */
  rank: number;
  /** Names of redundant constraints. */
  dependent: string[];
  /** The violations of the constraints before and after the start was made consistent. */
  gaps: StartGap[];
  /** Stated start values that changed, by more than rounding. */
  changed: StartChange[];
}

/** The content of a model text. If it has errors, all but `problems` may be empty. */
export interface Description {
  /** Errors and warnings. */
  problems: Problem[];
  /** The model's name, for readers. */
  name: string;
  /** The source of the model: a paper and its equation. */
  source: string;
  /** A sentence or two for readers. */
  description: string;
  /** In the order of the text. */
  parameters: Parameter[];
  /** The ports of the model and of its components. */
  ports: Port[];
  /** The run settings of the text. */
  simulation: Settings;
  /** Positions, then velocities. */
  states: State[];
  /** Position constraints, then velocity constraints. */
  constraints: Constraint[];
  /** Force laws. They may supply or take energy, so a model with them is not passive. */
  forces: string[];
  /** Missing if the model has errors. */
  report?: Report;
}

/**
 * A model text, a plain object, or the location of the text; also a loaded model, or any object whose method
 * `text` returns the text, such as a `File` or a `Response`.
 */
export type Source = string | URL | object;

/** The locations of a model's files, and the places that may be read. */
export interface LoadOptions {
  /** Texts (or plain objects) of used files, by the name in `use`. They take precedence. */
  files?: { [name: string]: string | object };
  /**
   * The base of names in `use`; default: the place of the model, otherwise the page or the working
   * directory.
   */
  base?: string | URL;
  /**
   * Further places that `use` may read, besides the folder of the model (in Node) or its origin:
   * folders, relative to the working directory, and addresses. The author of the model text can
   * then read every model there.
   */
  allow?: readonly (string | URL)[];
  /** Replaces the global fetch. It must handle redirects itself. */
  fetch?: (url: URL) => Promise<Response>;
  /**
   * A string is always a model text, even if it looks like a location: for texts from other people.
   */
  isText?: boolean;
}
