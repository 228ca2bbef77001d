import type { InspectOptions, Inspection, Linearization, LinearizeOptions } from "porthos/worker";
import type { ModelDiagram } from "porthos/worker";
import type { Chunk, Description, Equations, Method, RunEnd, RunOptions, RunStart } from "./types";

/** A model text with the files that it uses. */
export interface ModelSource {
  readonly text: string;
  /** Name in `use` -> text of the file. These files take precedence. */
  readonly files: Readonly<Record<string, string>>;
  /** The base of other names in `use`; the page itself if it is missing. */
  readonly base?: string;
}

/** Receives the results of a run: `onStart` once, then `onChunk` as rows arrive. */
export interface RunListener {
  onStart(start: RunStart): void;
  onChunk(chunk: Chunk): void;
  /** How long a computation that has reached the time `t`, s, pauses before it continues, ms. */
  restAt?(t: number): number;
}

/** An intervention in a run at one of its steps: new values of parameters, and the steps until the next one. */
export interface Turn {
  readonly set?: Readonly<Record<string, number>>;
  /** The end of the run if it is missing. */
  readonly steps?: number;
}

/** Steers a run: called at its start, and after the number of steps that it returned. */
export type Steer = (done: number, signal: AbortSignal) => Turn | Promise<Turn>;

/** The engine as the page uses it: asynchronous, outside the page's own thread. */
export interface EngineClient {
  methods(): Promise<readonly Method[]>;
  /** Reads a model text; problems in the text are part of the description. */
  describe(source: ModelSource): Promise<Description>;
  /** The equations of a model without errors. */
  equations(source: ModelSource): Promise<Equations>;
  /** The model as one text, with its files and these options in it. */
  text(source: ModelSource, options: RunOptions): Promise<string>;
  /** The structure report of a model. */
  inspect(source: ModelSource, options: InspectOptions): Promise<Inspection>;
  /** The diagram of a model: boxes, junctions and ports. */
  diagram(source: ModelSource): Promise<ModelDiagram>;
  /** The linearization of a model about a state. */
  linearize(source: ModelSource, options: LinearizeOptions): Promise<Linearization>;
  /** Runs from t = 0; rejects with an AbortError once `signal` is aborted. */
  run(
    source: ModelSource,
    options: RunOptions,
    listener: RunListener,
    signal: AbortSignal,
    steer?: Steer,
  ): Promise<RunEnd>;
}
