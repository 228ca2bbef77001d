// The report on a structure: its representations, and the results of checks.

/** A matrix, as a list of its rows. */
export type Matrix = readonly (readonly number[])[];

/** A statement of the theory with its numerical result. */
export interface StructureCheck {
  /** In the terms of the field: `isotropy`. */
  name: string;
  /** Its source: `[004] Def. 2.2`. */
  theorem: string;
  /** Its number in the list of checks: `T-01`. */
  check: string;
  /** Size of the violation, 0 if exact; null if it is not a number. */
  residual: number | null;
  /** Largest residual for which it holds. */
  tolerance: number;
  /** The result. */
  verdict: "holds" | "fails" | "not applicable" | "undecided";
  /** The place of the violation; "" for the whole. */
  where: string;
  /** Names of the causes of a failure. */
  responsible: string[];
  /** An additional sentence, or "". */
  note: string;
}

/** The reason why a representation does not exist. */
export interface Unavailable {
  /** The violated condition. */
  why: string;
}

/** (f; e) = [K; L] x. */
export interface ImageForm {
  /** A row for each flow. */
  K: number[][];
  /** A row for each effort. */
  L: number[][];
}

/** F f = E e, representation I. */
export interface KernelForm {
  /** A column for each flow. */
  F: number[][];
  /** A column for each effort. */
  E: number[][];
}

/** f = J e + g x, 0 = gᵀ e, representation II. */
export interface ConstrainedForm {
  /** Skew. */
  J: number[][];
  /** A column for each constraint. */
  g: number[][];
}

/** e = ω f + pᵀ x, 0 = p f, representation III. */
export interface PresymplecticForm {
  /** Skew. */
  omega: number[][];
  /** A row for each constraint. */
  p: number[][];
}

/** f = J e, or e = J f. */
export interface InputOutputForm {
  /** True for e = J f. */
  isInverse: boolean;
  /** Skew. */
  J: number[][];
}

/** (f_a; e_b) = J (e_a; f_b). */
export interface HybridForm {
  /** The ports whose effort is the input. */
  a: number[];
  /** The ports whose flow is the input. */
  b: number[];
  /** Skew; rows and columns in the order a, b. */
  J: number[][];
  /** The condition number of the choice of ports; 1 is best. */
  condition: number;
}

/** Orthonormal bases, in columns. */
export interface DistributionsForm {
  /** Flows that need no effort. */
  G0: number[][];
  /** Possible flows. */
  G1: number[][];
  /** Efforts that need no flow. */
  P0: number[][];
  /** Possible efforts. */
  P1: number[][];
}

/** The number of coordinates of each kind in the canonical form of a closed structure. */
export interface CanonicalSizes {
  /** Pairs of position and momentum. */
  pairs: number;
  /** Coordinates that are constant for every energy. */
  casimirs: number;
  /** Coordinates in which the energy is stationary. */
  constraints: number;
}
