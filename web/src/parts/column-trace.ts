import { columnAt, type Trajectory } from "../engine/trajectory";
import { Chart, type Trace } from "../plots/chart";
import { formatNumber, formatUnit } from "../plots/format";
import { PhaseChart } from "../plots/phase-chart";
import { spectrumOf } from "../plots/spectrum";
import { strokes } from "../plots/strokes";
import { symbolText } from "../plots/symbol";
import type { TimeWindow } from "../plots/time-window";
import type { Clock } from "../study/clock";
import { button, calmly, h, setText } from "../base/dom";
import { icon } from "./icons";
import { words } from "../words/words";

export interface ColumnTrace {
  readonly element: HTMLElement;
  /** Plots this column over time, if there is one of that name. */
  show(name: string): void;
  /** Marks the trace as that of what is pointed at. */
  light(name: string | null): void;
  begin(trajectory: Trajectory): void;
  draw(isNewTheme: boolean): void;
  seek(t: number): void;
  dispose(): void;
}

/** What a trace is plotted over when it is its spectrum; no column is called so. */
const frequency = "1/t";

/** What draws the chosen columns: over time, or one over the other. */
interface Drawing {
  draw(isNewTheme: boolean): void;
  seek(t: number): void;
  dispose(): void;
}

/** A trace of any one column of the run over time or over another column. */
export function makeColumnTrace(
  clock: Clock,
  /** The part of the run that is shown. */
  shown: TimeWindow,
  /** The run that is compared with. */
  other: () => Trajectory | null,
  /** Which of the columns it begins with. */
  first = 0,
  /** Takes it away. */
  onRemove?: () => void,
): ColumnTrace {
  const host = h("div", { class: "chart chart-column", role: "img", "aria-label": words.trace });
  const vertical = h("select", { "aria-label": words.column });
  const horizontal = h("select", { "aria-label": words.plottedOver });
  const value = h("dd", {});
  const element = h(
    "div",
    { class: "column-trace" },
    h(
      "div",
      { class: "trace-head" },
      h(
        "div",
        { class: "trace-choice" },
        vertical,
        h("span", { "aria-hidden": "true" }, words.over),
        horizontal,
      ),
      h(
        "dl",
        { class: "readouts single" },
        h("dt", { class: "visually-hidden" }, words.valueNow),
        value,
        onRemove &&
          button(
            { class: "quiet square", "aria-label": words.removeTrace },
            [icon("minus")],
            onRemove,
          ),
      ),
    ),
    host,
  );
  let trajectory: Trajectory | null = null;
  let drawing: Drawing | null = null;
  let names: readonly string[] = [];

  const indexOf = (select: HTMLSelectElement): number => Math.max(0, names.indexOf(select.value));
  const textOf = (name: string): string =>
    label(name, trajectory?.columns.find((column) => column.name === name)?.label);
  const unitOf = (index: number): string => formatUnit(trajectory?.columns[index]?.unit ?? "");
  const tell = calmly(() => {
    const index = indexOf(vertical);
    if (trajectory)
      setText(value, `${formatNumber(trajectory.valueAt(clock.time, index))} ${unitOf(index)}`);
  });
  const seek = (t: number): void => {
    drawing?.seek(t);
    tell();
  };
  const remake = (): void => {
    drawing?.dispose();
    host.replaceChildren();
    if (!trajectory) return;
    const [y, x] = [indexOf(vertical), indexOf(horizontal)];
    const current = (): Trajectory | null => trajectory;
    const over = horizontal.value;
    host.setAttribute("aria-label", words.yOverX(textOf(names[y] ?? ""), textOf(over)));
    if (over === frequency) drawing = overFrequency(host, y, unitOf(y), current);
    else if (x > 0) drawing = overColumn(host, y, x, { x: unitOf(x), y: unitOf(y) }, current);
    else drawing = overTime(host, y, unitOf(y), trajectory.until, current, clock, shown, other);
  };
  for (const select of [vertical, horizontal]) {
    select.addEventListener("change", () => {
      remake();
      drawing?.draw(false);
      seek(clock.time);
    });
  }
  return {
    element,
    seek,
    draw: (isNewTheme) => drawing?.draw(isNewTheme),
    show(name) {
      if (!names.includes(name)) return;
      vertical.value = name;
      horizontal.value = names[0] ?? "";
      vertical.dispatchEvent(new Event("change"));
      element.scrollIntoView({ block: "nearest" });
    },
    light(name) {
      element.classList.toggle("is-lit", name !== null && vertical.value === name);
    },
    begin(next) {
      const nextNames = next.columns.map(({ name }) => name);
      const isAlike = nextNames.join() === names.join() && next.until === trajectory?.until;
      trajectory = next;
      if (isAlike) return;
      names = nextNames;
      fill(vertical, names.slice(1), vertical.value || (names[first + 1] ?? ""), textOf);
      const all = [...names.slice(0, 1), frequency, ...names.slice(1)];
      fill(horizontal, all, horizontal.value, textOf);
      remake();
    },
    dispose: () => drawing?.dispose(),
  };
}

function overTime(
  host: HTMLElement,
  column: number,
  unit: string,
  until: number,
  current: () => Trajectory | null,
  clock: Clock,
  shown: TimeWindow,
  other: () => Trajectory | null,
): Drawing {
  const onSeek = (t: number): void => clock.seek(t);
  const chart = new Chart(host, { unit, until, shown, ownScale: true, hasTimeAxis: true, onSeek });
  return {
    draw(isNewTheme) {
      const trajectory = current();
      if (!trajectory || trajectory.rowCount < 2) return;
      const times = trajectory.drawnTimes();
      const traces: Trace[] = [
        {
          label: "",
          color: "ink",
          stroke: strokes.column.own,
          values: trajectory.drawn(column),
        },
      ];
      const second = other();
      const same = second?.indexOf(trajectory.columns[column]?.name ?? "") ?? -1;
      if (second && same >= 0 && second.rowCount > 1)
        traces.push({
          label: words.compared,
          color: "ink",
          stroke: strokes.column.other,
          values: columnAt(second, times, (t) => second.valueAt(t, same)),
        });
      if (isNewTheme) chart.recolor(times, traces);
      else chart.setTraces(times, traces);
    },
    seek: (t) => chart.seek(t),
    dispose: () => chart.dispose(),
  };
}

function overColumn(
  host: HTMLElement,
  y: number,
  x: number,
  units: { readonly x: string; readonly y: string },
  current: () => Trajectory | null,
): Drawing {
  const chart = new PhaseChart(host, units);
  return {
    draw() {
      const trajectory = current();
      if (trajectory && trajectory.rowCount > 1) {
        chart.setData(trajectory.column(x), trajectory.column(y));
      }
    },
    seek: (t) => chart.seek(current()?.locate(t).row ?? 0),
    dispose: () => chart.dispose(),
  };
}

/** The amplitudes of its vibrations. */
function overFrequency(
  host: HTMLElement,
  column: number,
  unit: string,
  current: () => Trajectory | null,
): Drawing {
  const chart = new PhaseChart(host, { x: "Hz", y: unit });
  return {
    draw() {
      const trajectory = current();
      if (!trajectory || trajectory.rowCount < 8) return;
      const { frequencies, amplitudes } = spectrumOf(
        (t) => trajectory.valueAt(t, column),
        trajectory.end,
        trajectory.rowCount,
      );
      chart.setData(frequencies, amplitudes);
    },
    seek: () => undefined,
    dispose: () => chart.dispose(),
  };
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

/** A column as it is called in a list: by its symbol, and by what the model says it is. */
function label(name: string, meaning = ""): string {
  if (name === "t") return words.ofTime;
  if (name === frequency) return words.frequency;
  if (/^(energy|gap)\./.test(name)) return name.replace(/[._]/g, " ");
  return meaning ? `${symbolText(name)}, ${meaning}` : symbolText(name);
}
