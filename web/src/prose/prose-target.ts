import type { Clock } from "../study/clock";
import type { Comparison } from "../study/comparison";
import type { Experiment } from "../study/experiment";

/** The simulation on which the prose of a page acts. */
export interface ProseTarget {
  readonly experiment: Experiment;
  readonly clock: Clock;
  readonly comparison: Comparison;
  readonly element: HTMLElement;
  /** Highlights the parts with these names; null: none. */
  light(names: readonly string[] | null): void;
}
