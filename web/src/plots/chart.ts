import uPlot from "uplot";
import type { SwitchLog } from "../engine/switch-log";
import { readPalette } from "../view/palette";
import { AxisRange, rangeOf } from "./axis-range";
import { ChartCursor, type Reading } from "./chart-cursor";
import { chartFont } from "./chart-font";
import { formatNumber, superscript } from "./format";
import { levelsOf, onLevels, writeLevels } from "./levels";
import { drawMarks } from "./marks";
import { listenToPlane } from "./plane-pointer";
import { drawPoints, type Points } from "./points";
import { coreOpacity, type Stroke } from "./strokes";
import { tickText } from "./ticks";
import { listenToTime } from "./time-pointer";
import type { TimeWindow } from "./time-window";

/** One curve over time. */
export interface Trace {
  readonly label: string;
  /** Name of a colour in styles/tokens.css, without the dashes. */
  readonly color: string;
  readonly stroke: Stroke;
  readonly values: Float64Array;
  /** Covers part of the previous trace, and is not a trace itself. */
  readonly isCore?: boolean;
  /** Measured values beside the curve. */
  readonly points?: Points | null;
}

export interface ChartOptions {
  readonly unit: string;
  /** Time at which the run ends, s. */
  readonly until: number;
  /** The displayed part of it. */
  readonly shown: TimeWindow;
  /** Scales values by a power of ten, written at the axis. */
  readonly ownScale?: boolean;
  /** Shows the numbers and the name of the time axis. */
  readonly hasTimeAxis: boolean;
  /** The range of the values; without one the chart has its own. */
  readonly values?: AxisRange;
  /** The words for the values of curves with few values that jump between them. */
  readonly wordOf?: ((value: number) => string) | undefined;
  /** The events of the run, for marks at the bottom of the chart. */
  readonly marks?: () => SwitchLog | null;
  /** The meaning of the marks of some events, for the pointer. */
  notesOf?(log: SwitchLog, first: number, after: number): readonly string[];
  onSeek(t: number): void;
}

/** The curves of the chart in an element, for pictures of it. */
const shownIn = new WeakMap<Element, () => readonly Trace[]>();

/** The curves that a chart shows; none where an element has no chart. */
export function curvesIn(host: Element): readonly Trace[] {
  const isShown = ({ isCore, values }: Trace): boolean =>
    !isCore && values.some((value) => value !== 0);
  return (shownIn.get(host)?.() ?? []).filter(isShown);
}

/** Traces over time with a line at the current time; pressing or dragging on it sets the clock. */
export class Chart {
  #plot: uPlot | null = null;
  #traces: readonly Trace[] = [];
  #power = 0;
  /** The values that have words, in ascending order. */
  #levels: readonly number[] = [];
  #time = 0;
  readonly #playhead = document.createElement("div");
  readonly #cursor: ChartCursor;
  readonly #ends: readonly (() => void)[];
  /** Lies on the plotting area, whose width is the displayed time. */
  readonly overlay = document.createElement("div");
  /** The displayed range of the values. */
  readonly values: AxisRange;
  readonly #unit = document.createElement("div");
  readonly #observer: ResizeObserver;

  constructor(
    readonly host: HTMLElement,
    readonly options: ChartOptions,
  ) {
    this.#playhead.className = "playhead";
    this.#unit.className = "axis-unit";
    this.overlay.className = "chart-overlay";
    this.#cursor = new ChartCursor(options, (t) => this.readAt(t));
    this.values = options.values ?? new AxisRange();
    this.host.append(this.#unit);
    if (!options.wordOf) this.host.append(valueAxis(this.values, () => this.#plot));
    this.#ends = [
      options.shown.changed.on(({ from, to }) => {
        this.#plot?.setScale("x", { min: from, max: to });
        this.seek(this.#time);
      }),
      this.values.changed.on(() => this.#redraw()),
    ];
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(host);
    shownIn.set(host, () => this.#traces);
  }

  /** Redraws with all rows computed so far. */
  setTraces(times: Float64Array, all: readonly Trace[]): void {
    const traces = all.flatMap(withCore);
    this.#traces = traces;
    this.#power = this.options.ownScale && !this.values.isLog ? sharedPower(traces) : 0;
    const scale = 10 ** -this.#power;
    const { unit, wordOf } = this.options;
    this.#levels = wordOf ? levelsOf(traces) : [];
    const drawnOf = ({ values }: Trace) =>
      wordOf ? onLevels(values, this.#levels) : scaled(values, scale, this.values.isLog);
    const data: uPlot.AlignedData = [times, ...traces.map(drawnOf)];
    this.#unit.textContent =
      this.#power === 0 ? unit : `10${superscript(`${this.#power}`)} ${unit}`;
    if (this.#plot && this.#plot.series.length === traces.length + 1) this.#plot.setData(data);
    else this.#make(data, traces);
    this.seek(this.#time);
  }

  /** Moves the line at the current time; cheap, nothing is redrawn. */
  seek(t: number): void {
    this.#time = t;
    if (!this.#plot) return;
    const { shown } = this.options;
    this.#playhead.hidden = t < shown.from || t > shown.to;
    const x = this.#plot.valToPos(t, "x");
    this.#playhead.style.transform = `translateX(${x.toFixed(1)}px)`;
  }

  /** Redraws with the colours of the current theme. */
  recolor(times: Float64Array, traces: readonly Trace[]): void {
    this.#plot?.destroy();
    this.#plot = null;
    this.setTraces(times, traces);
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#ends.forEach((end) => end());
    this.#plot?.destroy();
  }

  #make(data: uPlot.AlignedData, traces: readonly Trace[]): void {
    this.#plot?.destroy();
    const { shown, hasTimeAxis, wordOf } = this.options;
    const options: uPlot.Options = {
      ...sizeOf(this.host),
      padding: [18, 12, hasTimeAxis ? 0 : 6, 0],
      pxAlign: 0,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [shown.from, shown.to] },
        y: {
          distr: this.values.isLog ? 3 : 1,
          range: (_, low, high) => this.#valueRange(low, high),
        },
      },
      series: [{}, ...seriesOf(this.host, traces, wordOf !== undefined)],
      axes: this.#axes(),
      hooks: {
        draw: [
          (plot) =>
            wordOf
              ? writeLevels(plot, this.#levels.map(wordOf))
              : this.values.isLog || drawZeroLine(plot),
          (plot) => drawEvents(plot, this.options),
          (plot) => drawPoints(plot, this.#traces, 10 ** -this.#power),
        ],
      },
    };
    this.#plot = new uPlot(options, data, this.host);
    this.#plot.over.append(this.#playhead, this.#cursor.element, this.overlay);
    const { until, onSeek } = this.options;
    listenToTime(this.#plot.over, {
      ...{ shown, until, onSeek },
      timeAt: (x) => this.#plot?.posToVal(x, "x") ?? 0,
      onPoint: (t) => this.#cursor.show(t, this.#plot?.over.clientWidth ?? 0),
      onBox: (low, high) => this.values.show(this.values.valueAt(low), this.values.valueAt(high)),
    });
  }

  #axes(): uPlot.Axis[] {
    const palette = readPalette(this.host);
    const { hasTimeAxis, wordOf } = this.options;
    const axis: uPlot.Axis = {
      stroke: palette.quiet,
      font: chartFont(this.host),
      grid: { stroke: palette.rule, width: 1 },
      ticks: { show: false },
      border: { show: false },
    };
    return [
      {
        ...axis,
        size: hasTimeAxis ? 26 : 4,
        space: 64,
        gap: 4,
        grid: { show: false },
        values: (_, ticks) =>
          ticks.map((tick) => (hasTimeAxis ? tickText(tick) + (tick === 0 ? " s" : "") : "")),
      },
      {
        ...axis,
        size: 48,
        gap: 8,
        space: this.host.clientHeight < 160 ? 22 : 34,
        values: (_, ticks) => ticks.map((tick) => (wordOf ? "" : tickText(tick))),
        ...(wordOf ? { splits: () => this.#levels.map((_, level) => level) } : {}),
        ...(this.values.isLog
          ? { splits: () => this.values.ticks(6), filter: (_, ticks) => ticks }
          : {}),
      },
    ];
  }

  /** The values at the computed time nearest to t, in words. */
  readAt(t: number): Reading | null {
    const plot = this.#plot;
    if (!plot) return null;
    const { wordOf } = this.options;
    const row = plot.valToIdx(t);
    const values = this.#traces.flatMap(({ label, isCore }, index) => {
      const drawn = plot.data[index + 1]?.[row];
      if (isCore || drawn === null || drawn === undefined) return [];
      const value = wordOf ? (this.#levels[drawn] ?? -1) : drawn * 10 ** this.#power;
      return [{ label, value, text: wordOf ? wordOf(value) : formatNumber(value) }];
    });
    return { t: plot.data[0][row] ?? 0, values };
  }

  /** The drawn range of values, which are scaled. */
  #valueRange(low: number | null, high: number | null): uPlot.Range.MinMax {
    if (this.options.wordOf) return [-0.5, this.#levels.length - 0.25];
    const scale = 10 ** -this.#power;
    const [least, largest] = withPoints(this.#traces, scale, low, high);
    const own = this.values.isLog
      ? rangeOf([least ?? NaN, largest ?? NaN], true)
      : paddedRange(least, largest);
    this.values.fit(own[0] / scale, own[1] / scale);
    return [this.values.low * scale, this.values.high * scale];
  }

  /** Draws the same curves over another range of values. */
  #redraw(): void {
    const isLog = this.#plot?.scales["y"]?.distr === 3;
    if (this.#plot && isLog !== this.values.isLog)
      this.recolor(
        Float64Array.from(this.#plot.data[0]),
        this.#traces.filter(({ isCore }) => !isCore),
      );
    else this.#plot?.redraw();
  }

  #resize(): void {
    this.#plot?.setSize(sizeOf(this.host));
    this.seek(this.#time);
  }
}

function seriesOf(host: HTMLElement, traces: readonly Trace[], isStepped: boolean): uPlot.Series[] {
  const palette = readPalette(host);
  const paths = isStepped && uPlot.paths.stepped?.({ align: 1 });
  return traces.map(({ label, color, stroke: { width, dash, isRound }, isCore }) => ({
    label,
    stroke: palette.energy(color),
    alpha: isCore ? coreOpacity : 1,
    width,
    dash: [...dash],
    cap: isRound ? ("round" as const) : ("butt" as const),
    points: { show: false },
    ...(paths ? { paths } : {}),
  }));
}

function drawEvents(plot: uPlot, { marks, shown }: ChartOptions): void {
  const log = marks?.();
  if (!log || log.count === 0) return;
  const { ctx } = plot;
  const ratio = window.devicePixelRatio;
  const { left, top, width, height } = plot.bbox; // in pixels of the screen
  ctx.save();
  ctx.scale(ratio, ratio);
  ctx.setLineDash([]);
  const base = (top + height) / ratio;
  const place = { left: left / ratio, base, width: width / ratio, height: 7 };
  drawMarks(ctx, log, shown, place, readPalette(plot.root));
  ctx.restore();
}

function sizeOf(host: HTMLElement): { width: number; height: number } {
  return {
    width: Math.max(host.clientWidth, 120),
    height: Math.max(host.clientHeight, 60),
  };
}

/** The place of the numbers at the axis, which zooms and moves them. */
function valueAxis(y: AxisRange, plot: () => uPlot | null): HTMLElement {
  const axis = document.createElement("div");
  axis.className = "value-axis";
  const frame = (): DOMRect => {
    const { top = 0, height = 1 } = plot()?.bbox ?? {};
    const ratio = window.devicePixelRatio;
    return new DOMRect(0, top / ratio, axis.clientWidth, height / ratio);
  };
  listenToPlane(axis, { y, frame });
  return axis;
}

function withCore(trace: Trace): Trace[] {
  const { core, ...stroke } = trace.stroke;
  if (core === undefined) return [trace];
  const middle = { ...trace, color: "paper", stroke: { ...stroke, width: core }, isCore: true };
  return [trace, middle];
}

/** A range of values with those of the points beside the curves. */
function withPoints(
  traces: readonly Trace[],
  scale: number,
  low: number | null,
  high: number | null,
): readonly [number | null, number | null] {
  if (low === null || high === null) return [low, high];
  let [least, largest] = [low, high];
  for (const { points } of traces)
    for (const value of points?.values ?? []) {
      if (value * scale < least) least = value * scale;
      if (value * scale > largest) largest = value * scale;
    }
  return [least, largest];
}

/** A curve that is zero throughout is omitted: it would only hide the axis. */
function scaled(
  values: Float64Array,
  scale: number,
  isLog: boolean,
): Float64Array | (number | null)[] {
  if (isLog) return Array.from(values, (value) => (value > 0 ? value : null));
  if (values.every((value) => value === 0)) return Array.from(values, () => null);
  if (Number.isNaN(values.at(-1)))
    // it ends before the other curves
    return Array.from(values, (value) => (Number.isNaN(value) ? null : value * scale));
  return scale === 1 ? values : values.map((value) => value * scale);
}

/** Adds room above and below; a constant trace gets a scale of suitable size. */
function paddedRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high))
    return [-1, 1];
  const bottom = Math.min(low, 0);
  const top = Math.max(high, 0);
  const room = 0.06 * (top - bottom) || 1;
  return [bottom < 0 ? bottom - room : 0, top > 0 ? top + room : room];
}

/** The line y = 0, a little stronger than the grid. */
function drawZeroLine(plot: uPlot): void {
  const y = Math.round(plot.valToPos(0, "y", true));
  const { left, top, width, height } = plot.bbox;
  if (y < top || y > top + height) return;
  plot.ctx.save();
  plot.ctx.strokeStyle = readPalette(plot.root).quiet;
  plot.ctx.setLineDash([]);
  plot.ctx.globalAlpha = 0.7;
  plot.ctx.lineWidth = window.devicePixelRatio;
  plot.ctx.beginPath();
  plot.ctx.moveTo(left, y);
  plot.ctx.lineTo(left + width, y);
  plot.ctx.stroke();
  plot.ctx.restore();
}

/** The power of ten of the largest value, in steps of three; 0 for moderate values. */
function sharedPower(traces: readonly Trace[]): number {
  let largest = 0;
  for (const { values } of traces) {
    for (const value of values) if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  if (largest === 0 || !Number.isFinite(largest)) return 0;
  const exponent = Math.floor(Math.log10(largest));
  return exponent >= -2 && exponent < 4 ? 0 : exponent;
}
