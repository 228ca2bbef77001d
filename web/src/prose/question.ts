import type { Settings } from "../study/settings";
import type { Given } from "./marks";
import type { Answer, Mistake } from "./read-answer";

/** The task around a question. */
export interface Asker {
  /** Takes an answer; `hint` says what may be wrong with it. */
  tell(given: Given, hint?: string): void;
  /** Tells why an entry is not an answer yet: it is neither right nor wrong. */
  say(sentence: string): void;
  /** Whether the task was answered right before. */
  isRight(): boolean;
}

/** A question on the page. */
export interface Question {
  readonly element: HTMLElement;
  /** Puts an earlier answer back. */
  restore(answer: string): void;
}

/** The parts of a task that its question needs. */
export interface Asked<Kind extends Answer["kind"] = Answer["kind"]> {
  readonly answer: Extract<Answer, { kind: Kind }>;
  readonly settings: Settings | null;
  readonly mistakes: readonly Mistake[];
  /** The number of the task and the seed of its reader, from which the order of things follows. */
  readonly seed: string;
}
