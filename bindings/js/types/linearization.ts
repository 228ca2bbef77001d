// Linearization.
import type { Problem } from "./model.js";
import type { ModeName, RunOptions } from "./run.js";

/** The options of a linearization; docs/linearization.md explains them. */
export interface LinearizeOptions {
  /** Values of parameters, as for a run. */
  set?: { [parameter: string]: number };
  /** Start values, as for a run. */
  starts?: { [state: string]: number };
  /** Inputs of ports, as `inputs` of a run. */
  signals?: RunOptions["inputs"];
  /** The start, the nearby state of rest, or the nearby motion without accelerations. */
  at?: "start" | "equilibrium" | "steady";
  /** States that keep their values during the search. */
  fixed?: string[];
  /** Preferred coordinates. */
  coordinates?: string[];
  /** Ports; default: all outer ports. */
  inputs?: string[];
  /** Columns of the table. */
  outputs?: string[];
  /** Frequencies of the response, rad/s. */
  frequencies?: number[] | FrequencyRange;
  /** A parameter or a start, equidistant values. */
  sweep?: SweepRange;
}

/** Frequencies in equal ratios, rad/s. */
export interface FrequencyRange {
  /** The first. */
  from: number;
  /** The last. */
  to: number;
  /** The number, default 200. */
  count?: number;
}

/** Equidistant values of a parameter or of a start. */
export interface SweepRange {
  /** Name of the parameter, or of the state. */
  name: string;
  /** The first. */
  from: number;
  /** The last. */
  to: number;
  /** The number. */
  count: number;
}

/** A complex number, [real, imaginary]. */
export type Complex = [number, number];

/** A mode of a linear system. */
export interface Mode {
  /** 1/s; for a pair the one with the positive frequency. */
  eigenvalue: Complex;
  /** Whether the conjugate is an eigenvalue, too. */
  isPair: boolean;
  /** rad/s */
  naturalFrequency: number;
  /** Hz */
  frequency: number;
  /** -Re/|eigenvalue|: 0 undamped, 1 for a negative real eigenvalue, negative for growth. */
  dampingRatio: number;
  /** Changes of the states of `at`; the largest change of a position is 1. */
  shape: {
    /** Real parts. */
    re: number[];
    /** Imaginary parts. */
    im: number[];
  };
}

/** A name of a state, a port or a column. */
export interface NamedQuantity {
  /** The name in the table. */
  name: string;
  /** The unit of its values. */
  unit: string;
}

/**
 * The linearization about an equilibrium, a steady motion or the start, with all results up to the
 * first error.
 */
export interface Linearization {
  /** Problems of the model and of the options. */
  problems: Problem[];
  /** The state and the search for it. */
  at?: LinearizedAt;
  /** Index, rank of the constraints, and degrees of freedom. */
  structure?: LinearizedStructure;
  /** Coordinates of the constraint set. */
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
  /** All eigenvalues, 1/s. */
  eigenvalues?: Complex[];
  /** The number of zero eigenvalues. */
  zeros?: number;
  /** The modes of nonzero eigenvalues, one of each pair. */
  modes?: Mode[];
  /** The behaviour of small disturbances. */
  stability?: {
    /** In the terms of the field. */
    verdict: "asymptotically stable" | "stable" | "neutral" | "unstable" | "undecided";
    /** The theorem that proves it, or the reason why nothing is proven. */
    because: string;
    /** Positions outside the verdict: they may drift, or a steady motion proceeds along them. */
    free: string[];
  };
  /** The frequency response from inputs to outputs. */
  response?: {
    /** rad/s */
    omega: number[];
    /** By outputs, then inputs, each over omega. */
    values: ResponseValues[][];
  };
  /** Eigenvalues over the values of a parameter or a start. */
  sweep?: {
    /** Name of the parameter or the start. */
    name: string;
    /** In the order of the values. */
    points: SweepPoint[];
  };
}

/** One output over one input; null if there is no value. */
export interface ResponseValues {
  /** Real parts. */
  re: (number | null)[];
  /** Imaginary parts. */
  im: (number | null)[];
}

/** The eigenvalues for one value, or the problems. */
export interface SweepPoint {
  /** Value of the parameter or the start. */
  value: number;
  /** "rest", "steady" or "moving". */
  motion?: string;
  /** The nonzero eigenvalues. */
  eigenvalues?: Complex[];
  /** The number of zero eigenvalues. */
  zeros?: number;
  /** The verdict, like that of `stability`. */
  verdict?: string;
  /** The reason if there are none. */
  problems?: Problem[];
}

/** The reference state of a linearization. */
export interface LinearizedAt {
  /** "rest", "steady" or "moving". */
  motion: string;
  /** Whether the search succeeded; true for a start. */
  isFound: boolean;
  /** The residual of the equations. */
  residual: number;
  /** Number of iterations of Newton's method. */
  iterations: number;
  /** The modes of contacts, dry friction and one-way laws, those of the start of a run; missing without such laws. */
  modes?: Record<string, ModeName>;
  /** Positions, then velocities. */
  states: LinearizedState[];
}

/** One state with its value at the start. */
export interface LinearizedState extends NamedQuantity {
  /** Value at this state. */
  value: number;
  /** Value at the start. */
  start: number;
}

/** The degrees of freedom, and the condition of the constraints. */
export interface LinearizedStructure {
  /** The differentiation index; null if not known. */
  index: number | null;
  /** Constraint rows. */
  rows: number;
  /** The number of independent ones. */
  rank: number;
  /** Names of redundant constraints. */
  dependent: string[];
  /** The numbers of free ones. */
  freedoms: {
    /** Number of free positions. */
    positions: number;
    /** Number of free velocities. */
    velocities: number;
  };
  /** Whether accelerations are unique. */
  isRegular: boolean;
  /** Condition number of the equations for them; null if there is none. */
  condition: number | null;
}
