import { button, h, setText } from "../base/dom";
import { formatNumber, formatUnit, spellUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { noSettings } from "../study/settings";
import type { ProseTarget } from "./prose-target";
import type { Asked, Asker, Question } from "./question";
import { computedWith, type Computed } from "./right-answer";
import { Sketch, sampleCount } from "./sketch";
import { words } from "../words/words";

/**
 * A curve to sketch before the run is shown. The engine computes the run with the settings of the
 * task; the answer is the mean deviation from it.
 */
export function makePrediction(
  ask: HTMLElement,
  asked: Asked<"prediction">,
  { experiment, endWith }: ProseTarget,
  asker: Asker,
): Question {
  const prediction = new Prediction(ask, asked, asker);
  const { element } = prediction;
  const open = async (): Promise<void> => {
    if (prediction.isOpen || !experiment.description) return;
    prediction.open(await computedWith(experiment, asked.settings ?? noSettings()));
  };
  void open();
  const end = experiment.described.on(() => void open());
  endWith?.(end);
  return { element, restore: (earlier) => prediction.restore(earlier) };
}

class Prediction {
  readonly element: HTMLElement;
  readonly #place = h("div", { class: "sketch-place" });
  readonly #before = h("p", { hidden: true });
  readonly #legend = h(
    "p",
    { class: "sketch-legend", hidden: true },
    h("span", { class: "of-sketch" }, words.yourSketch),
    h("span", { class: "of-run" }, words.theRun),
  );
  #sketch: Sketch | null = null;
  #curve: readonly number[] = [];

  constructor(
    ask: HTMLElement,
    readonly asked: Asked<"prediction">,
    readonly asker: Asker,
  ) {
    const { column } = asked.answer;
    this.element = h(
      "div",
      { class: "task-question is-prediction" },
      h("p", {}, ask.textContent ? ask : words.sketchTask(symbolText(column))),
      this.#before,
      this.#place,
      this.#legend,
      button({ class: "secondary small" }, [words.compareSketch], () => this.#judge()),
      button({ class: "quiet small" }, [words.sketchAnew], () => {
        this.#sketch?.clear();
        this.#legend.hidden = true;
      }),
    );
  }

  get isOpen(): boolean {
    return this.#sketch !== null;
  }

  /** Shows the axes for a computed run, or why there is none. */
  open(computed: Computed | string): void {
    if (this.#sketch) return;
    const { say } = this.asker;
    if (typeof computed === "string") return say(words.noRightAnswer(computed));
    const { column } = this.asked.answer;
    const { run } = computed;
    const index = run.indexOf(column);
    if (index < 0) return say(words.noColumn(column));
    const until = run.end;
    const last = sampleCount - 1;
    this.#curve = Array.from({ length: sampleCount }, (_, k) =>
      run.valueAt((k / last) * until, index),
    );
    const unit = run.columns[index]?.unit ?? "";
    const name = symbolText(column);
    this.#sketch = new Sketch({
      label: words.sketchOf(name),
      title: unit ? `${name} (${formatUnit(unit)})` : name,
      until,
      range: rangeFor(this.#curve),
      spell: (t, value) => {
        const said = value === null ? "" : `${formatNumber(value, 3)} ${spellUnit(unit)}`;
        return words.sketchPoint(formatNumber(t, 3), said);
      },
    });
    this.#place.replaceChildren(this.#sketch.element);
  }

  /** The earlier curve is not kept; the answer is its deviation. */
  restore(earlier: string): void {
    setText(this.#before, words.sketchBefore(earlier));
    this.#before.hidden = !this.#legend.hidden;
  }

  #judge(): void {
    const { tell, say } = this.asker;
    const sketch = this.#sketch;
    if (!sketch) return say(words.computingAnswer);
    const off = deviation(sketch.samples, this.#curve);
    if (off === null) return say(words.sketchAll);
    sketch.reveal(this.#curve);
    this.#legend.hidden = false;
    const share = Math.round(100 * off);
    const right = off <= this.asked.answer.within;
    tell({ right, answer: `${share} %`, value: off }, words.sketchOff(share));
  }
}

/** Mean deviation of a sketch, as a share of the range of the curve; null if the sketch has a gap. */
function deviation(sketch: readonly (number | null)[], curve: readonly number[]): number | null {
  const drawn = sketch.flatMap((value, k) => (value === null ? [] : value - (curve[k] ?? NaN)));
  if (drawn.length < 0.95 * curve.length) return null;
  const [low, high] = [Math.min(...curve), Math.max(...curve)];
  // A constant curve has no range; its value is the measure then.
  const range = high - low > 1e-9 * Math.abs(high) ? high - low : Math.abs(high) || 1;
  const sum = drawn.reduce((all, one) => all + one * one, 0);
  return Math.sqrt(sum / drawn.length) / range;
}

/** Room around the curve. It has zero in it, and does not end where the curve does. */
function rangeFor(curve: readonly number[]): readonly [number, number] {
  const largest = Math.max(...curve.map(Math.abs)) || 1;
  const step = 10 ** Math.floor(Math.log10(largest));
  const bound = Math.ceil((1.3 * largest) / step) * step;
  return [Math.min(...curve) < 0 ? -bound : 0, Math.max(...curve) > 0 ? bound : 0];
}
