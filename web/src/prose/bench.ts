import type { Clock } from "../study/clock";
import type { Comparison } from "../study/comparison";
import type { Experiment } from "../study/experiment";

/** The simulation that the prose of a page acts on. */
export interface Bench {
  readonly experiment: Experiment;
  readonly clock: Clock;
  readonly comparison: Comparison;
  readonly element: HTMLElement;
  /** Lights up the parts of these names; null: none. */
  light(names: readonly string[] | null): void;
}
