import { columnAt, type Trajectory } from "../engine/trajectory";
import { Chart, type ChartOptions, type Trace } from "../plots/chart";
import { formatUnit } from "../plots/format";
import { modeWord, notesOf } from "../plots/mode-words";
import { PhaseChart } from "../plots/phase-chart";
import type { Points } from "../plots/points";
import { maximaMap } from "../plots/sections";
import { spectrumOf } from "../plots/spectrum";
import { strokes } from "../plots/strokes";
import { symbolText } from "../plots/symbol";
import type { ShownUnit } from "../study/shown-units";
import { words } from "../words/words";
import type { Added } from "./plot-columns";
import type { PlotSetting } from "./plot-setting";
import { timesOf } from "./point-rule";

/** A drawing of chosen columns. */
export interface Drawing {
  draw(isNewTheme: boolean): void;
  seek(t: number): void;
  dispose(): void;
  /** Only of a plot over time. */
  readonly chart?: Chart;
}

/** What stands beside the curves of a run. */
export interface Beside {
  /** The compared run. */
  readonly otherRun: () => Trajectory | null;
  /** The reader's own data for a column. */
  readonly pointsOf: (column: string) => Points | null;
}

/** Values in the unit in which they are shown. */
export function inUnit(values: Float64Array, { factor }: ShownUnit): Float64Array {
  return factor === 1 ? values : values.map((value) => value / factor);
}

function pointsIn(points: Points | null, { factor }: ShownUnit): Points | null {
  return points && { ...points, values: points.values.map((value) => value / factor) };
}

/** The marks of the events of the run in a chart over time. */
export function marksOf(
  current: () => Trajectory | null,
): Required<Pick<ChartOptions, "marks" | "notesOf">> {
  return {
    marks: () => current()?.switches.log ?? null,
    notesOf: (log, first, after) => notesOf(log, first, after, current()?.switches.laws ?? []),
  };
}

/** A column over time, and the same column of the compared run. */
export function overTime(
  host: HTMLElement,
  column: number,
  shownUnit: ShownUnit,
  options: Pick<ChartOptions, "until" | "shown" | "onSeek" | "values">,
  current: () => Trajectory | null,
  { otherRun, pointsOf }: Beside,
  added: readonly Added[],
): Drawing {
  const wordOf = current()?.switches.lawOf(column) === undefined ? undefined : modeWord;
  const own = { ownScale: !wordOf, hasTimeAxis: true, wordOf, ...marksOf(current) };
  const chart = new Chart(host, { ...options, ...own, unit: formatUnit(shownUnit.unit) });
  return {
    chart,
    draw(isNewTheme) {
      const trajectory = current();
      if (!trajectory || trajectory.rowCount < 2) return;
      const times = trajectory.drawnTimes();
      const traces: Trace[] = [
        {
          label: added.length > 0 ? symbolText(trajectory.columns[column]?.name ?? "") : "",
          color: "ink",
          stroke: strokes.column.own,
          values: inUnit(trajectory.drawn(column), shownUnit),
          points: pointsIn(pointsOf(trajectory.columns[column]?.name ?? ""), shownUnit),
        },
      ];
      for (const { name, color, stroke } of added) {
        const index = trajectory.indexOf(name);
        if (index >= 0)
          traces.push({
            ...{ label: symbolText(name), color, stroke },
            values: inUnit(trajectory.drawn(index), shownUnit),
            points: pointsIn(pointsOf(name), shownUnit),
          });
      }
      const second = otherRun();
      const same = second?.indexOf(trajectory.columns[column]?.name ?? "") ?? -1;
      if (second && same >= 0 && second.rowCount > 1)
        traces.push({
          label: words.compared,
          color: "ink",
          stroke: strokes.column.other,
          values: inUnit(
            columnAt(second, times, (t) => second.valueAt(t, same)),
            shownUnit,
          ),
        });
      if (isNewTheme) chart.recolor(times, traces);
      else chart.setTraces(times, traces);
    },
    seek: (t) => chart.seek(t),
    dispose: () => chart.dispose(),
  };
}

/** One column over another: its path, or points of it. */
export function overColumn(
  host: HTMLElement,
  y: number,
  x: number,
  units: { readonly x: ShownUnit; readonly y: ShownUnit },
  current: () => Trajectory | null,
  tools: Pick<PlotSetting, "x" | "y" | "rule">,
): Drawing {
  const names = { x: formatUnit(units.x.unit), y: formatUnit(units.y.unit) };
  const chart = new PhaseChart(host, names, tools.x, tools.y);
  return {
    draw() {
      const trajectory = current();
      if (!trajectory || trajectory.rowCount < 2) return;
      const times = timesOf(tools.rule, trajectory);
      const valuesOf = (column: number): Float64Array =>
        times?.map((t) => trajectory.valueAt(t, column)) ?? trajectory.column(column);
      chart.setData(inUnit(valuesOf(x), units.x), inUnit(valuesOf(y), units.y), times === null);
    },
    seek(t) {
      const row = current()?.locate(t).row ?? 0;
      const now = (column: number): number => current()?.value(row, column) ?? NaN;
      chart.seek(now(x) / units.x.factor, now(y) / units.y.factor);
    },
    dispose: () => chart.dispose(),
  };
}

/** The spectrum of a column. */
export function overFrequency(
  host: HTMLElement,
  column: number,
  unit: ShownUnit,
  current: () => Trajectory | null,
  tools: Pick<PlotSetting, "x" | "y">,
): Drawing {
  const names = { x: "Hz", y: formatUnit(unit.unit) };
  const chart = new PhaseChart(host, names, tools.x, tools.y);
  return {
    draw() {
      const trajectory = current();
      if (!trajectory || trajectory.rowCount < 8) return;
      const { frequencies, amplitudes } = spectrumOf(
        (t) => trajectory.valueAt(t, column),
        trajectory.end,
        trajectory.rowCount,
      );
      chart.setData(frequencies, inUnit(amplitudes, unit));
    },
    seek: () => undefined,
    dispose: () => chart.dispose(),
  };
}

/** Each maximum of a column over the one before it. */
export function overMaximum(
  host: HTMLElement,
  column: number,
  unit: ShownUnit,
  current: () => Trajectory | null,
  tools: Pick<PlotSetting, "x" | "y">,
): Drawing {
  const name = formatUnit(unit.unit);
  const chart = new PhaseChart(host, { x: name, y: name }, tools.x, tools.y);
  return {
    draw() {
      const { xs, ys } = maximaMap(current()?.column(column) ?? new Float64Array());
      chart.setData(inUnit(xs, unit), inUnit(ys, unit), false);
    },
    seek: () => undefined,
    dispose: () => chart.dispose(),
  };
}
