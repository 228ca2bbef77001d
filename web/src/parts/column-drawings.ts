import { columnAt, type Trajectory } from "../engine/trajectory";
import { Chart, type ChartOptions, type Trace } from "../plots/chart";
import { modeWord, notesOf } from "../plots/mode-words";
import { PhaseChart } from "../plots/phase-chart";
import type { Points } from "../plots/points";
import { spectrumOf } from "../plots/spectrum";
import { strokes } from "../plots/strokes";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import type { Added } from "./plot-columns";

/** A drawing of chosen columns. */
export interface Drawing {
  draw(isNewTheme: boolean): void;
  seek(t: number): void;
  dispose(): void;
}

/** What stands beside the curves of a run. */
export interface Beside {
  /** The compared run. */
  readonly otherRun: () => Trajectory | null;
  /** The reader's own data for a column. */
  readonly pointsOf: (column: string) => Points | null;
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
  options: Pick<ChartOptions, "unit" | "until" | "shown" | "onSeek">,
  current: () => Trajectory | null,
  { otherRun, pointsOf }: Beside,
  added: readonly Added[],
): Drawing {
  const wordOf = current()?.switches.lawOf(column) === undefined ? undefined : modeWord;
  const own = { ownScale: !wordOf, hasTimeAxis: true, wordOf, ...marksOf(current) };
  const chart = new Chart(host, { ...options, ...own });
  return {
    draw(isNewTheme) {
      const trajectory = current();
      if (!trajectory || trajectory.rowCount < 2) return;
      const times = trajectory.drawnTimes();
      const traces: Trace[] = [
        {
          label: added.length > 0 ? symbolText(trajectory.columns[column]?.name ?? "") : "",
          color: "ink",
          stroke: strokes.column.own,
          values: trajectory.drawn(column),
          points: pointsOf(trajectory.columns[column]?.name ?? ""),
        },
      ];
      for (const { name, color, stroke } of added) {
        const index = trajectory.indexOf(name);
        if (index >= 0)
          traces.push({
            ...{ label: symbolText(name), color, stroke, values: trajectory.drawn(index) },
            points: pointsOf(name),
          });
      }
      const second = otherRun();
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

/** One column over another. */
export function overColumn(
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

/** The spectrum of a column. */
export function overFrequency(
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
