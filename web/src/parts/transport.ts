import { Component } from "../base/component";
import { button, calmly, h, setText } from "../base/dom";
import type { Emitter } from "../base/emitter";
import { formatTime } from "../plots/format";
import { SliderMarks } from "../plots/slider-marks";
import { speeds, type Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { titleOf, type HotkeyId } from "./hotkeys";
import { icon, setIcon } from "./icons";

/** Play, pause, step, reset, speed, and the time slider, which also shows how far the run is computed. */
export class Transport extends Component {
  readonly element: HTMLElement;
  /** Tells that the run stopped early, and why. */
  readonly stop = h("p", { class: "stop-note", role: "alert", hidden: true });
  readonly #playIcon = icon("play");
  readonly #play: HTMLButtonElement;
  readonly #slider = h("input", {
    ...{ type: "range", min: 0, max: 10, step: "any", value: 0, "aria-label": words.time },
  });
  readonly #failure = h("span", { class: "failure-mark", hidden: true });
  readonly #marks = new SliderMarks();
  readonly #now = h("span", { class: "now" });
  readonly #total = h("span", { class: "total" });
  readonly #speed = h(
    "select",
    { "aria-label": words.speed },
    ...speeds.map((value) => h("option", { value, selected: value === 1 }, `${value}×`)),
  );

  constructor(
    readonly experiment: Experiment,
    readonly clock: Clock,
    /** Moves the clock by a number of rows. */
    step: (rows: number) => void,
    recolored: Emitter<void>,
  ) {
    super();
    this.atEnd(() => this.#marks.dispose());
    this.follow(recolored, () => this.#marks.draw());
    this.#play = button(
      { class: "primary round", "aria-label": words.play, title: titleOf("play") },
      [this.#playIcon],
      () => clock.toggle(),
    );
    this.#speed.addEventListener("change", () => (clock.speed = Number(this.#speed.value)));
    this.#slider.addEventListener("input", () => clock.seek(Number(this.#slider.value)));
    this.element = this.#makeBar(step);
    this.follow(clock.changed, () => this.#showTime());
    for (const news of [experiment.grown, experiment.started])
      this.follow(news, () => this.#showProgress());
    this.follow(experiment.changed, () => {
      this.#showProgress();
      this.#showStop();
    });
  }

  #makeBar(step: (rows: number) => void): HTMLElement {
    const square = (
      name: "reset" | "back" | "forward",
      label: string,
      key: HotkeyId,
      act: () => void,
    ): HTMLButtonElement =>
      button(
        { class: "quiet square", "aria-label": label, title: titleOf(key) },
        [icon(name)],
        act,
      );
    const { clock } = this;
    return h(
      "div",
      { class: "transport", part: "transport", role: "group", "aria-label": words.playback },
      square("reset", words.reset, "reset", () => clock.reset()),
      square("back", words.stepBack, "stepBack", () => step(-1)),
      this.#play,
      square("forward", words.stepForward, "stepForward", () => step(1)),
      h("div", { class: "timeline" }, this.#marks.element, this.#slider, this.#failure),
      h(
        "output",
        { class: "time", "aria-hidden": "true" },
        h("i", {}, "t"),
        " = ",
        this.#now,
        h("span", { class: "of" }, " / ", this.#total),
        " s",
      ),
      h(
        "label",
        { class: "speed" },
        h("span", { class: "visually-hidden" }, words.speed),
        this.#speed,
      ),
    );
  }

  #showTime(): void {
    const { clock } = this;
    const slider = this.#slider;
    const until = this.experiment.trajectory?.until ?? 10;
    setText(this.#now, formatTime(clock.time));
    slider.value = String(clock.time);
    slider.setAttribute("aria-valuetext", words.timeOf(formatTime(clock.time), String(until)));
    slider.style.setProperty("--played", String(Math.min(1, clock.time / until)));
    const label = clock.isPlaying ? words.pause : clock.isAtEnd ? words.playAgain : words.play;
    if (this.#play.getAttribute("aria-label") !== label) {
      this.#play.setAttribute("aria-label", label);
      setIcon(this.#playIcon, clock.isPlaying ? "pause" : "play");
    }
    if (Number(this.#speed.value) !== clock.speed) this.#speed.value = String(clock.speed);
  }

  #showProgress(): void {
    const { trajectory, status } = this.experiment;
    const until = trajectory?.until ?? 10;
    const computed = trajectory ? trajectory.end / until : 0;
    this.#slider.max = String(until);
    this.#slider.step = String(trajectory && trajectory.rowCount > 1 ? until / 2000 : "any");
    this.#slider.style.setProperty("--computed", String(computed));
    setText(this.#total, String(until));
    this.#failure.hidden = status !== "failed";
    this.#failure.style.setProperty("--at", String(computed));
    this.#showMarks();
    this.#showTime();
  }

  readonly #showMarks = calmly(() => {
    const { trajectory } = this.experiment;
    if (trajectory) this.#marks.show(trajectory.switches.log, trajectory.until);
  });

  #showStop(): void {
    const { status, message, trajectory } = this.experiment;
    this.stop.hidden = status !== "failed";
    const reason = message.replace(/^At t = [^:]*: /, "");
    const text = words.stoppedAt(formatTime(trajectory?.end ?? 0), reason);
    setText(this.stop, this.stop.hidden ? "" : text);
  }
}
