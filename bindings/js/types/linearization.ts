// Small motions.
import type { Problem } from "./model.js";
import type { RunOptions } from "./run.js";

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
  /** -Re/|eigenvalue|: 0 undamped, 1 for a negative real eigenvalue, below 0 where it grows. */
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
    verdict: "asymptotically stable" | "stable" | "neutral" | "unstable" | "undecided";
    /** The theorem that proves it, or why nothing is proven. */
    because: string;
    /** Positions that the verdict leaves out: they may drift, or a steady motion leads along them. */
    free: string[];
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
  /** The differentiation index; null where it is not known. */
  index: number | null;
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
