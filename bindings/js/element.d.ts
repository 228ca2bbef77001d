/** `<porthos-sim>`: one simulation with its controls, as a custom element (docs/embedding.md). */
import type { Description, Input, MethodText, Problem, Summary } from "./types.js";

/** What a reader, or a page, may change besides the model's text. */
export interface SimSettings {
  /** Values of parameters, in their units. */
  set?: { [parameter: string]: number };
  /** What drives the ports, by their names, in their units. */
  inputs?: { [port: string]: Input };
  /** As `gauss(2)`. */
  method?: MethodText;
  /** From one row to the next, s. */
  step?: number;
  /** The end of the run, s. */
  until?: number;
}

/** How a run ended. `outcome` is that of the run, or "refused" (by the model), or "broken" (no engine). */
export interface SimOutcome {
  /** As `finished` or `diverged`; see docs/problems.md. */
  outcome: string;
  /** A sentence. */
  message: string;
  /** Of a run that was begun; `summary.final` has the last row. */
  summary?: Summary;
}

/** What is shown at one moment. */
export interface SimSnapshot {
  /** The time shown, s. */
  t: number;
  /** The last time computed so far, s. */
  end: number;
  /** Whether time passes. */
  playing: boolean;
  /** What has been changed. */
  settings: SimSettings;
  /** The columns of the table at the time shown, in their units, linear between rows. */
  values: { [column: string]: number };
  /** The figure as a PNG, a data: URL; when asked for. */
  picture?: string;
}

/** Of the event `frame`. */
export interface SimFrame {
  /** The time shown, s. */
  t: number;
}

/** Of the event `problem`. */
export interface SimProblem {
  /** A sentence. */
  message: string;
  /** Errors and warnings. */
  problems: readonly Problem[];
}

/** Of the event `task`. */
export interface SimTask {
  /** Which task of the page, from 1. */
  task: number;
  /** Whether the answer was right. */
  right: boolean;
}

/** The events of the element. */
export interface PorthosSimEvents {
  /** The model has been read. */
  load: CustomEvent<Description>;
  /** The time shown has changed. */
  frame: CustomEvent<SimFrame>;
  /** A knob, an input or the method has been changed. */
  change: CustomEvent<SimSettings>;
  /** A run has come to an end of any kind. */
  outcome: CustomEvent<SimOutcome>;
  /** A reader has answered a task of the model's page. */
  task: CustomEvent<SimTask>;
  /** There are errors or warnings about the model, or there is no engine (then `problems` is empty). */
  problem: CustomEvent<SimProblem>;
}

/** The element `<porthos-sim>`; docs/embedding.md has its attributes. */
export interface PorthosSim extends HTMLElement {
  /** Where the model's text is; as the attribute. */
  src: string;
  /** The model itself: its text, the same as a plain object, or the name of one of the gallery's. */
  get model(): string | object | null;
  /** Reads another model and runs it. */
  set model(model: string | object | null);
  /** Texts of files that the model uses, by the names that it gives them. */
  files: { readonly [name: string]: string };
  /** The model's page with its tasks, Markdown; null: that of the attribute `page`, or the gallery's. */
  page: string | null;
  /** The time shown, s. */
  readonly time: number;
  /** Whether time passes. */
  readonly playing: boolean;
  /** What has been changed. */
  readonly settings: SimSettings;
  /**
   * Loads the simulation if it is not there yet, and lets time pass.
   *
   * @throws Error where the scripts of the element cannot be loaded; so do the methods below
   */
  play(): Promise<void>;
  /** Stops time where it is. */
  pause(): void;
  /**
   * Shows the time t, s, from the start to the end of what has been computed.
   *
   * @throws RangeError unless t is a number
   */
  seek(t: number): Promise<void>;
  /**
   * Changes values of parameters, in their units, and runs again; settles when that run has come to its end. What the
   * model refuses is an outcome, `refused`, and not an exception.
   */
  set(values: { [parameter: string]: number }): Promise<SimOutcome>;
  /** Runs again with other settings; what is missing stays as it is. Settles as `set`. */
  run(settings?: SimSettings): Promise<SimOutcome>;
  /** What is shown at this moment. */
  snapshot(options?: { picture?: boolean }): Promise<SimSnapshot>;
  /** As of every element, with the types of `PorthosSimEvents`. */
  addEventListener<Name extends keyof PorthosSimEvents>(
    type: Name,
    listener: (this: PorthosSim, event: PorthosSimEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** As of every element. */
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** The class of the element; a bare one where there are no pages (Node). */
export declare const PorthosSim: {
  /** An element that is not in a page yet. */
  new (): PorthosSim;
  /** As of every class. */
  prototype: PorthosSim;
};

declare global {
  interface HTMLElementTagNameMap {
    "porthos-sim": PorthosSim;
  }
}
