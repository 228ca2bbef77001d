import { formatTime } from "../plots/format";
import { speeds, type Clock } from "../study/clock";
import { button, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { titleOf } from "./hotkeys";
import { icon, setIcon } from "./icons";
import { words } from "../words/words";

/** Play, pause, step, reset, speed, and the time slider with its shade of what is computed. */
export function makeTransport(
  experiment: Experiment,
  clock: Clock,
  step: (rows: number) => void,
): HTMLElement[] {
  const playIcon = icon("play");
  const play = button(
    { class: "primary round", "aria-label": words.play, title: titleOf("play") },
    [playIcon],
    () => clock.toggle(),
  );
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 10,
    step: "any",
    value: 0,
    "aria-label": words.time,
  });
  const failure = h("span", { class: "failure-mark", hidden: true });
  const now = h("span", { class: "now" });
  const total = h("span", { class: "total" });
  const speed = h(
    "select",
    { "aria-label": words.speed },
    ...speeds.map((value) => h("option", { value, selected: value === 1 }, `${value}×`)),
  );
  speed.addEventListener("change", () => (clock.speed = Number(speed.value)));
  slider.addEventListener("input", () => clock.seek(Number(slider.value)));

  const showTime = (): void => {
    const until = experiment.trajectory?.until ?? 10;
    setText(now, formatTime(clock.time));
    slider.value = String(clock.time);
    slider.setAttribute("aria-valuetext", words.timeOf(formatTime(clock.time), String(until)));
    slider.style.setProperty("--played", String(Math.min(1, clock.time / until)));
    const label = clock.isPlaying ? words.pause : clock.isAtEnd ? words.playAgain : words.play;
    if (play.getAttribute("aria-label") !== label) {
      play.setAttribute("aria-label", label);
      setIcon(playIcon, clock.isPlaying ? "pause" : "play");
    }
    if (Number(speed.value) !== clock.speed) speed.value = String(clock.speed);
  };
  const showProgress = (): void => {
    const { trajectory, status } = experiment;
    const until = trajectory?.until ?? 10;
    const computed = trajectory ? trajectory.end / until : 0;
    slider.max = String(until);
    slider.step = String(trajectory && trajectory.rowCount > 1 ? until / 2000 : "any");
    slider.style.setProperty("--computed", String(computed));
    setText(total, String(until));
    failure.hidden = status !== "failed";
    failure.style.setProperty("--at", String(computed));
    showTime();
  };
  clock.changed.on(showTime);
  experiment.grown.on(showProgress);
  experiment.started.on(showProgress);
  experiment.changed.on(showProgress);

  const stop = h("p", { class: "stop-note", role: "alert", hidden: true });
  experiment.changed.on(({ status, message, trajectory }) => {
    stop.hidden = status !== "failed";
    setText(
      stop,
      stop.hidden
        ? ""
        : words.stoppedAt(formatTime(trajectory?.end ?? 0), message.replace(/^At t = [^:]*: /, "")),
    );
  });
  const bar = h(
    "div",
    { class: "transport", part: "transport", role: "group", "aria-label": words.playback },
    button(
      { class: "quiet square", "aria-label": words.reset, title: titleOf("reset") },
      [icon("reset")],
      () => clock.reset(),
    ),
    button(
      { class: "quiet square", "aria-label": words.stepBack, title: titleOf("stepBack") },
      [icon("back")],
      () => step(-1),
    ),
    play,
    button(
      { class: "quiet square", "aria-label": words.stepForward, title: titleOf("stepForward") },
      [icon("forward")],
      () => step(1),
    ),
    h("div", { class: "timeline" }, slider, failure),
    h(
      "output",
      { class: "time", "aria-hidden": "true" },
      h("i", {}, "t"),
      " = ",
      now,
      h("span", { class: "of" }, " / ", total),
      " s",
    ),
    h("label", { class: "speed" }, h("span", { class: "visually-hidden" }, words.speed), speed),
  );
  return [bar, stop];
}
