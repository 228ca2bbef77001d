import { Component } from "../base/component";
import { button, h } from "../base/dom";
import type { AxisRange } from "../plots/axis-range";
import { say } from "../words/axes";
import type { PlotSetting, PlotSubject } from "./plot-setting";
import { PointRuleFields } from "./point-rule-fields";
import { Rulers } from "./rulers";
import { unitPicker } from "./unit-picker";

export { loadAxesWords } from "../words/axes";

/** What the fields of an axis set: a range of values, or the displayed time. */
interface Axis {
  ends(): readonly [number, number];
  show(low: number, high: number): void;
  reset(): void;
  /** Of an axis that may be logarithmic. */
  readonly range?: AxisRange;
}

/** The ranges of a plot's axes as numbers, the choice of its points, and measuring. */
export class AxesPanel extends Component {
  readonly element = h("section", { class: "axes-panel", "aria-label": say.title });
  /** What belongs to the present plot. */
  #parts: Component[] = [];
  #fields: (() => void)[] = [];
  #isMeasuring = false;

  constructor(readonly tools: PlotSetting) {
    super();
    const show = (): void => this.#fields.forEach((field) => field());
    for (const range of [tools.x, tools.y]) {
      this.follow(range.changed, show);
      this.follow(range.fitted, show);
    }
    this.follow(tools.window.changed, show);
    this.atEnd(() => this.#clear());
    this.begin();
  }

  /** Continues with another plot. */
  begin(): void {
    this.#clear();
    const { x, y, subject, window } = this.tools;
    this.element.replaceChildren();
    if (!subject) return;
    const { chart, isOverColumn } = subject;
    const pickers = { x: pickerOf(subject, "x"), y: pickerOf(subject, "y") };
    const time: Axis = {
      ends: () => [window.from, window.to],
      show: (from, to) => window.show(Math.max(0, from), to),
      reset: () => window.reset(),
    };
    this.element.append(
      chart ? this.#axis(say.time, time) : this.#axis(say.horizontal, axisOf(x), pickers.x),
      this.#axis(chart ? say.values : say.vertical, axisOf(y), pickers.y),
      h("p", { class: "note" }, say.hint),
    );
    if (chart) this.element.append(...this.#measure());
    if (isOverColumn) this.#add(new PointRuleFields(this.tools));
    this.update();
  }

  /** Shows the numbers of the present curves. */
  update(): void {
    this.#fields.forEach((field) => field());
    for (const part of this.#parts)
      if (part instanceof Rulers || part instanceof PointRuleFields) part.update();
  }

  #clear(): void {
    for (const part of this.#parts.splice(0)) part.dispose();
    this.#fields = [];
  }

  #add(part: Component): void {
    this.#parts.push(part);
    this.element.append(part.element);
  }

  #axis(name: string, axis: Axis, picker: HTMLElement | null = null): HTMLElement {
    const field = (end: string): HTMLInputElement =>
      h("input", { type: "number", step: "any", "aria-label": say.end(name, end) });
    const [low, high] = [field(say.from), field(say.to)];
    const show = (isSet = false): void => {
      const [from, to] = axis.ends();
      for (const [input, value] of [
        [low, from],
        [high, to],
      ] as const)
        if (isSet || !input.matches(":focus")) input.value = tidy(value, to - from);
      if (axis.range) log.checked = axis.range.isLog;
    };
    for (const input of [low, high])
      input.addEventListener("change", () => {
        axis.show(Number(low.value), Number(high.value));
        show(true);
      });
    const log = h("input", { type: "checkbox", "aria-label": say.logarithmicOf(name) });
    log.addEventListener("change", () => axis.range && (axis.range.isLog = log.checked));
    const all = { class: "quiet small", "aria-label": say.allOf(name) };
    this.#fields.push(show);
    return h(
      "div",
      { class: "axis-row", role: "group", "aria-label": name },
      h("span", { class: "axis-name" }, name),
      h("label", {}, say.from, low),
      h("label", {}, say.to, high),
      picker,
      axis.range && h("label", { class: "check" }, log, say.logarithmic),
      button(all, [say.all], () => axis.reset()),
    );
  }

  #measure(): HTMLElement[] {
    const check = h("input", { type: "checkbox", checked: this.#isMeasuring });
    const place = h("div", {});
    const show = (): void => {
      this.#isMeasuring = check.checked;
      const { chart } = this.tools.subject ?? {};
      if (check.checked && chart) {
        const rulers = new Rulers(chart, this.tools.window);
        this.#parts.push(rulers);
        place.append(rulers.element);
      } else {
        for (const part of this.#parts.splice(0)) part.dispose();
        place.replaceChildren();
      }
    };
    check.addEventListener("change", show);
    if (this.#isMeasuring) show();
    return [h("label", { class: "check" }, check, say.measure), place];
  }
}

/** The unit of an axis. */
function pickerOf({ units, ...columns }: PlotSubject, axis: "x" | "y"): HTMLElement | null {
  const column = columns[axis];
  return column ? unitPicker(units, column.name, column.unit) : null;
}

function axisOf(range: AxisRange): Axis {
  return {
    range,
    ends: () => [range.low, range.high],
    show: (low, high) => range.show(low, high),
    reset: () => range.reset(),
  };
}

/** As many digits as it takes to tell the ends of a range apart. */
function tidy(value: number, span: number): string {
  const more = Math.ceil(Math.log10(Math.abs(value) / span));
  return String(Number(value.toPrecision(4 + Math.min(Math.max(more, 0), 11))));
}
