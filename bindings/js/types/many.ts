// Many runs of one model.
import type { Problem } from "./model.js";
import type { Summary } from "./run.js";

/** Values of parameters by their names, in the units of the text. */
export type ParameterSet = { readonly [parameter: string]: number };

/** Equidistant values. */
export interface Range {
  /** The first. */
  readonly from: number;
  /** The last. */
  readonly to: number;
  /** The number, both ends included. */
  readonly count: number;
}

/** The values of each parameter. */
export interface Ranges {
  readonly [parameter: string]: readonly number[] | Range;
}

/** One run of many. */
export interface ManyRun {
  /** The number of the set, from 0. */
  index: number;
  /** The varied values. */
  set: ParameterSet;
  /** Missing if the model is refused with these values: `problems` has the reason. */
  summary: Summary | undefined;
  /** Errors if it is refused, otherwise warnings. */
  problems: Problem[];
}
