// The report on a model's structure.
import type { Problem } from "./model.js";
import type { RunOptions } from "./run.js";

/** What of a model is looked at, and where. */
export interface InspectOptions {
  /** Values of parameters, in their units, as of a run. */
  set?: { [parameter: string]: number };
  /** Start values of positions and velocities, as of a run. */
  starts?: { [state: string]: number };
  /** Inputs of ports, as of a run. */
  inputs?: RunOptions["inputs"];
  /** Numbers of checks, "T-01" to "T-29"; otherwise those that say something about a model by itself. */
  only?: string[];
  /** How many states beside the start are tried, 8 otherwise. */
  samples?: number;
  /** Seconds after which no further check begins, 5 otherwise. What is left out is in `leftOut`. */
  budget?: number;
  /** Aborting ends the report: between two checks, or with the worker that makes it. */
  signal?: AbortSignal;
}

/** A check that was not made. */
export interface LeftOut {
  /** Its number: "T-13". */
  check: string;
  /** Why it was left out. */
  why: string;
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
  /** The differentiation index; null where it is not known. */
  index: number | null;
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
  /**
   * Pairs (q, p), Casimirs r and constraints s of the canonical form at regular points; missing for a
   * large model and for a structure that is not closed.
   */
  canonical?: {
    /** k, of a position and its momentum. */
    pairs: number;
    /** l, whose rate is zero whatever the energy is. */
    casimirs: number;
    /** m, in which the energy is stationary. */
    constraints: number;
  };
  /** Casimirs of the structure with its ports closed: functions that are constant whatever the energy is. */
  casimirs?: string[];
  /** Those of them that ports, force laws or relations of the model change. */
  changedCasimirs?: {
    /** As in `casimirs`. */
    casimir: string;
    /** The names of what changes it. */
    by: string[];
  }[];
  /** Functions that are constant along the motion, with the inputs as they act; beside Casimirs and energy. */
  conserved?: string[];
  /** Where Casimirs and conserved functions were sought; missing if they were not asked for. */
  searched?: {
    /** Of the polynomials: 2, 1 of many variables, or 0 if nothing was sought. */
    degree: number;
    /** Positions, momenta, sines and cosines. */
    variables: string[];
    /** Where the motion depends on time: at times from 0 to this, s. */
    until?: number;
    /** Events of the model may change what is conserved between them. */
    betweenEvents?: boolean;
    /** Why nothing was sought or is told. */
    note?: string;
  };
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
  /** What there was no time for. */
  leftOut: LeftOut[];
}
