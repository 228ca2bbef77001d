import { Component } from "../base/component";
import { h } from "../base/dom";
import { Emitter } from "../base/emitter";
import type { ModelSource } from "../engine/client";
import { engine } from "../engine/pool";
import { spokenFilesUsedBy } from "../models/spoken-text";
import { accuracyOf, AccuracyNote, isDoubtful } from "../parts/accuracy-note";
import { Banner } from "../parts/banner";
import { listenToHotkeys, type Actions } from "../parts/hotkeys";
import { Narrator } from "../parts/narrator";
import { simActions } from "../parts/sim-actions";
import { StagePanel } from "../parts/stage-panel";
import { keepUnits } from "../parts/unit-picker";
import type { ProseTarget } from "../prose/prose-target";
import { Marks } from "../prose/marks";
import { Clock } from "../study/clock";
import { Comparison } from "../study/comparison";
import { Experiment } from "../study/experiment";
import { foresee } from "../view/painters";
import { words } from "../words/words";
import { Capture } from "./capture";
import { LabParts } from "./lab-parts";
import { Playback, type Start } from "./playback";

/** All parts of one simulation: everything that the element shows once it is revealed. */
export class Lab extends Component implements ProseTarget {
  readonly experiment = new Experiment(engine, spokenFilesUsedBy);
  readonly comparison = new Comparison(this.experiment);
  readonly clock = new Clock();
  /** The colours have changed. */
  readonly recolored = new Emitter<void>();
  /** The reader's answers to the tasks of the page. */
  readonly marks = new Marks();
  /** Resolves when the first picture is shown, or when there will be none. */
  readonly shown: Promise<void>;
  readonly element: HTMLElement;
  readonly actions: Actions;
  readonly playback: Playback;
  readonly capture: Capture;
  readonly parts: LabParts;
  readonly stagePanel: StagePanel;
  /** Opens the model again after a fault. */
  again: () => void = () => void this.experiment.load(this.experiment.source);
  #name = words.simulation;
  readonly #hasDocs: boolean;
  readonly #announcer = h("div", { class: "visually-hidden", role: "status" });

  /** `onShowProblem` shows the first problem in the model's text, if the page has the text. */
  constructor(onShowProblem?: () => void) {
    super();
    const { experiment, comparison, clock, recolored } = this;
    this.#hasDocs = onShowProblem !== undefined;
    const name = (): string => this.#name;
    this.stagePanel = this.own(new StagePanel(experiment, clock, recolored, name));
    const { stage } = this.stagePanel;
    this.playback = new Playback(experiment, clock, () => stage.draw());
    const step = (rows: number): void => this.playback.step(rows);
    this.actions = { ...simActions(clock, stage, step), ...this.stagePanel.actions };
    const light = (names: readonly string[] | null): void => this.light(names);
    const { marks } = this;
    keepUnits();
    const context = { experiment, comparison, clock, marks, recolored, step, light };
    this.parts = this.own(new LabParts({ ...context, stagePanel: this.stagePanel }));
    this.element = this.parts.element;
    this.capture = new Capture(this.element, stage, clock, this.playback, name);
    this.stagePanel.note(this.makeAccuracyNote());
    const banner = this.own(new Banner(experiment, () => this.again(), onShowProblem));
    this.element.prepend(banner.element);
    this.element.append(this.#announcer);
    const narrator = this.own(new Narrator(experiment, clock, (one) => this.announce(one)));
    this.stagePanel.describeBy(narrator.element);
    this.shown = this.#firstPicture();
    this.#follow();
    this.atEnd(
      () => experiment.dispose(),
      () => comparison.dispose(),
      listenToHotkeys(this.actions, this.element),
      () => this.playback.setLive(false),
    );
  }

  /** Reads a model and starts it as `start` says. */
  open(source: ModelSource, start: Start): Promise<void> {
    this.playback.begin(start);
    foresee(source.text);
    return this.experiment.load(source, start.settings);
  }

  /** Dims all bodies except those with these names; null: dims none. */
  light(names: readonly string[] | null): void {
    this.stagePanel.stage.light(names);
  }

  /** A note on the error of the run, to be placed beside its title. The figure has its own. */
  makeAccuracyNote(): HTMLElement {
    return this.own(new AccuracyNote(this.experiment, this.comparison, this.#hasDocs)).element;
  }

  /** Announces a sentence to screen readers. */
  announce(sentence: string): void {
    this.#announcer.textContent = "";
    requestAnimationFrame(() => (this.#announcer.textContent = sentence));
  }

  #firstPicture(): Promise<void> {
    const { experiment } = this;
    const begun = new Promise<void>((resolve) => {
      this.follow(experiment.grown, () => resolve());
      this.follow(experiment.changed, ({ status }) => {
        if (status !== "reading" && status !== "computing") resolve();
      });
    });
    return begun.then(() => this.stagePanel.stage.shown.loaded);
  }

  #follow(): void {
    const { experiment, comparison, element } = this;
    const { stage } = this.stagePanel;
    this.follow(experiment.described, ({ name }) => (this.#name = name || this.#name));
    const { ownData } = experiment;
    const showGhost = (): void =>
      stage.overlay({ ghost: comparison.run?.trajectory ?? ownData.motion });
    this.follow(comparison.changed, showGhost);
    this.follow(ownData.moved, showGhost);
    this.follow(experiment.changed, ({ status, message, description, end }) => {
      element.dataset["status"] = status;
      element.classList.toggle("is-empty", !description && status !== "reading");
      if (status === "failed") this.announce(words.stopped(message));
      if (status === "finished" && end && isDoubtful(end))
        this.announce(words.motionIsOff(accuracyOf(end)));
    });
  }
}
