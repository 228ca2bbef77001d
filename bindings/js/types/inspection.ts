// The structure report of a model.
import type { Problem } from "./model.js";
import type { ModeName, RunOptions } from "./run.js";

/** The content and the states of a report. */
export interface InspectOptions {
  /** Values of parameters, in their units, as for a run. */
  set?: { [parameter: string]: number };
  /** Start values of positions and velocities, as for a run. */
  starts?: { [state: string]: number };
  /** Inputs of ports, as for a run. */
  inputs?: RunOptions["inputs"];
  /** Numbers of checks, "T-01" to "T-29"; default: all checks about the model itself. */
  only?: string[];
  /** The number of states beside the start, default 8. */
  samples?: number;
  /** Seconds after which no further check starts, default 5. `leftOut` lists the omitted checks. */
  budget?: number;
  /** An abort ends the report: between two checks, or together with its worker. */
  signal?: AbortSignal;
}

/** An omitted check. */
export interface LeftOut {
  /** Its number: "T-13". */
  check: string;
  /** The reason. */
  why: string;
}

/** The result of one check. */
export interface Finding {
  /** Its number in the list of checks (docs/inspect.md): "T-13". */
  check: string;
  /** Its subject, in the terms of the field. */
  name: string;
  /** Its source. */
  theorem: string;
  /** A failed requirement makes a model doubtful; a property only describes it. */
  kind: "requirement" | "property";
  /** The result. */
  verdict: "holds" | "fails" | "not applicable" | "undecided";
  /** The size of the violation, relative to the terms; null if it is not a number. */
  residual?: number | null;
  /** Largest residual for which it holds. */
  tolerance?: number;
  /** The state with the largest residual. */
  where?: string;
  /** Names of the causes of a failure. */
  responsible?: string[];
  /** A sentence for readers. */
  note?: string;
}

/** The numbers of a model's structure. */
export interface StructureFacts {
  /** Positions z. */
  positions: number;
  /** Velocities w. */
  velocities: number;
  /** Outer ports, each effort separately. */
  ports: number;
  /** The differentiation index; null if not known. */
  index: number | null;
  /** Constraint rows on velocity level. */
  rows: number;
  /** The number of independent ones at the start. */
  rank: number;
  /** Positions and velocities that can be chosen. */
  freePositions: number;
  /** Velocities that can be chosen. */
  freeVelocities: number;
  /** Whether the structure does not depend on the state. */
  constant: boolean;
  /**
   * Pairs (q, p), Casimirs r and constraints s of the canonical form at regular points; missing for
   * a large model and for a structure that is not closed.
   */
  canonical?: {
    /** k, the number of pairs of a position and its momentum. */
    pairs: number;
    /** l, the number of functions that are constant for every energy. */
    casimirs: number;
    /** m, the number of coordinates in which the energy is stationary. */
    constraints: number;
  };
  /** Casimirs of the structure with closed ports: functions that are constant for every energy. */
  casimirs?: string[];
  /**
   * The model is inspected in these modes of contacts, dry friction and one-way laws: those of the
   * start of its run. Missing for models without such laws.
   */
  modes?: Record<string, ModeName>;
  /** The Casimirs that ports, force laws or relations of the model change. */
  changedCasimirs?: {
    /** A Casimir, as in `casimirs`. */
    casimir: string;
    /** The names of the causes. */
    by: string[];
  }[];
  /**
   * Functions that are constant along the motion with its inputs, besides Casimirs and the energy.
   */
  conserved?: string[];
  /** The search space for Casimirs and conserved functions; missing if they were not requested. */
  searched?: {
    /** Degree of the polynomials: 2, 1 for many variables, or 0 without a search. */
    degree: number;
    /** Positions, momenta, sines and cosines. */
    variables: string[];
    /** If the motion depends on time: it is checked at times from 0 to this, s. */
    until?: number;
    /** True if events or jumps of the model may change the conserved functions. */
    betweenEvents?: boolean;
    /** The reason if there was no search, or the result is unclear. */
    note?: string;
  };
}

/** The structure report of a model. */
export interface Inspection {
  /** Errors and warnings of the model and of the options; with errors there are no findings. */
  problems: Problem[];
  /** The model's name. */
  model: string;
  /** The number of checked states, including the start. */
  states: number;
  /** Numbers; empty with errors. */
  facts: Partial<StructureFacts>;
  /** In the order of the checks. */
  findings: Finding[];
  /** The parts omitted for lack of time. */
  leftOut: LeftOut[];
}
