import type { Chunk, Description, Method, RunEnd, RunOptions, RunStart } from "./types";

/** File name -> text of the files that a model uses. */
export type Files = Readonly<Record<string, string>>;

/** What a run reports on its way: `onStart` once, then `onChunk` as rows arrive. */
export interface RunListener {
  onStart(start: RunStart): void;
  onChunk(chunk: Chunk): void;
}

/** The engine as the page sees it: asynchronous, outside the page's own thread. */
export interface EngineClient {
  methods(): Promise<readonly Method[]>;
  /** Reads a model text; problems in the text are part of the description. */
  describe(text: string, files: Files): Promise<Description>;
  /** Runs from t = 0; rejects with an AbortError once `signal` is aborted. */
  run(
    text: string,
    files: Files,
    options: RunOptions,
    listener: RunListener,
    signal: AbortSignal,
  ): Promise<RunEnd>;
}
