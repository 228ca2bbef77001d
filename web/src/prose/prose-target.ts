import type { Clock } from "../study/clock";
import type { Comparison } from "../study/comparison";
import type { Experiment } from "../study/experiment";
import type { Marks } from "./marks";

/** The simulation on which the prose of a page acts. */
export interface ProseTarget {
  readonly experiment: Experiment;
  readonly clock: Clock;
  readonly comparison: Comparison;
  readonly marks: Marks;
  readonly element: HTMLElement;
  /** Ends what a task does when it is replaced; missing if tasks live as long as the page. */
  readonly endWith?: (end: () => void) => void;
  /** Highlights the parts with these names; null: none. */
  light(names: readonly string[] | null): void;
}
