import { Component } from "../base/component";
import { button, calmly, h, setText } from "../base/dom";
import type { Trajectory } from "../engine/trajectory";
import { formatNumber, formatUnit } from "../plots/format";
import { modeWord } from "../plots/mode-words";
import { symbolText } from "../plots/symbol";
import type { TimeWindow } from "../plots/time-window";
import type { Clock } from "../study/clock";
import { words } from "../words/words";
import { overColumn, overFrequency, overTime, type Beside, type Drawing } from "./column-drawings";
import { enlargeButton } from "./enlarge";
import { icon } from "./icons";
import { PlotColumns } from "./plot-columns";
import { reveal } from "./reveal";

/** The name of a spectrum in the list of columns to plot over. No column has this name. */
const frequency = "1/t";

/** A trace of one column of the run over time, over another column, or its spectrum. */
export class ColumnTrace extends Component {
  readonly element: HTMLElement;
  readonly #host = h("div", {
    class: "chart chart-column",
    role: "img",
    "aria-label": words.trace,
  });
  readonly #vertical = h("select", { "aria-label": words.column });
  readonly #horizontal = h("select", { "aria-label": words.plottedOver });
  /** Further columns in the same plot. */
  readonly #columns = new PlotColumns(() => {
    this.#redraw();
    this.#drawing?.draw(false);
    this.seek(this.clock.time);
  });
  readonly #value = h("dd", {});
  #trajectory: Trajectory | null = null;
  #drawing: Drawing | null = null;
  #names: readonly string[] = [];

  constructor(
    readonly clock: Clock,
    /** The displayed part of the run. */
    readonly window: TimeWindow,
    /** What stands beside the curves. */
    readonly beside: Beside,
    /** Index of the initial column. */
    readonly first: number,
    /** Removes the trace; missing if the trace cannot be removed. */
    onRemove?: () => void,
  ) {
    super();
    const content = [this.#makeHead(onRemove), this.#columns.list, this.#host];
    this.element = h("div", { class: "column-trace" }, ...content);
    for (const select of [this.#vertical, this.#horizontal])
      select.addEventListener("change", () => {
        this.#redraw();
        this.#drawing?.draw(false);
        this.seek(clock.time);
      });
    this.atEnd(() => this.#drawing?.dispose());
  }

  /** Plots this column over time, if it exists. */
  show(name: string): void {
    if (!this.#names.includes(name)) return;
    this.#vertical.value = name;
    this.#horizontal.value = this.#names[0] ?? "";
    this.#vertical.dispatchEvent(new Event("change"));
    reveal(this.element);
  }

  /** Marks the trace if its column is pointed at. */
  light(name: string | null): void {
    this.element.classList.toggle("is-lit", name !== null && this.#vertical.value === name);
  }

  /** Continues with another run. */
  begin(next: Trajectory): void {
    const names = next.columns.map(({ name }) => name);
    const isAlike = names.join() === this.#names.join() && next.until === this.#trajectory?.until;
    this.#trajectory = next;
    if (isAlike) return;
    this.#names = names;
    const textOf = (name: string): string => this.#textOf(name);
    const [vertical, horizontal] = [this.#vertical, this.#horizontal];
    fill(vertical, names.slice(1), vertical.value || (names[this.first + 1] ?? ""), textOf);
    const others = names.slice(1).filter((_, index) => !isMode(next, index + 1));
    const all = [...names.slice(0, 1), frequency, ...others];
    fill(horizontal, all, horizontal.value, textOf);
    this.#redraw();
  }

  draw(isNewTheme: boolean): void {
    this.#drawing?.draw(isNewTheme);
  }

  seek(t: number): void {
    this.#drawing?.seek(t);
    this.#showValue();
  }

  #makeHead(onRemove?: () => void): HTMLElement {
    const over = h("span", { "aria-hidden": "true" }, words.over);
    const remove =
      onRemove &&
      button({ class: "quiet square", "aria-label": words.removeTrace }, [icon("minus")], onRemove);
    return h(
      "div",
      { class: "trace-head" },
      h(
        "div",
        { class: "trace-choice" },
        this.#vertical,
        this.#columns.select,
        over,
        this.#horizontal,
      ),
      h(
        "div",
        { class: "trace-value" },
        h(
          "dl",
          { class: "readouts single" },
          h("dt", { class: "visually-hidden" }, words.valueNow),
          this.#value,
        ),
        enlargeButton(() => this.element),
        remove,
      ),
    );
  }

  #textOf(name: string): string {
    const index = this.#trajectory?.indexOf(name) ?? -1;
    const law = this.#trajectory?.switches.lawOf(index);
    if (law !== undefined) return words.modeOf(this.#trajectory?.switches.laws[law]?.name ?? "");
    return label(name, this.#trajectory?.columns[index]?.label);
  }

  #unitOf(index: number): string {
    return formatUnit(this.#trajectory?.columns[index]?.unit ?? "");
  }

  readonly #showValue = calmly(() => {
    if (!this.#trajectory) return;
    const index = indexIn(this.#names, this.#vertical);
    const value = this.#trajectory.valueAt(this.clock.time, index);
    const text = isMode(this.#trajectory, index)
      ? modeWord(value)
      : `${formatNumber(value)} ${this.#unitOf(index)}`;
    setText(this.#value, text);
  });

  #redraw(): void {
    this.#drawing?.dispose();
    this.#host.replaceChildren();
    if (!this.#trajectory) return;
    limitTo(this.#horizontal, isMode(this.#trajectory, indexIn(this.#names, this.#vertical)));
    const [y, x] = [indexIn(this.#names, this.#vertical), indexIn(this.#names, this.#horizontal)];
    const over = this.#horizontal.value;
    this.#columns.offer(this.#trajectory, y, x === 0 && over !== frequency);
    const name = words.yOverX(this.#textOf(this.#names[y] ?? ""), this.#textOf(over));
    this.#host.setAttribute("aria-label", name);
    this.#drawing = this.#makeDrawing(y, x, over === frequency);
  }

  #makeDrawing(y: number, x: number, isSpectrum: boolean): Drawing {
    const host = this.#host;
    const unit = this.#unitOf(y);
    const current = (): Trajectory | null => this.#trajectory;
    if (isSpectrum) return overFrequency(host, y, unit, current);
    if (x > 0) return overColumn(host, y, x, { x: this.#unitOf(x), y: unit }, current);
    const onSeek = (t: number): void => this.clock.seek(t);
    const until = this.#trajectory?.until ?? 0;
    const options = { unit, until, shown: this.window, onSeek };
    return overTime(host, y, options, current, this.beside, this.#columns.added);
  }
}

function indexIn(names: readonly string[], select: HTMLSelectElement): number {
  return Math.max(0, names.indexOf(select.value));
}

function isMode(trajectory: Trajectory, column: number): boolean {
  return trajectory.switches.lawOf(column) !== undefined;
}

/** A mode jumps: it is plotted over time only, which is the first choice. */
function limitTo(select: HTMLSelectElement, isFirstOnly: boolean): void {
  if (isFirstOnly) select.selectedIndex = 0;
  for (const option of select.options) option.disabled = isFirstOnly && option.index > 0;
}

function fill(
  select: HTMLSelectElement,
  names: readonly string[],
  chosen: string,
  textOf: (name: string) => string,
): void {
  const selected = names.includes(chosen) ? chosen : names[0];
  select.replaceChildren(
    ...names.map((name) => h("option", { value: name, selected: name === selected }, textOf(name))),
  );
}

/** The name of a column in a list: its symbol, and the label that the model gives it. */
function label(name: string, meaning = ""): string {
  if (name === "t") return words.ofTime;
  if (name === frequency) return words.frequency;
  if (/^(energy|gap)\./.test(name)) return name.replace(/[._]/g, " ");
  return meaning ? `${symbolText(name)}, ${meaning}` : symbolText(name);
}
