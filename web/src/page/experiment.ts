import type { EngineClient, Files } from "../engine/client";
import { Trajectory } from "../engine/trajectory";
import type { Description, PortInput, Problem, RunEnd, RunOptions } from "../engine/types";
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

  description: Description | null = null;
  trajectory: Trajectory | null = null;
  problems: readonly Problem[] = [];
  status: Status = "reading";
  message = "";
  #text = "";
  #files: Files = {};
  #settings: Settings = { set: {}, inputs: {} };
  #cancel = new AbortController();

  constructor(
    readonly client: EngineClient,
    readonly filesUsedBy: (text: string) => Promise<Files>,
  ) {}

  get text(): string {
    return this.#text;
  }

  get settings(): Readonly<Settings> {
    return this.#settings;
  }

  /** Reads a text and runs it; what the reader had set stays set where the names still exist. */
  async load(text: string, settings: Settings = this.#settings): Promise<void> {
    const signal = this.#restart();
    this.#text = text;
    this.#settings = settings;
    this.#setStatus("reading", "");
    try {
      const files = await this.filesUsedBy(text);
      const description = withOutsideNames(text, await this.client.describe(text, files));
      if (signal.aborted) return;
      this.#files = files;
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

  /** Changes settings and runs again from t = 0. */
  async change(changes: Partial<Settings>): Promise<void> {
    this.#settings = { ...this.#settings, ...changes };
    if (!this.description) return;
    const signal = this.#restart();
    try {
      await this.#run(signal);
    } catch (error) {
      this.#report(error, signal);
    }
  }

  dispose(): void {
    this.#cancel.abort();
  }

  #restart(): AbortSignal {
    this.#cancel.abort();
    this.#cancel = new AbortController();
    return this.#cancel.signal;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const options = this.#options();
    const until = options.until ?? this.description?.simulation.until ?? 10;
    this.#setStatus("computing", "");
    let trajectory: Trajectory | null = null;
    const end = await this.client.run(
      this.#text,
      this.#files,
      options,
      {
        onStart: ({ problems, columns, scene }) => {
          if (signal.aborted) return;
          this.problems = withoutDoubles([...(this.description?.problems ?? []), ...problems]);
          if (columns.length === 0) return; // refused: nothing will be computed
          trajectory = this.trajectory = new Trajectory(columns, scene, until);
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

  #conclude({ outcome, message }: RunEnd): void {
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
    this.#setStatus("broken", error instanceof Error ? error.message : String(error));
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
