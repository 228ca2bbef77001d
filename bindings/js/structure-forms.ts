// The report on a structure: its representations, and the findings of checks.

/** A matrix, as a list of its rows. */
export type Matrix = readonly (readonly number[])[];

/** A statement of the theory, put to numbers. */
export interface StructureCheck {
  /** In the field's words: `isotropy`. */
  name: string;
  /** Who states it: `[004] Def. 2.2`. */
  theorem: string;
  /** Its number in the list of checks: `T-01`. */
  check: string;
  /** 0 where it is exactly true; null where it is no number. */
  residual: number | null;
  /** Up to which residual it holds. */
  tolerance: number;
  /** Whether it does. */
  verdict: "holds" | "fails" | "not applicable" | "undecided";
  /** What a reader would look up; "" for all of it. */
  where: string;
  /** Names of what makes it fail. */
  responsible: string[];
  /** A sentence more, or "". */
  note: string;
}

/** Why there is no such representation. */
export interface Unavailable {
  /** The condition that is not met. */
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
  /** The ports whose effort is given. */
  a: number[];
  /** The ports whose flow is given. */
  b: number[];
  /** Skew; rows and columns in the order a, b. */
  J: number[][];
  /** How well the choice of ports is conditioned; 1 is best. */
  condition: number;
}

/** Orthonormal bases, in columns. */
export interface DistributionsForm {
  /** Flows that need no effort. */
  G0: number[][];
  /** Flows that are possible. */
  G1: number[][];
  /** Efforts that need no flow. */
  P0: number[][];
  /** Efforts that are possible. */
  P1: number[][];
}

/** How many coordinates of each kind a closed structure has in its canonical form. */
export interface CanonicalSizes {
  /** Of position and momentum. */
  pairs: number;
  /** Whose rate is zero, whatever the energy. */
  casimirs: number;
  /** In which the energy is stationary. */
  constraints: number;
}
