/// <reference lib="esnext.disposable" preserve="true" />

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

/** An integration method with its order; docs/numerics.md says what each is for. */
export type MethodName =
  | "gauss(1)"
  | "gauss(2)"
  | "gauss(3)"
  | "gauss(4)"
  | "adaptive-gauss(2)"
  | "adaptive-gauss(3)"
  | "radau(3)"
  | "dop853"
  | "discrete-gradient"
  | "rk4-baumgarte"
  | "symplectic-euler";

/** The name of a method; also a text that is only known when the program runs. */
export type MethodText = MethodName | (string & {});

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

/** One equation of a model. */
export interface Equation {
  /** What it is about: a state, an energy, a constraint, a port, a relation. */
  name: string;
  /** LaTeX without delimiters. */
  tex: string;
  /** The same as text; the right side is in the syntax of the format. */
  text: string;
  /** Of a position constraint that the kinematics keeps by itself, which has no multiplier. */
  inert?: boolean;
}

/** Equations that belong together. */
export interface EquationGroup {
  /** `motion` has efforts and momenta put in: it is what the engine solves. */
  name: "kinematics" | "energies" | "constraints" | "ports" | "dissipation" | "forces" | "motion";
  /** In the order of the text. */
  equations: Equation[];
}

/** A formula in a matrix. */
export interface EquationEntry {
  /** From 0. */
  row: number;
  /** From 0. */
  column: number;
  /** LaTeX. */
  tex: string;
  /** In the syntax of the format. */
  text: string;
}

/** A letter of the composite form and what it stands for. */
export interface EquationVector {
  /** LaTeX. */
  tex: string;
  /** LaTeX. */
  entries: string[];
}

/** A matrix of the composite form, or a vector of it, which has one column without a name. */
export interface EquationMatrix {
  /** As `M`, `c'`, `tau_d`. */
  name: string;
  /** LaTeX. */
  tex: string;
  /** What the rows belong to: states, constraints, ports. */
  rows: string[];
  /** What the columns belong to. */
  columns: string[];
  /** Those that are not zero. */
  entries: EquationEntry[];
}

/** A letter in the equations. */
export interface EquationSymbol {
  /** Of a column of the table, or of a parameter. */
  name: string;
  /** What it is. */
  kind: "position" | "velocity" | "parameter" | "multiplier" | "port";
  /** SI; "" for a pure number, or where none is known. */
  unit: string;
  /** LaTeX. */
  tex: string;
}

/**
 * The equations of a model as its text is, in the numbers' names: what it integrates, and the composite form of
 * Berger, Hochdahl, Reis and Seifried, (10), with its matrices. Empty for a model with errors or of more than 400
 * states.
 */
export interface Equations {
  /** Kinematics, energies, constraints, ports, dissipation, forces, motion; those that there are. */
  groups: EquationGroup[];
  /** The lines of the composite form with the terms that the model has, LaTeX. */
  form: string[];
  /** What the vectors of the form consist of, LaTeX. */
  vectors: EquationVector[];
  /** In their order in the form; those without entries are left out. */
  matrices: EquationMatrix[];
  /** All letters. */
  symbols: EquationSymbol[];
}

/** What of a model is looked at, and where. */
export interface InspectOptions {
  /** Values of parameters, in their units, as of a run. */
  set?: { [parameter: string]: number };
  /** Start values of positions and velocities, as of a run. */
  starts?: { [state: string]: number };
  /** Inputs of ports, as of a run. */
  inputs?: RunOptions["inputs"];
  /** Numbers of checks, as "T-13"; all of them otherwise. */
  only?: string[];
  /** How many states beside the start are tried, 8 otherwise. */
  samples?: number;
}

/** What one check found. */
export interface Finding {
  /** Its number in the list of checks (docs/inspect.md): "T-13". */
  check: string;
  /** What is looked at, in the field's words. */
  name: string;
  /** Where it is stated. */
  theorem: string;
  /** A requirement that fails makes a model doubtful; a property is what it is. */
  kind: "requirement" | "property";
  /** What came out. */
  verdict: "holds" | "fails" | "not applicable" | "undecided";
  /** How far it is from being true, relative to the terms; null where that is no number. */
  residual?: number | null;
  /** Up to which residual it holds. */
  tolerance?: number;
  /** The state with the largest residual. */
  where?: string;
  /** Names of what makes it fail. */
  responsible?: string[];
  /** A sentence for readers. */
  note?: string;
}

/** Numbers of a model's structure. */
export interface StructureFacts {
  /** Positions z, velocities w, and ports from outside, one by one. */
  positions: number;
  /** Velocities w. */
  velocities: number;
  /** Ports from outside, each effort by itself. */
  ports: number;
  /** The differentiation index. */
  index: number;
  /** Constraint rows on velocity level, and how many are independent. */
  rows: number;
  /** How many of them are independent at the start. */
  rank: number;
  /** Positions and velocities that can be chosen. */
  freePositions: number;
  /** Velocities that can be chosen. */
  freeVelocities: number;
  /** Whether the structure does not depend on the state. */
  constant: boolean;
  /** Pairs (q, p), Casimirs r and constraints s of the canonical form; missing for a large model. */
  canonical?: {
    /** k, of a position and its momentum. */
    pairs: number;
    /** l, whose rate is zero whatever the energy is. */
    casimirs: number;
    /** m, in which the energy is stationary. */
    constraints: number;
  };
  /** Functions that are constant whatever the energy is. */
  casimirs?: string[];
  /** Functions that are constant along the motion, beside the energy. */
  conserved?: string[];
}

/** The report on a model's structure. */
export interface Inspection {
  /** Errors and warnings of the model and of the options; with errors there are no findings. */
  problems: Problem[];
  /** The model's name. */
  model: string;
  /** At how many states it was looked at, the start among them. */
  states: number;
  /** Numbers; empty with errors. */
  facts: Partial<StructureFacts>;
  /** In the order of the checks. */
  findings: Finding[];
}

/** Where and how a model is linearised; docs/linearization.md has what the members mean. */
export interface LinearizeOptions {
  /** Values of parameters, as of a run. */
  set?: { [parameter: string]: number };
  /** Start values, as of a run. */
  starts?: { [state: string]: number };
  /** Formulas of ports, as the inputs of a run. */
  signals?: RunOptions["inputs"];
  /** The start, the state of rest near it, or the motion without accelerations near it. */
  at?: "start" | "equilibrium" | "steady";
  /** States that keep their values while the place is looked for. */
  fixed?: string[];
  /** Coordinates that are to be taken first. */
  coordinates?: string[];
  /** Ports; all that lead outside otherwise. */
  inputs?: string[];
  /** Columns of the table. */
  outputs?: string[];
  /** Of a response, rad/s. */
  frequencies?: number[] | FrequencyRange;
  /** A parameter or a start, in equal distances. */
  sweep?: SweepRange;
}

/** Frequencies in equal ratios, rad/s. */
export interface FrequencyRange {
  /** The first. */
  from: number;
  /** The last. */
  to: number;
  /** How many, 200 otherwise. */
  count?: number;
}

/** Values of a parameter or of a start, in equal distances. */
export interface SweepRange {
  /** Of the parameter, or of the state. */
  name: string;
  /** The first. */
  from: number;
  /** The last. */
  to: number;
  /** How many. */
  count: number;
}

/** A complex number, [real, imaginary]. */
export type Complex = [number, number];

/** A motion of its own that a linear system has. */
export interface Mode {
  /** 1/s; of a pair the one with the positive frequency. */
  eigenvalue: Complex;
  /** Whether its conjugate is one, too. */
  isPair: boolean;
  /** rad/s */
  naturalFrequency: number;
  /** Hz */
  frequency: number;
  /** 1 where it does not swing any more. */
  dampingRatio: number;
  /** Over the states of `at`, the largest change of a position 1. */
  shape: {
    /** Real parts. */
    re: number[];
    /** Imaginary parts. */
    im: number[];
  };
}

/** A name of a state, a port or a column. */
export interface NamedQuantity {
  /** As in the table. */
  name: string;
  /** Of its values. */
  unit: string;
}

/** A model beside an equilibrium, a steady motion or its start, as far as it came. */
export interface Linearization {
  /** Of the model and of the options. */
  problems: Problem[];
  /** The state, and how it was found. */
  at?: LinearizedAt;
  /** Index, rank of the constraints, and what is free. */
  structure?: LinearizedStructure;
  /** Of the constraint set. */
  coordinates?: NamedQuantity[];
  /** (states x coordinates) */
  map?: number[][];
  /** Columns of B. */
  inputs?: NamedQuantity[];
  /** Rows of C. */
  outputs?: NamedQuantity[];
  /** xi' = A xi + B u */
  A?: number[][];
  /** xi' = A xi + B u */
  B?: number[][];
  /** y = C xi + D u */
  C?: number[][];
  /** y = C xi + D u */
  D?: number[][];
  /** All, 1/s. */
  eigenvalues?: Complex[];
  /** How many of them are zero. */
  zeros?: number;
  /** Those that are not zero, one of each pair. */
  modes?: Mode[];
  /** What becomes of a small disturbance. */
  stability?: {
    /** In the field's words. */
    verdict: "asymptotically stable" | "stable" | "unstable" | "undecided";
    /** Why. */
    because: string;
  };
  /** Of outputs to inputs. */
  response?: {
    /** rad/s */
    omega: number[];
    /** By outputs, then inputs, each over omega. */
    values: ResponseValues[][];
  };
  /** Eigenvalues over the values of a parameter or a start. */
  sweep?: {
    /** Of the parameter or the start. */
    name: string;
    /** In the order of the values. */
    points: SweepPoint[];
  };
}

/** One output over one input; null where there is no value. */
export interface ResponseValues {
  /** Real parts. */
  re: (number | null)[];
  /** Imaginary parts. */
  im: (number | null)[];
}

/** The eigenvalues for one value; where there are none, the problems. */
export interface SweepPoint {
  /** Of the parameter or the start. */
  value: number;
  /** "rest", "steady" or "moving". */
  motion?: string;
  /** Those that are not zero. */
  eigenvalues?: Complex[];
  /** How many are zero. */
  zeros?: number;
  /** As of `stability`. */
  verdict?: string;
  /** Why there are none. */
  problems?: Problem[];
}

/** The state beside which a model is linearised. */
export interface LinearizedAt {
  /** "rest", "steady" or "moving". */
  motion: string;
  /** Whether the search came to its end; true of a start. */
  isFound: boolean;
  /** What is left of the equations. */
  residual: number;
  /** Of Newton's method. */
  iterations: number;
  /** Positions, then velocities. */
  states: LinearizedState[];
}

/** One state with its value at the start. */
export interface LinearizedState extends NamedQuantity {
  /** There. */
  value: number;
  /** At the start. */
  start: number;
}

/** What constraints leave free, and how well they decide the rest. */
export interface LinearizedStructure {
  /** The differentiation index. */
  index: number;
  /** Constraint rows. */
  rows: number;
  /** How many are independent. */
  rank: number;
  /** Names of those that depend on each other. */
  dependent: string[];
  /** How many can be chosen. */
  freedoms: {
    /** Of the positions. */
    positions: number;
    /** Of the velocities. */
    velocities: number;
  };
  /** Whether accelerations are unique. */
  isRegular: boolean;
  /** Of the equations for them; null where there is none. */
  condition: number | null;
}

/** x, y, z, right-handed with z up, in m unless said otherwise. */
export type Vector3 = [number, number, number];

/** From where a scene is looked at. */
export interface Camera {
  /** `planar`: along y, parallel; `spatial`: in perspective. */
  kind: "planar" | "spatial";
  /** The point in the middle, m: (2) or (3). */
  center: number[];
  /** Visible width, m (planar). */
  width?: number;
  /** From the center, m (spatial). */
  distance?: number;
  /** rad */
  azimuth?: number;
  /** rad */
  elevation?: number;
}

/** A shape of a body; the members of its type (see docs/format.md) are resolved to numbers. */
export interface Shape {
  /** As `sphere`, `box`, `cylinder`, `spring`. */
  type: string;
  /** What decides its colour, as `ground` or `body`. */
  role?: string;
  /** In the frame of its body, m. */
  at?: Vector3;
  /** Index into the moving shapes of `poses`. */
  moving?: number;
  [key: string]: unknown;
}

/** A body of the scene: shapes that move together. */
export interface SceneBody {
  /** As in the text. */
  name: string;
  /** What decides its colour, as `ground` or `body`. */
  role?: string;
  /** In its frame. */
  shapes: Shape[];
}

/** The path of a point of a body. */
export interface Trail {
  /** Index of the body. */
  body: number;
  /** In the frame of the body, m. */
  point: Vector3;
}

/** An arrow, as of a force. */
export interface SceneVector {
  /** As in the text. */
  name: string;
  /** As `force` or `velocity`. */
  kind: string;
  /** Length drawn for the value 1, m per unit of the value. */
  scale: number;
}

/** What is to be drawn. How it moves is in the `poses` of a run. */
export interface Scene {
  /** Missing where the text names none. */
  camera?: Camera;
  /** In the order of `poses`. */
  bodies: SceneBody[];
  /** In the order of the text. */
  trails: Trail[];
  /** In the order of `poses`. */
  vectors: SceneVector[];
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
   * adaptive method was held to.
   */
  basis: "companion" | "tolerance";
  /** The largest error of a position or velocity so far, 1 being its motion; null: not known. */
  error: number | null;
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

/** Values of parameters by their names, in the units of the text. */
export type ParameterSet = { readonly [parameter: string]: number };

/** Values at equal distances. */
export interface Range {
  /** The first. */
  readonly from: number;
  /** The last. */
  readonly to: number;
  /** How many, both ends included. */
  readonly count: number;
}

/** For each parameter its values. */
export interface Ranges {
  readonly [parameter: string]: readonly number[] | Range;
}

/** One run of many. */
export interface ManyRun {
  /** Which of the sets, from 0. */
  index: number;
  /** The values that vary. */
  set: ParameterSet;
  /** Missing where the model is refused with these values: `problems` say why. */
  summary: Summary | undefined;
  /** Errors where it is refused, else warnings. */
  problems: Problem[];
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

/** An integration method. */
export interface Method {
  /** As `gauss`; methods of several orders take theirs in brackets: `gauss(2)`. */
  name: string;
  /** Of the error of positions and velocities: it falls as the step to this power. */
  order: number;
  /** A sentence on what it is for. */
  summary: string;
  /** What it keeps and what it is made for; see docs/numerics.md. */
  traits: { [trait: string]: boolean | number | string };
}

/** A model's text, the same as a plain object, or where the text is. */
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
