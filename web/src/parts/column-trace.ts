import type { Trajectory } from "../engine/trajectory";
import { Chart } from "../plots/chart";
import { formatNumber, formatUnit } from "../plots/format";
import { PhaseChart } from "../plots/phase-chart";
import { symbolText } from "../plots/symbol";
import type { Clock } from "./clock";
import { h, setText } from "./dom";

export interface ColumnTrace {
  readonly element: HTMLElement;
  begin(trajectory: Trajectory): void;
  draw(isNewTheme: boolean): void;
  seek(t: number): void;
  dispose(): void;
}

/** What draws the chosen columns: over time, or one over the other. */
interface Drawing {
  draw(isNewTheme: boolean): void;
  seek(t: number): void;
  dispose(): void;
}

/** A trace of any one column of the run over time or over another column. */
export function makeColumnTrace(clock: Clock): ColumnTrace {
  const host = h("div", { class: "chart chart-column", role: "img", "aria-label": "Trace" });
  const vertical = h("select", { "aria-label": "Column to plot" });
  const horizontal = h("select", { "aria-label": "Plotted over" });
  const value = h("dd", {});
  const element = h(
    "div",
    {},
    h(
      "div",
      { class: "trace-head" },
      h(
        "div",
        { class: "trace-choice" },
        vertical,
        h("span", { "aria-hidden": "true" }, "over"),
        horizontal,
      ),
      h(
        "dl",
        { class: "readouts single" },
        h("dt", { class: "visually-hidden" }, "Value now"),
        value,
      ),
    ),
    host,
  );
  let trajectory: Trajectory | null = null;
  let drawing: Drawing | null = null;
  let names: readonly string[] = [];

  const indexOf = (select: HTMLSelectElement): number => Math.max(0, names.indexOf(select.value));
  const unitOf = (index: number): string => formatUnit(trajectory?.columns[index]?.unit ?? "");
  const seek = (t: number): void => {
    drawing?.seek(t);
    const index = indexOf(vertical);
    if (trajectory)
      setText(value, `${formatNumber(trajectory.valueAt(t, index))} ${unitOf(index)}`);
  };
  const remake = (): void => {
    drawing?.dispose();
    host.replaceChildren();
    if (!trajectory) return;
    const [y, x] = [indexOf(vertical), indexOf(horizontal)];
    const current = (): Trajectory | null => trajectory;
    host.setAttribute("aria-label", `${label(names[y] ?? "")} over ${label(names[x] ?? "")}`);
    drawing =
      x === 0
        ? overTime(host, y, unitOf(y), trajectory.until, current, clock)
        : overColumn(host, y, x, { x: unitOf(x), y: unitOf(y) }, current);
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
    begin(next) {
      const nextNames = next.columns.map(({ name }) => name);
      const isAlike = nextNames.join() === names.join() && next.until === trajectory?.until;
      trajectory = next;
      if (isAlike) return;
      names = nextNames;
      fill(vertical, names.slice(1), vertical.value);
      fill(horizontal, names, horizontal.value);
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
): Drawing {
  const onSeek = (t: number): void => clock.seek(t);
  const chart = new Chart(host, { unit, until, ownScale: true, hasTimeAxis: true, onSeek });
  return {
    draw(isNewTheme) {
      const trajectory = current();
      if (!trajectory || trajectory.rowCount < 2) return;
      const traces = [{ label: "", color: "ink", width: 1.8, values: trajectory.column(column) }];
      if (isNewTheme) chart.recolor(trajectory.column(0), traces);
      else chart.setTraces(trajectory.column(0), traces);
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

function fill(select: HTMLSelectElement, names: readonly string[], chosen: string): void {
  const selected = names.includes(chosen) ? chosen : names[0];
  select.replaceChildren(
    ...names.map((name) => h("option", { value: name, selected: name === selected }, label(name))),
  );
}

function label(name: string): string {
  if (name === "t") return "time";
  return /^(energy|gap)\./.test(name) ? name.replace(/[._]/g, " ") : symbolText(name);
}
