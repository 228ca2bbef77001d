// Many runs of one model.
import type { Problem } from "./model.js";
import type { Summary } from "./run.js";

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
