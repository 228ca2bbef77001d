import { Component } from "../base/component";
import { h, setText } from "../base/dom";
import type { Chart } from "../plots/chart";
import { formatNumber } from "../plots/format";
import type { TimeWindow } from "../plots/time-window";
import { say } from "../words/axes";

const names = ["A", "B"] as const;

/** Two lines in a plot over time that can be moved, and the differences of the values there. */
export class Rulers extends Component {
  readonly element: HTMLElement;
  readonly #body = h("tbody", {});
  readonly #rate = h("p", { class: "note" });
  readonly #lines: readonly HTMLElement[];
  /** s */
  readonly #times: [number, number];

  constructor(
    readonly chart: Chart,
    readonly window: TimeWindow,
  ) {
    super();
    const { from, to } = window;
    this.#times = [from + 0.25 * (to - from), from + 0.75 * (to - from)];
    this.#lines = names.map((name, index) => this.#makeLine(name, index));
    const head = [say.quantity, ...names, say.difference, say.slope];
    const table = h(
      "table",
      { class: "rulers" },
      h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
      this.#body,
    );
    this.element = h("div", { class: "rulers-place" }, table, this.#rate);
    this.follow(window.changed, () => this.update());
    chart.overlay.append(...this.#lines);
    chart.host.setAttribute("role", "group"); // a picture has no controls
    this.atEnd(() => {
      this.#lines.forEach((line) => line.remove());
      chart.host.setAttribute("role", "img");
    });
    this.update();
  }

  /** Reads the present curves. */
  update(): void {
    const { from, to } = this.window;
    this.#lines.forEach((line, index) => {
      const t = this.#times[index] ?? 0;
      line.hidden = t < from || t > to;
      line.style.left = `${((100 * (t - from)) / (to - from)).toFixed(3)}%`;
      line.setAttribute("aria-valuemax", String(this.chart.options.until));
      line.setAttribute("aria-valuenow", t.toPrecision(4));
      line.setAttribute("aria-valuetext", `${formatNumber(t, 4)} s`);
    });
    this.#fill();
  }

  #fill(): void {
    const [one, other] = this.#times.map((t) => this.chart.readAt(t));
    if (!one || !other) return;
    const { unit } = this.chart.options;
    const time = other.t - one.t;
    const rows = one.values.map(({ label, value, text }, index): readonly string[] => {
      const next = other.values[index];
      const change = next ? next.value - value : NaN;
      const name = [label, unit && `(${unit})`].filter(Boolean).join(" ");
      return [
        name || say.values,
        text,
        next?.text ?? "",
        formatNumber(change),
        formatNumber(change / time),
      ];
    });
    setText(this.#rate, `1/Δt = ${formatNumber(1 / Math.abs(time))} Hz`);
    const all = [["t (s)", ...[one.t, other.t, time].map((t) => formatNumber(t)), ""], ...rows];
    if (this.#body.rows.length !== all.length)
      this.#body.replaceChildren(
        ...all.map((row) =>
          h("tr", {}, ...row.map((_, k) => (k === 0 ? h("th", { scope: "row" }) : h("td", {})))),
        ),
      );
    all.forEach((row, k) =>
      row.forEach((text, cell) => setText(this.#body.rows[k]!.cells[cell]!, text)),
    );
  }

  #makeLine(name: string, index: number): HTMLElement {
    const line = h(
      "div",
      {
        class: "ruler",
        role: "slider",
        tabindex: "0",
        "aria-label": say.cursor(name),
        "aria-valuemin": "0",
      },
      h("span", { class: "ruler-name", "aria-hidden": "true" }, name),
    );
    const move = (t: number): void => {
      this.#times[index] = Math.min(Math.max(t, 0), this.chart.options.until);
      this.update();
    };
    line.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      line.setPointerCapture(event.pointerId);
    });
    line.addEventListener("pointermove", (event) => {
      event.stopPropagation();
      if (!line.hasPointerCapture(event.pointerId)) return;
      const { left, width } = this.chart.overlay.getBoundingClientRect();
      const { from, to } = this.window;
      move(Math.min(Math.max(from + ((to - from) * (event.clientX - left)) / width, from), to));
    });
    line.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const { from, to } = this.window;
      move((this.#times[index] ?? 0) + (step * (to - from)) / 200);
    });
    return line;
  }
}
