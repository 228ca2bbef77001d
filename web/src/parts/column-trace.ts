import { Component } from "../base/component";
import { button, calmly, h, setText } from "../base/dom";
import type { Trajectory } from "../engine/trajectory";
import { formatNumber, formatUnit } from "../plots/format";
import { modeWord } from "../plots/mode-words";
import { withLabel } from "../plots/symbol";
import type { TimeWindow } from "../plots/time-window";
import type { Clock } from "../study/clock";
import type { ShownUnit, ShownUnits } from "../study/shown-units";
import { words } from "../words/words";
import {
  overColumn,
  overFrequency,
  overMaximum,
  overTime,
  type Beside,
  type Drawing,
} from "./column-drawings";
import { enlargeButton } from "./enlarge";
import { icon } from "./icons";
import { PlotColumns } from "./plot-columns";
import { plottedFirst, type Plotted } from "../study/plotted";
import { PlotTools } from "./plot-tools";

/** The name of a spectrum in the list of columns to plot over. No column has this name. */
const frequency = "1/t";
/** The name of a map of maxima in that list. */
const maximum = "max(n)";

/** A trace of one column of the run over time or over another column, its spectrum, or the map of its maxima. */
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
    this.draw(false);
    this.seek(this.clock.time);
  });
  readonly #tools: PlotTools;
  readonly #value = h("dd", {});
  #trajectory: Trajectory | null = null;
  #drawing: Drawing | null = null;
  #names: readonly string[] = [];

  constructor(
    readonly clock: Clock,
    /** The displayed part of the run. */
    readonly window: TimeWindow,
    /** What stands beside the curves. */
    readonly beside: Beside & { readonly units: ShownUnits },
    /** Index of the initial column. */
    readonly first: number,
    /** Removes the trace; missing if the trace cannot be removed. */
    onRemove?: () => void,
  ) {
    super();
    this.#tools = new PlotTools(window, () => this.draw(false));
    const { place } = this.#tools;
    const content = [this.#makeHead(onRemove), this.#columns.list, this.#host, place];
    this.element = h("div", { class: "column-trace" }, ...content);
    for (const select of [this.#vertical, this.#horizontal])
      select.addEventListener("change", () => {
        this.#redraw();
        this.draw(false);
        this.seek(clock.time);
      });
    this.follow(beside.units.changed, () => {
      this.#redraw();
      this.draw(false);
      this.seek(clock.time);
    });
    this.atEnd(
      () => this.#drawing?.dispose(),
      () => this.#tools.dispose(),
    );
  }

  /** Plots columns over time or over another column, as far as these exist; false without the first. */
  plot({ columns: [first = "", ...others], over }: Plotted): boolean {
    if (!this.#names.includes(first)) return false;
    this.#columns.clear();
    this.#vertical.value = first;
    this.#horizontal.value = this.#names.includes(over) ? over : (this.#names[0] ?? "");
    this.#vertical.dispatchEvent(new Event("change"));
    others.forEach((name) => this.#columns.add(name));
    return true;
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
    const first = plottedFirst(next.columns)[this.first] ?? "";
    fill(vertical, names.slice(1), vertical.value || first, textOf);
    const others = names.slice(1).filter((_, index) => !isMode(next, index + 1));
    const all = [...names.slice(0, 1), frequency, maximum, ...others];
    fill(horizontal, all, horizontal.value, textOf);
    this.#redraw();
  }

  draw(isNewTheme: boolean): void {
    this.#drawing?.draw(isNewTheme);
    this.#tools.update();
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
        this.#tools.opener,
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

  readonly #showValue = calmly(() => {
    if (!this.#trajectory) return;
    const index = indexIn(this.#names, this.#vertical);
    const value = this.#trajectory.valueAt(this.clock.time, index);
    const { unit, factor } = unitOf(this.#trajectory, index, this.beside.units);
    const text = isMode(this.#trajectory, index)
      ? modeWord(value)
      : `${formatNumber(value / factor)} ${formatUnit(unit)}`;
    setText(this.#value, text);
  });

  #redraw(): void {
    this.#drawing?.dispose();
    this.#host.replaceChildren();
    if (!this.#trajectory) return;
    limitTo(this.#horizontal, isMode(this.#trajectory, indexIn(this.#names, this.#vertical)));
    const [y, x] = [indexIn(this.#names, this.#vertical), indexIn(this.#names, this.#horizontal)];
    const over = this.#horizontal.value;
    const isTime = x === 0 && over !== frequency && over !== maximum;
    this.#columns.offer(this.#trajectory, y, isTime);
    const name = words.yOverX(this.#textOf(this.#names[y] ?? ""), this.#textOf(over));
    this.#host.setAttribute("aria-label", name);
    this.#drawing = this.#makeDrawing(y, x, over);
    const columns = this.#trajectory.columns;
    const columnX = x > 0 ? columns[x] : over === frequency ? { name: "", unit: "Hz" } : columns[y];
    this.#tools.begin({
      ...{ chart: this.#drawing.chart ?? null, isOverColumn: x > 0 },
      ...{ x: columnX, y: columns[y], units: this.beside.units, trajectory: this.#trajectory },
      textOf: (column) => this.#textOf(column),
    });
  }

  #makeDrawing(y: number, x: number, over: string): Drawing {
    const host = this.#host;
    const tools = this.#tools;
    const unit = unitOf(this.#trajectory, y, this.beside.units);
    const current = (): Trajectory | null => this.#trajectory;
    if (over === frequency) return overFrequency(host, y, unit, current, tools);
    if (over === maximum) return overMaximum(host, y, unit, current, tools);
    if (x > 0)
      return overColumn(
        host,
        y,
        x,
        { x: unitOf(this.#trajectory, x, this.beside.units), y: unit },
        current,
        tools,
      );
    const onSeek = (t: number): void => this.clock.seek(t);
    const until = this.#trajectory?.until ?? 0;
    const options = { until, shown: this.window, onSeek, values: tools.y };
    return overTime(host, y, unit, options, current, this.beside, this.#columns.added);
  }
}

function unitOf(trajectory: Trajectory | null, column: number, units: ShownUnits): ShownUnit {
  const { name = "", unit = "" } = trajectory?.columns[column] ?? {};
  return units.of(name, unit);
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
  if (name === maximum) return words.previousMaximum;
  if (/^(energy|gap)\./.test(name)) return name.replace(/[._]/g, " ");
  return withLabel(name, meaning);
}
