import type { Linearization, LinearizedAt, Mode } from "porthos/worker";
import type { Lab } from "../element/lab";
import { button, h, setText } from "../base/dom";
import { icon, setIcon } from "../parts/icons";
import type { MotionPreview } from "../parts/stage-panel";
import { onFrame } from "../base/ticker";
import { formatNumber, formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import { motionOf } from "./mode-motion";
import { speedOf } from "./mode-speed";
import {
  amplitudeText,
  captionOf,
  eigenvalueText,
  growthNote,
  paceOf,
  shapeParts,
  type ShapePart,
} from "./mode-words";

const listed = 8; // states of a shape in the list; the saved file has all

/** Shows a mode in the figure: plays it, shows one phase, and returns the figure to the run. */
export class ModePlayer {
  readonly element = h("div", { class: "mode-player", hidden: true });
  readonly #status = h("p", { role: "status" });
  readonly #picture = icon("play");
  readonly #play = button({ class: "primary round" }, [this.#picture], () =>
    this.#setPlaying(this.#endTicks === null),
  );
  readonly #phase = h("input", { type: "range", min: 0, max: 360, step: 1, value: 0 });
  readonly #controls: HTMLElement;
  readonly #title = h("h4", {});
  readonly #shape = h("div", {});
  #chosen: number | null = null;
  #cancel = new AbortController();
  #preview: MotionPreview | null = null;
  #endTicks: (() => void) | null = null;
  /** Share of a period. */
  #turn = 0;
  #period = 1;

  constructor(
    readonly lab: Lab,
    /** Another mode was chosen; null: none is shown any more. */
    readonly onChoose: (mode: number | null) => void,
    /** The reader returned from a mode to the run. */
    readonly onBack: (mode: number) => void,
  ) {
    this.#phase.setAttribute("aria-label", words.phase);
    this.#phase.addEventListener("input", () => {
      this.#setPlaying(false);
      this.#seek(this.#phase.valueAsNumber / 360);
    });
    this.#controls = h(
      "div",
      { class: "mode-controls", hidden: true },
      this.#play,
      h("label", {}, h("span", { "aria-hidden": "true" }, words.phase), this.#phase),
      this.#back(),
    );
    this.element.append(this.#title, this.#controls, this.#status, this.#shape);
  }

  get chosen(): number | null {
    return this.#chosen;
  }

  /** Shows a mode of a linear system; chosen again, it is hidden. */
  async choose(index: number, linear: Linearization): Promise<void> {
    const [mode, at] = [linear.modes?.[index], linear.at];
    const wasChosen = this.#chosen === index;
    this.stop();
    if (wasChosen || !mode || !at) return;
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    this.#chosen = index;
    this.onChoose(index);
    const { experiment } = this.lab;
    const kinds = new Map(experiment.description?.states.map(({ name, kind }) => [name, kind]));
    const parts = shapeParts(mode, at, (name) => kinds.get(name) === "position");
    this.element.hidden = false;
    this.#title.textContent = `${words.modeNumber(index + 1)}: λ = ${eigenvalueText(mode)} 1/s`;
    this.#shape.replaceChildren(shapeTable(parts));
    this.#status.textContent = words.posing;
    try {
      const motion = await motionOf(experiment, at, mode, signal);
      if (signal.aborted) return;
      if (motion === "refused") this.#status.textContent = words.notPosed;
      else if (motion === "still") this.#status.textContent = words.nothingInMode;
      else {
        this.#status.textContent = sentences(mode, at, parts, motion.amplitude);
        this.#begin(mode, index, (caption, onEnd) =>
          this.lab.stagePanel.preview(motion.trajectory, caption, onEnd),
        );
      }
    } catch {
      if (!signal.aborted) this.#status.textContent = words.notPosed;
    }
  }

  /** Returns the figure to the run. */
  stop(): void {
    this.#cancel.abort();
    this.#setPlaying(false);
    const preview = this.#preview;
    this.#preview = null;
    preview?.end();
    this.#controls.hidden = true;
    this.element.hidden = true;
    if (this.#chosen === null) return;
    this.#chosen = null;
    this.onChoose(null);
  }

  #back(): HTMLButtonElement {
    return button({ class: "secondary small" }, [words.backToRun], () => {
      const mode = this.#chosen;
      this.stop();
      if (mode !== null) this.onBack(mode);
    });
  }

  #begin(
    mode: Mode,
    index: number,
    preview: (caption: HTMLElement, onEnd: () => void) => MotionPreview,
  ): void {
    const caption = h(
      "div",
      { class: "figure-caption" },
      h("span", {}, captionOf(mode, index + 1)),
      this.#back(),
    );
    this.#preview = preview(caption, () => {
      if (this.#preview) this.stop();
    });
    this.#period = speedOf(mode.isPair ? mode.frequency : 0).period;
    this.#controls.hidden = false;
    this.#seek(0);
    this.#setPlaying(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  #seek(turn: number): void {
    this.#turn = turn;
    this.#preview?.seek(turn);
    const degrees = Math.round(360 * turn);
    this.#phase.value = String(degrees);
    this.#phase.setAttribute("aria-valuetext", words.phaseOf(degrees));
    this.#phase.style.setProperty("--played", String(turn));
  }

  #setPlaying(isPlaying: boolean): void {
    this.#endTicks?.();
    this.#endTicks = isPlaying
      ? onFrame((seconds) => this.#seek((this.#turn + seconds / this.#period) % 1))
      : null;
    setIcon(this.#picture, isPlaying ? "pause" : "play");
    this.#play.setAttribute("aria-label", isPlaying ? words.pause : words.play);
  }
}

function sentences(
  mode: Mode,
  { motion }: LinearizedAt,
  parts: readonly ShapePart[],
  amplitude: number,
): string {
  const pace = mode.isPair ? paceOf(mode) : "";
  return [
    pace && `${pace.charAt(0).toUpperCase()}${pace.slice(1)}.`,
    growthNote(mode),
    amplitudeText(parts, amplitude),
    motion === "rest" ? "" : words.withoutReference,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The states that a mode changes, with relative amplitudes and phases. */
function shapeTable(parts: readonly ShapePart[]): HTMLElement {
  const head = [words.ofState, words.sizeInMode, words.phase];
  const table = h(
    "table",
    { class: "numbers" },
    h("caption", { class: "visually-hidden" }, words.shapeOfMode),
    h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))),
  );
  const body = h("tbody");
  for (const { name, unit, size, phase } of parts.slice(0, listed)) {
    const cell = h("td", {});
    setText(cell, `${formatNumber(size, 3)} ${formatUnit(unit)}`.trim());
    body.append(
      h(
        "tr",
        {},
        h("th", { scope: "row" }, symbolText(name)),
        cell,
        h("td", {}, `${formatNumber(wholeDegrees(phase))}°`),
      ),
    );
  }
  table.append(body);
  return table;
}

/** A whole number of degrees, from −179 to 180. */
function wholeDegrees(phase: number): number {
  const degrees = Math.round(phase);
  return degrees === -180 ? 180 : degrees;
}
