import type { EngineClient, ModelSource, RunListener } from "../engine/client";
import { boundedScene } from "../engine/bounded-scene";
import { withMotors } from "../engine/motors";
import { withSupports } from "../engine/supports";
import { Trajectory } from "../engine/trajectory";
import type { Description, RunEnd, Scene } from "../engine/types";
import { outsideName } from "../models/outside-name";
import { loadElementLabels, withElementLabels } from "../words/element-labels";
import { words } from "../words/words";
import { ExperimentState, withoutDoubles } from "./experiment-state";
import { OwnData } from "./own-data";
import type { Pull } from "./pull";
import { runPulled, type Lead } from "./run-pulled";
import { isAnything, keepKnown, optionsOf, type Settings } from "./settings";

/** Minimum time between two notifications of added rows, ms. */
const growthPause = 150;

/**
 * A model with the settings of its reader, and the run that follows from both. Every change starts
 * a new run and cancels the previous one.
 */
export class Experiment extends ExperimentState {
  /** How long a computation that has reached the time `t`, s, pauses before it continues, ms. */
  restAt: (t: number) => number = () => 0;
  /** Measured values of the reader, beside the run. */
  readonly ownData = new OwnData();
  #cancel = new AbortController();

  constructor(
    readonly client: EngineClient,
    /** Files of the gallery that a text uses. */
    readonly filesUsedBy: (
      text: string,
      given?: ModelSource["files"],
    ) => Promise<ModelSource["files"]>,
  ) {
    super();
  }

  /**
   * Reads a model and runs it; a text alone keeps the files of the previous one. The reader's
   * settings stay if their names still exist.
   */
  async load(
    source: ModelSource | string,
    settings: Settings = this.currentSettings,
  ): Promise<void> {
    const signal = this.#restart();
    const { text } = this;
    this.currentSource =
      typeof source === "string" ? { ...this.currentSource, text: source } : source;
    this.currentSettings = settings;
    if (this.text !== text) this.textChanged.emit(this.text);
    this.setStatus("reading", "");
    try {
      const [described] = await Promise.all([
        this.#withFiles(signal).then((complete) => this.client.describe(complete)),
        loadElementLabels(),
      ]);
      const description = inReadersWords(this.text, described);
      if (signal.aborted) return;
      if (description.problems.some(({ severity }) => severity === "error")) {
        this.problems = description.problems;
        return this.setStatus("refused", words.textHasProblems);
      }
      this.description = description;
      this.currentSettings = keepKnown(settings, description);
      this.problems = description.problems;
      this.units.read(this.text);
      this.derived = {};
      this.described.emit(description);
      await this.#run(signal);
    } catch (error) {
      this.#report(error, signal);
    }
  }

  /** Replaces the text by an edit that is complete: it is one step of undo, even if the new text has problems. */
  edit(text: string, settings: Settings): Promise<void> {
    const loaded = this.load(text, settings);
    this.edited.emit(text);
    return loaded;
  }

  /** Changes settings and runs again from t = 0; settles when that run has come to its end. */
  async change(changes: Partial<Settings>, isFromOutside = false): Promise<void> {
    this.currentSettings = { ...this.currentSettings, ...changes };
    this.adjusted.emit(isFromOutside);
    if (!this.description) return;
    const signal = this.#restart();
    try {
      await this.#run(signal);
    } catch (error) {
      this.#report(error, signal);
    }
  }

  /** Like `change`, but all previous settings are discarded. */
  replace(settings: Settings): Promise<void> {
    this.currentSettings = { set: {}, inputs: {} };
    return this.change(settings, true);
  }

  /**
   * Runs again with a pull in progress, the last one, which `lead` extends. The display changes
   * when the run has reached the time `from`.
   */
  async pull(pulls: readonly Pull[], from: number, lead: Lead): Promise<void> {
    this.currentSettings = { ...this.currentSettings, pulls };
    const signal = this.#restart();
    try {
      await this.#run(signal, from, lead);
    } catch (error) {
      this.#report(error, signal);
    }
  }

  /** Keeps the pulls of the current run, which need not run again. */
  keep(pulls: readonly Pull[]): void {
    this.currentSettings = { ...this.currentSettings, pulls };
    this.adjusted.emit(true);
  }

  /** Computes a run with these settings, which the page does not show by itself. */
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
      this.currentSource,
      options,
      settings.pulls ?? [],
      listener,
      signal,
      lead,
    );
  }

  /**
   * The model as one text that runs anywhere, with all settings. `isWhole` is false if a text
   * cannot express a setting, such as a pull.
   */
  async wholeText(): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const { client, settings, text } = this;
    const source = await this.#withFiles(this.#cancel.signal);
    const options = optionsOf(settings);
    const isSet = Object.entries(options).some(([, value]) => isAnything(value));
    try {
      return { text: await client.text(source, options), isWhole: !settings.pulls?.length };
    } catch {
      // The text has errors, or cannot express the settings.
    }
    try {
      return { text: await client.text(source, {}), isWhole: false };
    } catch {
      return { text, isWhole: !isSet };
    }
  }

  /** Reports that there is nothing to run, as a sentence. */
  fail(sentence: string): void {
    this.#restart();
    this.setStatus("broken", sentence);
  }

  dispose(): void {
    this.#cancel.abort();
  }

  /** A text without a base uses the gallery's files. */
  async #withFiles(signal: AbortSignal): Promise<ModelSource> {
    const source = this.currentSource;
    if (source.base !== undefined) return source;
    const files = { ...(await this.filesUsedBy(source.text, source.files)), ...source.files };
    const complete = { ...source, files };
    if (!signal.aborted) this.currentSource = complete;
    return complete;
  }

  #restart(): AbortSignal {
    this.#cancel.abort();
    this.#cancel = new AbortController();
    return this.#cancel.signal;
  }

  async #run(signal: AbortSignal, from = 0, lead?: Lead): Promise<void> {
    const until = this.currentSettings.until ?? this.description?.simulation.until ?? 10;
    this.end = null;
    this.setStatus("computing", "");
    let trajectory: Trajectory | null = null;
    let derivedValues = this.derived;
    let lastGrown = -Infinity;
    const show = (): void => {
      if (!trajectory || this.trajectory === trajectory) return;
      this.trajectory = trajectory;
      this.derived = derivedValues;
      this.started.emit(trajectory);
    };
    const end = await this.compute(
      this.currentSettings,
      {
        onStart: ({ problems, columns, scene, derived }) => {
          if (signal.aborted) return;
          derivedValues = Object.fromEntries(derived.map(({ name, value }) => [name, value]));
          this.problems = withoutDoubles([...(this.description?.problems ?? []), ...problems]);
          if (columns.length === 0) return; // refused: nothing will be computed
          trajectory = new Trajectory(withElementLabels(columns), this.#drawn(scene), until);
          if (from === 0) show();
        },
        onChunk: ({ t, rows, poses, events, isLast }) => {
          if (signal.aborted || !trajectory) return;
          trajectory.append(rows, poses, events, isLast);
          if (t < from * (1 - 1e-9)) return;
          show();
          // Drawing takes time from computing, but a pull cannot wait.
          if (!lead && performance.now() - lastGrown < growthPause) return;
          this.grown.emit(trajectory);
          lastGrown = performance.now();
        },
        restAt: (t) => this.restAt(t),
      },
      signal,
      lead,
    );
    if (signal.aborted) return;
    show();
    if (this.trajectory) this.grown.emit(this.trajectory);
    this.conclude(end);
  }

  /** A scene with the marks that the elements do not draw. */
  #drawn(scene: Scene): Scene {
    const { text, description, currentSettings } = this;
    const supported = withSupports(boundedScene(scene), text);
    return withMotors(supported, description?.ports ?? [], currentSettings.inputs, text);
  }

  #report(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || (error instanceof DOMException && error.name === "AbortError")) return;
    const detail = error instanceof Error ? error.message : String(error);
    this.setStatus("broken", words.noAnswer(detail));
  }
}

/** Ports have their names outside of the model, and elements of the library labels in the reader's language. */
function inReadersWords(text: string, description: Description): Description {
  const ports = description.ports.map((port) => ({ ...port, name: outsideName(text, port.name) }));
  const parameters = withElementLabels(description.parameters);
  return { ...description, ports, parameters, states: withElementLabels(description.states) };
}
