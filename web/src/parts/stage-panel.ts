import { Component } from "../base/component";
import { button, h, setText } from "../base/dom";
import type { Emitter } from "../base/emitter";
import type { Trajectory } from "../engine/trajectory";
import { formatTime } from "../plots/format";
import type { Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import { Hand } from "../study/hand";
import { Stage } from "../view/stage";
import { words } from "../words/words";
import { HandPanel } from "./hand-panel";
import { titleOf, type Actions, type HotkeyId } from "./hotkeys";
import { icon } from "./icons";
import { fillLegend } from "./stage-legend";

/** The figure while it shows another motion instead of the run. */
export interface MotionPreview {
  /** Shows this time of the other motion. */
  seek(t: number): void;
  /** Returns the figure to the run. */
  end(): void;
}

/** The figure, with its view buttons, its legend, and a sentence if there is nothing to show. */
export class StagePanel extends Component {
  readonly element: HTMLElement;
  readonly stage: Stage;
  /** The keys for pulling bodies. */
  readonly actions: Actions;
  readonly #host: HTMLElement;
  readonly #notice = h("div", { class: "notice", role: "status" });
  readonly #legend = h("ul", { class: "stage-legend" });
  readonly #tools: HTMLElement;
  readonly #notes: HTMLElement;
  #hasTools = true;
  #preview: { readonly caption: HTMLElement; readonly time: number; onEnd(): void } | null = null;

  constructor(
    readonly experiment: Experiment,
    readonly clock: Clock,
    recolored: Emitter<void>,
    /** The name of the model. */
    readonly name: () => string,
  ) {
    super();
    this.#host = h("div", { class: "stage-canvas", role: "img", "aria-label": name() });
    this.stage = new Stage(this.#host);
    this.atEnd(() => this.stage.dispose());
    const hand = this.own(new HandPanel(new Hand(experiment, clock), this.stage));
    this.actions = hand.actions;
    this.#tools = this.#makeTools();
    this.#notes = h("div", { class: "stage-notes" }, hand.element);
    this.element = h(
      "div",
      { class: "stage", part: "figure" },
      ...[this.#host, this.#tools, this.#legend, this.#notes, this.#notice],
    );
    this.follow(experiment.started, (trajectory) => {
      this.#endPreview();
      this.stage.show(trajectory);
      void this.stage.shown.loaded.then(() => this.#showNotice());
      fillLegend(this.#legend, trajectory.scene, this.stage);
    });
    this.follow(experiment.changed, () => this.#showNotice());
    this.follow(clock.changed, () => this.#followClock());
    this.follow(recolored, () => this.stage.recolor());
    this.#showNotice();
  }

  /** Adds a text that describes the figure. */
  describeBy(text: HTMLElement): void {
    this.element.append(text);
    this.#host.setAttribute("aria-describedby", text.id);
  }

  /** Puts a button above those of the view. */
  addTool(tool: HTMLElement): void {
    this.#tools.prepend(tool);
  }

  /** Shows a note about the run at the top of the figure; it is hidden while another motion is shown. */
  note(element: HTMLElement): void {
    this.#notes.prepend(element);
  }

  /**
   * Shows another motion of the bodies with a caption, while the clock is paused. It ends when the
   * clock or the run continues; `onEnd` is called in any case.
   */
  preview(motion: Trajectory, caption: HTMLElement, onEnd: () => void): MotionPreview {
    this.#endPreview();
    this.clock.pause();
    const own = { caption, time: this.clock.time, onEnd };
    this.#preview = own;
    this.element.append(caption);
    this.#legend.hidden = true;
    this.#notes.hidden = true;
    this.#host.setAttribute("aria-label", words.figureAs(this.name(), caption.textContent));
    this.stage.showInstead(motion);
    return {
      seek: (t) => {
        if (this.#preview === own) this.stage.seek(t);
      },
      end: () => {
        if (this.#preview === own) this.#endPreview();
      },
    };
  }

  /** Shows or hides the buttons and the legend. */
  setTools(shown: boolean): void {
    this.#hasTools = shown;
    this.#tools.hidden = !shown;
    this.#legend.hidden = !shown || this.#preview !== null;
  }

  #makeTools(): HTMLElement {
    const { stage } = this;
    const tool = (
      name: "plus" | "minus" | "fit",
      label: string,
      key: HotkeyId,
      act: () => void,
    ): HTMLButtonElement =>
      button(
        { class: "quiet square", "aria-label": label, title: titleOf(key) },
        [icon(name)],
        act,
      );
    return h(
      "div",
      { class: "stage-tools", role: "group", "aria-label": words.view },
      tool("plus", words.zoomIn, "zoomIn", () => stage.view.zoom(1.2)),
      tool("minus", words.zoomOut, "zoomOut", () => stage.view.zoom(1 / 1.2)),
      tool("fit", words.resetView, "resetView", () => stage.view.reset(stage.shown.current)),
    );
  }

  #followClock(): void {
    const { clock } = this;
    if (this.#preview && (clock.isPlaying || clock.time !== this.#preview.time)) this.#endPreview();
    if (this.#preview) return;
    this.stage.seek(clock.time);
    if (!clock.isPlaying) this.#describe();
  }

  #endPreview(): void {
    const ended = this.#preview;
    if (!ended) return;
    this.#preview = null;
    ended.caption.remove();
    this.#legend.hidden = !this.#hasTools;
    this.#notes.hidden = false;
    this.stage.showInstead(null);
    this.stage.seek(this.clock.time);
    this.#describe();
    ended.onEnd();
  }

  #describe(): void {
    const label = words.figureAt(this.name(), formatTime(this.clock.time));
    this.#host.setAttribute("aria-label", label);
  }

  #showNotice(): void {
    const text = noticeText(this.experiment, this.stage);
    this.#notice.hidden = text === "";
    setText(this.#notice, text);
  }
}

function noticeText({ status, trajectory }: Experiment, stage: Stage): string {
  if (stage.shown.painter === null) return words.noWebgl;
  if (status === "broken" && !trajectory) return words.nothingToShow;
  if (status === "refused" && !trajectory) return words.textHasProblems;
  if (status === "reading" && !trajectory) return words.readingModel;
  if (trajectory && trajectory.scene.bodies.length === 0) return words.noLooks;
  return "";
}
