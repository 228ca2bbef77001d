import type { ModelSource } from "../engine/client";
import { engine } from "../engine/pool";
import { filesUsedBy } from "../models/used-files";
import { accuracyOf, isDoubtful, makeAccuracyNote } from "../parts/accuracy-note";
import { makeBanner } from "../parts/banner";
import { Clock } from "../study/clock";
import { h } from "../base/dom";
import { Emitter } from "../base/emitter";
import { Experiment } from "../study/experiment";
import type { Settings } from "../study/settings";
import { listenToHotkeys, type Actions } from "../parts/hotkeys";
import { Comparison } from "../study/comparison";
import { makeEquationsPanel } from "../parts/equations-panel";
import { makeInputsPanel } from "../parts/inputs-panel";
import { makeLedgerPanel } from "../parts/ledger-panel";
import { makeMethodPanel } from "../parts/method-panel";
import { makeNarrator } from "../parts/narrator";
import { makeParametersPanel, type Knobs, type ParametersPanel } from "../parts/parameters-panel";
import { composeSheet, film } from "../parts/picture";
import { simActions } from "../parts/sim-actions";
import { makeStagePanel, type Loan, type StagePanel } from "../parts/stage-panel";
import type { Trajectory } from "../engine/trajectory";
import type { Scene } from "../engine/types";
import { formatTime } from "../plots/format";
import { Smoothness } from "../study/smoothness";
import { onFrame } from "../base/ticker";
import { type Answered } from "../prose/enliven";
import { makeTasksPanel, type TasksPanel } from "../prose/tasks-panel";
import { makeTracesPanel } from "../parts/traces-panel";
import { makeTransport } from "../parts/transport";
import type { Part } from "./parts";
import { foresee } from "../view/painters";
import { words } from "../words/words";

/** How a simulation begins, and what goes on by itself. */
export interface Start {
  readonly settings: Settings;
  /** s */
  readonly time: number;
  readonly plays: boolean;
}

/** All parts of one simulation: what the element shows once it is revealed. */
export class Lab {
  readonly experiment = new Experiment(engine, filesUsedBy);
  readonly comparison = new Comparison(this.experiment);
  readonly clock = new Clock();
  readonly #smoothness = new Smoothness(this.clock);
  /** Told after the colours have changed. */
  readonly recolored = new Emitter<void>();
  /** A task was answered. */
  readonly answered = new Emitter<Answered>();
  /** The first picture is there, or there will be none. */
  readonly shown: Promise<void>;
  readonly element: HTMLElement;
  /** What the keys do. */
  readonly actions: Actions;
  /** Opens the model again after a fault. */
  again: () => void = () => void this.experiment.load(this.experiment.source);
  #name = words.simulation;
  /** The documentation stands beside the page. */
  readonly #hasDocs: boolean;
  readonly #stagePanel: StagePanel;
  readonly #parts = new Map<Part, readonly HTMLElement[]>();
  readonly #hero: HTMLElement;
  readonly #row: HTMLElement;
  /** Between the figure and the panels. */
  readonly #middle = h("div", {});
  readonly #panels: HTMLElement;
  readonly #unknown = h("p", { class: "stop-note", role: "alert", hidden: true });
  readonly #announcer = h("div", { class: "visually-hidden", role: "status" });
  readonly #ends: (() => void)[] = [];
  #parameters: ParametersPanel | undefined;
  #tasks: TasksPanel | undefined;
  #page = "";
  #knobs: Knobs = { shown: null, locked: new Set(), given: {} };
  #begin: Start = { settings: { set: {}, inputs: {} }, time: 0, plays: false };
  #hasBegun = false;
  #chosen: ReadonlySet<Part> = new Set();
  #hasFigure = true;
  #endTicks: (() => void) | null = null;

  /** `onShowProblem` shows the first problem in the model's text, where that can be seen. */
  constructor(onShowProblem?: () => void) {
    const { experiment, clock } = this;
    this.#hasDocs = onShowProblem !== undefined;
    this.#stagePanel = makeStagePanel(experiment, clock, this.recolored, () => this.#name);
    this.actions = {
      ...simActions(clock, this.#stagePanel.stage, (rows) => this.#step(rows)),
      ...this.#stagePanel.actions,
    };
    this.#hero = h("div", { class: "hero" }, this.#stagePanel.element);
    this.#row = h("div", { class: "figure-row" }, this.#hero);
    this.#panels = h("div", { class: "panels", hidden: true });
    this.#stagePanel.note(this.makeAccuracyNote());
    const banner = makeBanner(experiment, () => this.again(), onShowProblem);
    this.element = h(
      "div",
      { class: "lab" },
      banner,
      this.#unknown,
      this.#row,
      this.#middle,
      this.#panels,
      this.#announcer,
    );
    const narrator = makeNarrator(experiment, clock, (sentence) => this.announce(sentence));
    this.#stagePanel.describeBy(narrator.element);
    this.#ends.push(listenToHotkeys(this.actions, this.element), narrator.dispose);
    experiment.described.on(({ name }) => {
      this.#name = name || this.#name;
      this.#checkNames();
    });
    experiment.restAt = (t) => this.#smoothness.restAt(t);
    experiment.started.on(({ scene }) => this.#showTraces(scene));
    experiment.grown.on(() => this.#follow());
    this.comparison.changed.on((run) => this.#stagePanel.stage.setGhost(run?.trajectory ?? null));
    experiment.changed.on(({ status, message }) => {
      this.element.dataset["status"] = status;
      this.element.classList.toggle("is-empty", !experiment.description && status !== "reading");
      this.#follow();
      if (status === "failed") this.announce(words.stopped(message));
      const { end } = experiment;
      if (status === "finished" && end && isDoubtful(end))
        this.announce(words.motionIsOff(accuracyOf(end)));
    });
    const begun = new Promise<void>((resolve) => {
      experiment.grown.on(() => resolve());
      experiment.changed.on(({ status }) => {
        if (status !== "reading" && status !== "computing") resolve();
      });
    });
    this.shown = begun.then(() => this.#stagePanel.stage.loaded);
  }

  /** Reads a model and begins as `start` says. */
  open(source: ModelSource, start: Start): Promise<void> {
    this.#begin = start;
    this.#hasBegun = false;
    foresee(source.text);
    return this.experiment.load(source, start.settings);
  }

  /** Shows these parts and no others; of a model that draws nothing the traces too. */
  setParts(chosen: ReadonlySet<Part>): void {
    this.#chosen = chosen;
    const parts = this.#hasFigure ? chosen : new Set<Part>([...chosen, "traces"]);
    const makers: readonly [Part, HTMLElement, () => readonly HTMLElement[]][] = [
      ["transport", this.#hero, () => this.#makeTransport()],
      ["tasks", this.#middle, () => [this.#makeTasks()]],
      ["traces", this.#row, () => [this.#makeTraces()]],
      ["knobs", this.#panels, () => [this.#makeKnobs()]],
      ["inputs", this.#panels, () => [makeInputsPanel(this.experiment)]],
      ["method", this.#panels, () => [makeMethodPanel(this.experiment, this.comparison)]],
      ["ledger", this.#panels, () => [makeLedgerPanel(this.experiment, this.clock)]],
      ["equations", this.element, () => [makeEquationsPanel(this.experiment)]],
    ];
    let isLate = false;
    for (const [part, place, make] of makers) {
      if (parts.has(part) && !this.#parts.has(part)) {
        const made = make();
        this.#parts.set(part, made);
        place.append(...made);
        isLate = this.experiment.description !== null;
      }
      for (const made of this.#parts.get(part) ?? [])
        made.classList.toggle("is-out", !parts.has(part));
    }
    this.#stagePanel.setTools(parts.has("view"));
    this.#panels.hidden = !["knobs", "inputs", "method", "ledger"].some((p) =>
      parts.has(p as Part),
    );
    this.#row.classList.toggle("has-traces", parts.has("traces"));
    if (isLate) this.#tellAgain();
  }

  setKnobs(knobs: Knobs): void {
    this.#knobs = knobs;
    this.#parameters?.setKnobs(knobs);
    this.#checkNames();
  }

  /** The model's page, Markdown, of which the tasks are shown. */
  setPage(markdown: string): void {
    this.#page = markdown;
    this.#tasks?.setPage(markdown);
  }

  readonly onAnswer = (answered: Answered): void => this.answered.emit(answered);

  /** Dims all bodies but those of these names; null: none. */
  light(names: readonly string[] | null): void {
    this.#stagePanel.stage.light(names);
  }

  /** Whether time passes and pictures are drawn. */
  setLive(live: boolean): void {
    if (live)
      this.#endTicks ??= onFrame((seconds) => {
        this.clock.tick(seconds);
        this.#smoothness.tick(seconds);
        this.#stagePanel.stage.draw();
      });
    else {
      this.#endTicks?.();
      this.#endTicks = null;
    }
  }

  /** How far the run is off, for a place beside its title. The figure has such a note of its own. */
  makeAccuracyNote(): HTMLElement {
    return makeAccuracyNote(this.experiment, this.comparison, this.#hasDocs);
  }

  /** Lays something over the figure. */
  cover(element: HTMLElement): void {
    this.#stagePanel.element.append(element);
  }

  /** Shows another motion of the bodies in the figure, until it is ended or the clock or the run goes on. */
  lend(motion: Trajectory, caption: HTMLElement, onEnd: () => void): Loan {
    return this.#stagePanel.lend(motion, caption, onEnd);
  }

  /** Says a sentence to readers who cannot see what changed. */
  announce(sentence: string): void {
    this.#announcer.textContent = "";
    requestAnimationFrame(() => (this.#announcer.textContent = sentence));
  }

  /** Where the middle of a body is on the screen now, pixels. */
  spotOf(body: number): { readonly x: number; readonly y: number } {
    return this.#stagePanel.stage.spotOf(body);
  }

  /** The figure as it is now, a PNG as a data: URL; "" where there is none. */
  picture(): string {
    const { stage } = this.#stagePanel;
    return stage.paint() ? stage.canvas.toDataURL("image/png") : "";
  }

  /** Figure and traces as they are now, a PNG; null where there is no figure. */
  sheet(): Promise<Blob | null> {
    const { stage } = this.#stagePanel;
    if (!stage.paint()) return Promise.resolve(null);
    const traces = [...this.element.querySelectorAll<HTMLElement>(".chart")].flatMap((chart) => {
      const canvas = chart.querySelector("canvas");
      const unit = chart.querySelector(".axis-unit")?.textContent ?? "";
      const heading = [chart.getAttribute("aria-label") ?? "", unit].filter(Boolean).join(", in ");
      return canvas ? [{ heading, canvas }] : [];
    });
    const title = `${this.#name}, t = ${formatTime(this.clock.time)} s`;
    const sheet = composeSheet(this.element, title, stage.canvas, traces);
    return new Promise((resolve) => sheet.toBlob(resolve, "image/png"));
  }

  /** The figure over the whole run at the speed of the clock; null where the browser cannot film. */
  film(): Promise<Blob | null> {
    const { clock } = this;
    const { stage } = this.#stagePanel;
    const { time, loops } = clock;
    clock.loops = false;
    this.setLive(true); // out of view no time passes
    clock.reset();
    const play = async (): Promise<void> => {
      clock.play();
      await new Promise<void>((resolve) => {
        const end = clock.changed.on(({ isPlaying }) => {
          if (isPlaying) return;
          end();
          resolve();
        });
      });
    };
    return film({ canvas: stage.canvas, paint: () => stage.paint(), play }).finally(() => {
      clock.loops = loops;
      clock.seek(time);
    });
  }

  dispose(): void {
    this.setLive(false);
    this.experiment.dispose();
    this.comparison.dispose();
    this.#stagePanel.dispose();
    this.#ends.forEach((end) => end());
  }

  /** Says which names of `knobs`, `locked` and `set` the model does not have. */
  #checkNames(): void {
    const { description } = this.experiment;
    const { shown, locked, given } = this.#knobs;
    const known = new Set(description?.parameters.map(({ name }) => name));
    const named = new Set([...(shown ?? []), ...locked, ...Object.keys(given)]);
    const unknown = [...named].filter((name) => !known.has(name));
    this.#unknown.hidden = !description || unknown.length === 0;
    this.#unknown.textContent = words.unknownParameters(unknown.join(", "));
  }

  #makeTransport(): readonly HTMLElement[] {
    return makeTransport(this.experiment, this.clock, (rows) => this.#step(rows));
  }

  #makeTraces(): HTMLElement {
    const { element, dispose } = makeTracesPanel(
      this.experiment,
      this.clock,
      this.recolored,
      this.comparison,
    );
    this.#ends.push(dispose);
    return element;
  }

  #makeTasks(): HTMLElement {
    this.#tasks = makeTasksPanel(this, this.onAnswer);
    this.#tasks.setPage(this.#page);
    return this.#tasks.element;
  }

  #makeKnobs(): HTMLElement {
    this.#parameters = makeParametersPanel(this.experiment, this.#knobs);
    return this.#parameters.element;
  }

  /** To parts that were made after the model had been read. */
  #tellAgain(): void {
    const { experiment } = this;
    if (experiment.description) experiment.described.emit(experiment.description);
    if (experiment.trajectory) experiment.started.emit(experiment.trajectory);
    experiment.changed.emit(experiment);
  }

  /** A model without a figure is seen in its traces alone, which then are large. */
  #showTraces({ bodies, vectors, trails }: Scene): void {
    const hasFigure = bodies.length + vectors.length + trails.length > 0;
    if (hasFigure === this.#hasFigure) return;
    this.#hasFigure = hasFigure;
    this.element.classList.toggle("has-no-figure", !hasFigure);
    // After all have been told of the run: what is made now is told by itself.
    queueMicrotask(() => this.setParts(this.#chosen));
  }

  #step(rows: number): void {
    const { trajectory } = this.experiment;
    if (!trajectory) return;
    this.clock.pause();
    const row = trajectory.locate(this.clock.time + 1e-9).row + rows;
    this.clock.seek(trajectory.value(Math.min(Math.max(row, 0), trajectory.rowCount - 1), 0));
  }

  /** Keeps the clock within what has been computed. */
  #follow(): void {
    const { clock } = this;
    const { trajectory, status } = this.experiment;
    if (!trajectory) return;
    clock.setEnd(trajectory.end, status === "computing" || status === "reading");
    if (!this.#hasBegun && trajectory.rowCount > 0) {
      this.#hasBegun = true;
      if (this.#begin.time > 0) clock.seek(this.#begin.time);
      if (this.#begin.plays) clock.play();
    }
    if (!clock.isPlaying) clock.seek(clock.time);
  }
}
