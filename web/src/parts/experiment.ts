import type { EngineClient, ModelSource, RunListener } from "../engine/client";
import { Trajectory } from "../engine/trajectory";
import type { Description, PortInput, Problem, RunEnd, RunOptions } from "../engine/types";
import type { Pull } from "../hand/pull";
import { runPulled, type Lead } from "../hand/run-pulled";
import { boundedScene } from "../view/bounds";
import { outsideName } from "../models/outside-name";
import { Emitter } from "./emitter";
import { words } from "../words/words";

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
  /** Of positions, in the place of the text's: a pose that was set by hand. */
  starts?: Record<string, number>;
  /** What was pulled, and how. */
  pulls?: readonly Pull[];
}

/** Between two news of added rows, ms. */
const growthPause = 150;

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
  /** A symbol is pointed at, by its name in the table or as a parameter; null: none. */
  readonly pointed = new Emitter<string | null>();
  /** A body of the figure is pointed at, by its name; null: none. */
  readonly pointedBody = new Emitter<string | null>();
  /** A symbol was chosen: its trace is shown, or its knob. */
  readonly chosen = new Emitter<string>();
  /** Settings changed; true when not by a control of the reader's, which shows them already. */
  readonly adjusted = new Emitter<boolean>();

  /** How long the run that is shown rests when it has come to the time `t`, s: ms. */
  restAt: (t: number) => number = () => 0;

  description: Description | null = null;
  trajectory: Trajectory | null = null;
  problems: readonly Problem[] = [];
  /** Values of the parameters that follow from others, in the run that is shown. */
  derived: Readonly<Record<string, number>> = {};
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
        return this.#setStatus("refused", words.textHasProblems);
      }
      this.description = description;
      this.#settings = keepKnown(settings, description);
      this.problems = description.problems;
      this.derived = {};
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

  /** As `change`, with nothing left of the former settings. */
  replace(settings: Settings): Promise<void> {
    this.#settings = { set: {}, inputs: {} };
    return this.change(settings, true);
  }

  /**
   * Runs again with a pull that is under way, the last of these, which `lead` makes longer. What is shown
   * changes when the run has come to the time `from`.
   */
  async pull(pulls: readonly Pull[], from: number, lead: Lead): Promise<void> {
    this.#settings = { ...this.#settings, pulls };
    const signal = this.#restart();
    try {
      await this.#run(signal, from, lead);
    } catch (error) {
      this.#report(error, signal);
    }
  }

  /** Takes over what the run under way was done to: it need not run again. */
  keep(pulls: readonly Pull[]): void {
    this.#settings = { ...this.#settings, pulls };
    this.adjusted.emit(true);
  }

  /** The length of a step, s. */
  get step(): number {
    return this.#settings.step ?? this.description?.simulation.step ?? 0.01;
  }

  /** A run with these settings, which the page does not show by itself. */
  compute(
    settings: Settings,
    listener: RunListener,
    signal: AbortSignal,
    lead?: Lead,
  ): Promise<RunEnd> {
    const step = settings.step ?? this.description?.simulation.step ?? 0.01;
    const options = { ...optionsOf(settings), step };
    return runPulled(
      this.client,
      this.#source,
      options,
      settings.pulls ?? [],
      listener,
      signal,
      lead,
    );
  }

  /**
   * The model as one text that runs anywhere, with all that is set. `isWhole` is false where something that is set has
   * no place in a text, such as what was pulled by hand.
   */
  async wholeText(): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const { client, settings, text } = this;
    const source = await this.#withFiles(this.#cancel.signal);
    const options = optionsOf(settings);
    const isSet = Object.entries(options).some(([, value]) => isAnything(value));
    try {
      return { text: await client.text(source, options), isWhole: !settings.pulls?.length };
    } catch {
      // The text has errors, or no place for what is set.
    }
    try {
      return { text: await client.text(source, {}), isWhole: false };
    } catch {
      return { text, isWhole: !isSet };
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

  async #run(signal: AbortSignal, from = 0, lead?: Lead): Promise<void> {
    const until = this.#settings.until ?? this.description?.simulation.until ?? 10;
    this.end = null;
    this.#setStatus("computing", "");
    let trajectory: Trajectory | null = null;
    let derivedValues = this.derived;
    let told = -Infinity;
    const show = (): void => {
      if (!trajectory || this.trajectory === trajectory) return;
      this.trajectory = trajectory;
      this.derived = derivedValues;
      this.started.emit(trajectory);
    };
    const end = await this.compute(
      this.#settings,
      {
        onStart: ({ problems, columns, scene, derived }) => {
          if (signal.aborted) return;
          derivedValues = Object.fromEntries(derived.map(({ name, value }) => [name, value]));
          this.problems = withoutDoubles([...(this.description?.problems ?? []), ...problems]);
          if (columns.length === 0) return; // refused: nothing will be computed
          trajectory = new Trajectory(columns, boundedScene(scene), until);
          if (from === 0) show();
        },
        onChunk: ({ t, rows, poses }) => {
          if (signal.aborted || !trajectory) return;
          trajectory.append(rows, poses);
          if (t < from * (1 - 1e-9)) return;
          show();
          // What shows the growth takes time from what computes; a hand that is pulling cannot wait.
          if (!lead && performance.now() - told < growthPause) return;
          this.grown.emit(trajectory);
          told = performance.now();
        },
        restAt: (t) => this.restAt(t),
      },
      signal,
      lead,
    );
    if (signal.aborted) return;
    show();
    if (this.trajectory) this.grown.emit(this.trajectory);
    this.#conclude(end);
  }

  #conclude(end: RunEnd): void {
    const { outcome, message } = end;
    this.end = end;
    this.problems = withoutDoubles([...this.problems, ...(end.summary?.problems ?? [])]);
    const hasErrors = this.problems.some(({ severity }) => severity === "error");
    if (outcome === "finished" || outcome === "stopped") this.#setStatus("finished", message);
    else this.#setStatus(hasErrors ? "refused" : "failed", message);
  }

  #report(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || (error instanceof DOMException && error.name === "AbortError")) return;
    const detail = error instanceof Error ? error.message : String(error);
    this.#setStatus("broken", words.noAnswer(detail));
  }

  #setStatus(status: Status, message: string): void {
    this.status = status;
    this.message = message;
    this.changed.emit(this);
  }
}

function optionsOf(settings: Settings): RunOptions {
  const { set, inputs, method, step, until, starts } = settings;
  return {
    set,
    inputs,
    ...(method === undefined ? {} : { method }),
    ...(step === undefined ? {} : { step }),
    ...(until === undefined ? {} : { until }),
    ...(starts === undefined ? {} : { starts }),
  };
}

/** Not the empty object of what is not set. */
const isAnything = (value: object | string | number): boolean =>
  typeof value !== "object" || Object.keys(value).length > 0;

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
  const states = new Set(description.states.map((state) => state.name));
  const { starts } = settings;
  return {
    ...settings,
    ...(starts ? { starts: pick(starts, states) } : {}),
    set: pick(settings.set, parameters),
    inputs: pick(settings.inputs, ports),
  };
}

function pick<Value>(values: Record<string, Value>, known: Set<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)));
}
