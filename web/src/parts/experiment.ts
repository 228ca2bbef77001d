import type { EngineClient, ModelSource } from "../engine/client";
import { Trajectory } from "../engine/trajectory";
import type { Description, PortInput, Problem, RunEnd, RunOptions } from "../engine/types";
import { boundedScene } from "../view/bounds";
import { outsideName } from "../models/outside-name";
import { Emitter } from "./emitter";

/**
 * reading: the text is being read. computing: rows arrive. finished: the run reached its end.
 * failed: it stopped before, with a message. refused: the text has errors, the former run is kept.
 * broken: the engine itself could not be reached.
 */
export type Status = "reading" | "computing" | "finished" | "failed" | "refused" | "broken";

/** What the reader may change besides the text; missing means "as the model says". */
export interface Settings {
  set: Record<string, number>;
  inputs: Record<string, PortInput>;
  method?: string;
  step?: number;
  until?: number;
}

/**
 * One model under study: its text, what the reader changed, and the run that follows from both.
 * Every change starts the run anew and cancels the former one.
 */
export class Experiment {
  /** The text was read (parameters, ports and methods may be new). */
  readonly described = new Emitter<Description>();
  readonly started = new Emitter<Trajectory>();
  readonly grown = new Emitter<Trajectory>();
  /** Status, message or problems changed. */
  readonly changed = new Emitter<Experiment>();
  /** Settings changed; true when not by a control of the reader's, which shows them already. */
  readonly adjusted = new Emitter<boolean>();

  description: Description | null = null;
  trajectory: Trajectory | null = null;
  problems: readonly Problem[] = [];
  status: Status = "reading";
  message = "";
  /** How the last run ended; null while it goes on. */
  end: RunEnd | null = null;
  #source: ModelSource = { text: "", files: {} };
  #settings: Settings = { set: {}, inputs: {} };
  #cancel = new AbortController();

  constructor(
    readonly client: EngineClient,
    /** Files of the gallery that a text uses. */
    readonly filesUsedBy: (text: string) => Promise<ModelSource["files"]>,
  ) {}

  get source(): ModelSource {
    return this.#source;
  }

  /** How it ended: as the run did, or "refused", or "broken". */
  get outcome(): RunEnd {
    if (this.status === "refused" || this.status === "broken")
      return { outcome: this.status, message: this.message };
    return this.end ?? { outcome: "running", message: "" };
  }

  get text(): string {
    return this.#source.text;
  }

  get settings(): Readonly<Settings> {
    return this.#settings;
  }

  /**
   * Reads a model and runs it; a text alone has the files of the one before. What the reader had set
   * stays set where the names still exist.
   */
  async load(source: ModelSource | string, settings: Settings = this.#settings): Promise<void> {
    const signal = this.#restart();
    this.#source = typeof source === "string" ? { ...this.#source, text: source } : source;
    this.#settings = settings;
    this.#setStatus("reading", "");
    try {
      const described = await this.client.describe(await this.#withFiles(signal));
      const description = withOutsideNames(this.text, described);
      if (signal.aborted) return;
      if (description.problems.some(({ severity }) => severity === "error")) {
        this.problems = description.problems;
        return this.#setStatus("refused", "The model text has problems.");
      }
      this.description = description;
      this.#settings = keepKnown(settings, description);
      this.problems = description.problems;
      this.described.emit(description);
      await this.#run(signal);
    } catch (error) {
      this.#report(error, signal);
    }
  }

  /** Changes settings and runs again from t = 0; settles when that run has come to its end. */
  async change(changes: Partial<Settings>, isFromOutside = false): Promise<void> {
    this.#settings = { ...this.#settings, ...changes };
    this.adjusted.emit(isFromOutside);
    if (!this.description) return;
    const signal = this.#restart();
    try {
      await this.#run(signal);
    } catch (error) {
      this.#report(error, signal);
    }
  }

  /** Reports that there is nothing to run, in a sentence. */
  fail(sentence: string): void {
    this.#restart();
    this.#setStatus("broken", sentence);
  }

  dispose(): void {
    this.#cancel.abort();
  }

  /** A text without a place of its own uses the gallery's files. */
  async #withFiles(signal: AbortSignal): Promise<ModelSource> {
    const source = this.#source;
    if (source.base !== undefined) return source;
    const files = { ...(await this.filesUsedBy(source.text)), ...source.files };
    const complete = { ...source, files };
    if (!signal.aborted) this.#source = complete;
    return complete;
  }

  #restart(): AbortSignal {
    this.#cancel.abort();
    this.#cancel = new AbortController();
    return this.#cancel.signal;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const options = this.#options();
    const until = options.until ?? this.description?.simulation.until ?? 10;
    this.end = null;
    this.#setStatus("computing", "");
    let trajectory: Trajectory | null = null;
    const end = await this.client.run(
      this.#source,
      options,
      {
        onStart: ({ problems, columns, scene }) => {
          if (signal.aborted) return;
          this.problems = withoutDoubles([...(this.description?.problems ?? []), ...problems]);
          if (columns.length === 0) return; // refused: nothing will be computed
          trajectory = this.trajectory = new Trajectory(columns, boundedScene(scene), until);
          this.started.emit(trajectory);
        },
        onChunk: ({ rows, poses }) => {
          if (signal.aborted || !trajectory) return;
          trajectory.append(rows, poses);
          this.grown.emit(trajectory);
        },
      },
      signal,
    );
    if (!signal.aborted) this.#conclude(end);
  }

  #conclude(end: RunEnd): void {
    const { outcome, message } = end;
    this.end = end;
    const hasErrors = this.problems.some(({ severity }) => severity === "error");
    if (outcome === "finished" || outcome === "stopped") this.#setStatus("finished", message);
    else this.#setStatus(hasErrors ? "refused" : "failed", message);
  }

  #options(): RunOptions {
    const { set, inputs, method, step, until } = this.#settings;
    return {
      set,
      inputs,
      ...(method === undefined ? {} : { method }),
      ...(step === undefined ? {} : { step }),
      ...(until === undefined ? {} : { until }),
    };
  }

  #report(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || (error instanceof DOMException && error.name === "AbortError")) return;
    const detail = error instanceof Error ? error.message : String(error);
    this.#setStatus("broken", `The engine does not answer. ${detail}`);
  }

  #setStatus(status: Status, message: string): void {
    this.status = status;
    this.message = message;
    this.changed.emit(this);
  }
}

function withOutsideNames(text: string, description: Description): Description {
  const ports = description.ports.map((port) => ({ ...port, name: outsideName(text, port.name) }));
  return { ...description, ports };
}

/** A warning about the text may come back with the run. */
function withoutDoubles(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

function keepKnown(settings: Settings, description: Description): Settings {
  const parameters = new Set(description.parameters.filter((p) => !p.derived).map((p) => p.name));
  const ports = new Set(description.ports.map((port) => port.name));
  return {
    ...settings,
    set: Object.fromEntries(Object.entries(settings.set).filter(([name]) => parameters.has(name))),
    inputs: Object.fromEntries(Object.entries(settings.inputs).filter(([name]) => ports.has(name))),
  };
}
