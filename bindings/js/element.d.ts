/** `<porthos-sim>`: one simulation with its controls, as a custom element (docs/embedding.md). */
import type { Description, Input, MethodText, Problem, Summary } from "./types.js";

/** The settings that a reader or a page may change, besides the model text. */
export interface SimSettings {
  /** Values of parameters, in their units. */
  set?: { [parameter: string]: number };
  /** The inputs of the ports, by name, in their units. */
  inputs?: { [port: string]: Input };
  /** For example `gauss(2)`. */
  method?: MethodText;
  /** Time between rows, s. */
  step?: number;
  /** The end of the run, s. */
  until?: number;
}

/**
 * The end of a run. `outcome` is that of the run, or "refused" (by the model), or "broken" (no
 * engine).
 */
export interface SimOutcome {
  /** For example `finished` or `diverged`; see docs/problems.md. */
  outcome: string;
  /** A sentence. */
  message: string;
  /** Only for a run that started; `summary.final` has the last row. */
  summary?: Summary;
}

/** The displayed state at one time. */
export interface SimSnapshot {
  /** The displayed time, s. */
  t: number;
  /** The last computed time, s. */
  end: number;
  /** Whether the motion is playing. */
  playing: boolean;
  /** The changed settings. */
  settings: SimSettings;
  /** The columns of the table at the displayed time, in their units, linear between rows. */
  values: { [column: string]: number };
  /** The figure as a PNG, a data: URL; if requested. */
  picture?: string;
}

/** Detail of the event `frame`. */
export interface SimFrame {
  /** The displayed time, s. */
  t: number;
}

/** Detail of the event `problem`. */
export interface SimProblem {
  /** A sentence. */
  message: string;
  /** Errors and warnings. */
  problems: readonly Problem[];
}

/** Detail of the event `task`: one answer. */
export interface SimTask {
  /** The number of the task on the page, from 1. */
  task: number;
  /** Whether this answer was right. */
  right: boolean;
  /** The number of answers to this task, with this one. */
  attempts: number;
  /** The kind of the question. */
  kind: "number" | "choice" | "order" | "prediction" | "state";
  /**
   * The answer of the reader: the typed text, the chosen words, the things in order with " | " between
   * them, the deviation of the sketch in %, or the best value of the run.
   */
  answer: string;
  /**
   * The number in the unit of the task, the index of the choice, the number of things in their right
   * places, the deviation as a share of the range of the curve, or the best value.
   */
  value: number;
  /** The points for a right answer. */
  points: number;
  /** The values of parameters that this reader has drawn, if the task has such. */
  own?: { readonly [parameter: string]: number };
}

/** The answers to one task. */
export interface SimTaskRecord {
  /** The number of the task on the page, from 1. */
  task: number;
  /** The number of answers. */
  attempts: number;
  /** Whether one of them was right. */
  right: boolean;
  /** The last answer. */
  answer: string;
}

/** The points of all tasks with a question. */
export interface SimScore {
  /** Points of the tasks that were answered right. */
  earned: number;
  /** Points of all tasks. */
  possible: number;
  /** `earned / possible`; null before the first answer, which differs from 0. */
  scaled: number | null;
  /** The number of tasks with an answer. */
  answered: number;
  /** The number of tasks with a question. */
  tasks: number;
}

/** What a reader has done so far. It is plain data: a course system can keep it and give it back. */
export interface SimProgress {
  /** The changed settings. */
  settings: SimSettings;
  /** The name or number from which the reader's own numbers follow, if there is one. */
  seed?: string;
  /** The answers. */
  tasks: readonly SimTaskRecord[];
  /** The points. */
  score: SimScore;
}

/** The events of the element. */
export interface PorthosSimEvents {
  /** The model has been read. */
  load: CustomEvent<Description>;
  /** The displayed time has changed. */
  frame: CustomEvent<SimFrame>;
  /** A knob, an input or the method has been changed. */
  change: CustomEvent<SimSettings>;
  /** A run has ended, in any way. */
  outcome: CustomEvent<SimOutcome>;
  /** A reader has answered a task of the page. */
  task: CustomEvent<SimTask>;
  /** A setting or an answer has changed. */
  progress: CustomEvent<SimProgress>;
  /** The model has errors or warnings, or there is no engine (then `problems` is empty). */
  problem: CustomEvent<SimProblem>;
}

/** The element `<porthos-sim>`; docs/embedding.md has its attributes. */
export interface PorthosSim extends HTMLElement {
  /** The address of the model text, like the attribute. */
  src: string;
  /** The model itself: its text, a plain object, or the name of a gallery model. */
  get model(): string | object | null;
  /** Reads another model and runs it. */
  set model(model: string | object | null);
  /** Texts of files that the model uses, by their names in the text. */
  files: { readonly [name: string]: string };
  /**
   * The page with tasks, Markdown; null: the page of the attribute `page`, or that of the gallery.
   */
  page: string | null;
  /** The displayed time, s. */
  readonly time: number;
  /** Whether the motion is playing. */
  readonly playing: boolean;
  /** The changed settings. */
  readonly settings: SimSettings;
  /** The settings, answers and points of the reader. */
  get progress(): SimProgress;
  /** Puts back settings and answers of an earlier visit, before or after the model is loaded. */
  set progress(progress: Partial<SimProgress>);
  /**
   * Loads the simulation if necessary, and plays.
   *
   * @throws Error if the scripts of the element cannot be loaded; so do the methods below
   */
  play(): Promise<void>;
  /** Pauses. */
  pause(): void;
  /**
   * Shows the time t, s, between the start and the last computed time.
   *
   * @throws RangeError unless t is a number
   */
  seek(t: number): Promise<void>;
  /**
   * Changes values of parameters, in their units, and runs again; settles when that run has ended.
   * A refusal by the model is the outcome `refused` and not an exception.
   */
  set(values: { [parameter: string]: number }): Promise<SimOutcome>;
  /** Runs again with other settings; missing ones stay unchanged. Settles like `set`. */
  run(settings?: SimSettings): Promise<SimOutcome>;
  /** The displayed state. */
  snapshot(options?: { picture?: boolean }): Promise<SimSnapshot>;
  /** Like that of every element, with the types of `PorthosSimEvents`. */
  addEventListener<Name extends keyof PorthosSimEvents>(
    type: Name,
    listener: (this: PorthosSim, event: PorthosSimEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Like that of every element. */
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** The class of the element; an empty one outside of pages (Node). */
export declare const PorthosSim: {
  /** An element that is not in a page yet. */
  new (): PorthosSim;
  /** Like that of every class. */
  prototype: PorthosSim;
};

declare global {
  interface HTMLElementTagNameMap {
    "porthos-sim": PorthosSim;
  }
}
