import type { Trajectory } from "../engine/trajectory";
import type { AxisRange } from "../plots/axis-range";
import type { Chart } from "../plots/chart";
import type { TimeWindow } from "../plots/time-window";
import type { ShownUnits } from "../study/shown-units";
import type { PointRule } from "./point-rule";

interface PlotColumn {
  readonly name: string;
  /** SI */
  readonly unit: string;
}

/** The plot that the tools belong to. */
export interface PlotSubject {
  /** Only of a plot over time. */
  readonly chart: Chart | null;
  readonly isOverColumn: boolean;
  /** The columns of the axes; that of a spectrum is in Hz. */
  readonly x: PlotColumn | undefined;
  readonly y: PlotColumn | undefined;
  readonly units: ShownUnits;
  readonly trajectory: Trajectory;
  textOf(column: string): string;
}

/** What a reader may set of a plot. */
export interface PlotSetting {
  readonly x: AxisRange;
  readonly y: AxisRange;
  /** The displayed part of the run. */
  readonly window: TimeWindow;
  readonly subject: PlotSubject | null;
  rule: PointRule;
}
