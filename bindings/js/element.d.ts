/** `<porthos-sim>`, one simulation with its controls, and `<porthos-plot>`, a plot by itself (docs/embedding.md). */
import type {
  Column,
  Description,
  Input,
  MethodText,
  ModelEvent,
  Problem,
  Summary,
} from "./types.js";

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

/** The attributes of `<porthos-sim>`, for templates with types; docs/embedding.md describes them. */
export interface SimAttributes {
  /** The id, which a plot names. */
  id?: string;
  /** The address of the model text. */
  src?: string;
  /** The name of a model of the gallery, or a model text; in templates that assign properties also an object. */
  model?: string | object;
  /** Values of parameters: `omega_0: 5, crank.l1: 0.3`. */
  set?: string;
  /** The end of the run, s. */
  until?: number | string;
  /** The step, s. */
  step?: number | string;
  /** The method. */
  method?: string;
  /** The time to show first, s. */
  t?: number | string;
  /** The parts besides the figure. */
  controls?: string;
  /** The parameters to show. */
  knobs?: string;
  /** Parameters that cannot be changed. */
  locked?: string;
  /** The plots below the energies. */
  traces?: string;
  /** The address of a file with tasks, or its Markdown. */
  page?: string;
  /** Starts automatically. */
  autoplay?: boolean | "";
  /** Repeats. */
  loop?: boolean | "";
  /** A picture until the simulation is loaded. */
  poster?: string;
  /** When loading starts. */
  loading?: "lazy" | "eager";
  /** Loading starts when the reader presses the button on the poster. */
  reveal?: "interaction";
  /** The name or number of the reader. */
  seed?: string;
  /** The colours; missing: those of the reader's system. */
  theme?: "light" | "dark";
  /** The language of the interface. */
  lang?: string;
}

/** The attributes of `<porthos-plot>`, for templates with types. */
export interface PlotAttributes {
  /** The id of a `<porthos-sim>`. */
  for?: string;
  /** The columns to plot. */
  plot?: string;
  /** Whether the reader may choose columns and axes. */
  controls?: boolean | "";
  /** A table; for templates that assign properties. */
  run?: PlottedRun | null;
  /** The colours; missing: those of the reader's system. */
  theme?: "light" | "dark";
  /** The language of the interface. */
  lang?: string;
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
   * An address (a line that ends in `.md`, or begins like a URL) sets the attribute.
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
  get set(): (values: { [parameter: string]: number }) => Promise<SimOutcome>;
  /** The attribute `set`, for frameworks that assign properties. */
  set set(values: string);
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
  /** Like that of every element. */
  removeEventListener<Name extends keyof PorthosSimEvents>(
    type: Name,
    listener: (this: PorthosSim, event: PorthosSimEvents[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  /** Like that of every element. */
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** The class of the element; an empty one outside of pages (Node). */
export declare const PorthosSim: {
  /** An element that is not in a page yet. */
  new (): PorthosSim;
  /** Like that of every class. */
  prototype: PorthosSim;
};

/** A table to plot: a `Run` of the library, or plain data. */
export interface PlottedRun {
  /** The columns of the table; the first one is the time. */
  readonly columns: readonly Column[];
  /** Number of rows. */
  readonly rows: number;
  /** The rows one after the other, (rows x columns). */
  readonly table: Float64Array;
  /** The events of the run, for marks in the plot. */
  readonly events?: readonly ModelEvent[];
}

/** Detail of the event `seek` of a plot. */
export interface PlotSeek {
  /** The time at the line in the plot, s. */
  t: number;
}

/** The events of a plot. */
export interface PorthosPlotEvents {
  /** The line at the current time has moved. */
  seek: CustomEvent<PlotSeek>;
}

/** The element `<porthos-plot>`; docs/embedding.md has its attributes. */
export interface PorthosPlot extends HTMLElement {
  /** The id of a `<porthos-sim>` whose runs are plotted: the attribute `for`. */
  htmlFor: string;
  /** The columns: `x1, y1` over the time, or `omega/phi`; the attribute `plot`. */
  plot: string;
  /** Whether the reader may choose columns and axes: the attribute `controls`. */
  controls: boolean;
  /** A table that is plotted instead of the runs of a simulation. */
  get run(): PlottedRun | null;
  /** Plots another table. */
  set run(run: PlottedRun | null);
  /** The time at the line in the plot, s. */
  readonly time: number;
  /**
   * Moves the line, and the simulation that the plot belongs to, to the time t, s.
   *
   * @throws RangeError unless t is a number
   */
  seek(t: number): void;
  /** Like that of every element, with the types of `PorthosPlotEvents`. */
  addEventListener<Name extends keyof PorthosPlotEvents>(
    type: Name,
    listener: (this: PorthosPlot, event: PorthosPlotEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Like that of every element. */
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Like that of every element. */
  removeEventListener<Name extends keyof PorthosPlotEvents>(
    type: Name,
    listener: (this: PorthosPlot, event: PorthosPlotEvents[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  /** Like that of every element. */
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** The class of the plot; an empty one outside of pages (Node). */
export declare const PorthosPlot: {
  /** A plot that is not in a page yet. */
  new (): PorthosPlot;
  /** Like that of every class. */
  prototype: PorthosPlot;
};

/** The types that belong to an element. */
export interface ElementTypes<Of extends HTMLElement, Attributes, Events> {
  /** Its class. */
  element: Of;
  /** Its attributes, for templates with types. */
  attributes: Attributes;
  /** Its events, by their names. */
  events: Events;
}

/** The elements by their tags. The types for frameworks follow from this table. */
export interface PorthosElements {
  /** One simulation with its controls. */
  "porthos-sim": ElementTypes<PorthosSim, SimAttributes, PorthosSimEvents>;
  /** A plot by itself. */
  "porthos-plot": ElementTypes<PorthosPlot, PlotAttributes, PorthosPlotEvents>;
}

declare global {
  interface HTMLElementTagNameMap {
    "porthos-plot": PorthosPlot;
    "porthos-sim": PorthosSim;
  }
}
