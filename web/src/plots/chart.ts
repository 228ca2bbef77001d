import uPlot from "uplot";
import { readPalette } from "../view/palette";
import { formatNumber, superscript } from "./format";
import { coreOpacity, type Stroke } from "./strokes";
import { tickText } from "./ticks";
import type { TimeWindow } from "./time-window";

/** One curve over time. */
export interface Trace {
  readonly label: string;
  /** Name of a colour in styles/tokens.css, without the dashes. */
  readonly color: string;
  readonly stroke: Stroke;
  readonly values: Float64Array;
  /** Covers part of the trace before it, and is no trace of its own. */
  readonly isCore?: boolean;
}

export interface ChartOptions {
  readonly unit: string;
  /** Time at which the run ends, s. */
  readonly until: number;
  /** The part of it that is shown. */
  readonly shown: TimeWindow;
  /** Draws values in a power of ten of their own, written at the axis. */
  readonly ownScale?: boolean;
  /** Shows the time axis' numbers and name. */
  readonly hasTimeAxis: boolean;
  onSeek(t: number): void;
}

/** Canvases do not inherit the page's type. */
export function chartFont(host: Element): string {
  const size = Math.round(0.765 * parseFloat(getComputedStyle(host).fontSize)); // uPlot reads digits only
  return `${size}px "Iowan Old Style", P052, "Palatino Linotype", "URW Palladio L", Georgia, serif`;
}

/** Traces over time with a line at the present; pressing or dragging on it sets the clock. */
export class Chart {
  #plot: uPlot | null = null;
  #traces: readonly Trace[] = [];
  #power = 0;
  #time = 0;
  readonly #playhead = document.createElement("div");
  readonly #cursor = document.createElement("div");
  readonly #endWindow: () => void;
  readonly #unit = document.createElement("div");
  readonly #observer: ResizeObserver;

  constructor(
    readonly host: HTMLElement,
    readonly options: ChartOptions,
  ) {
    this.#playhead.className = "playhead";
    this.#unit.className = "axis-unit";
    this.#cursor.className = "chart-cursor";
    this.#cursor.hidden = true;
    this.host.append(this.#unit);
    this.#endWindow = options.shown.changed.on(({ from, to }) => {
      this.#plot?.setScale("x", { min: from, max: to });
      this.seek(this.#time);
    });
    this.#observer = new ResizeObserver(() => this.#resize());
    this.#observer.observe(host);
  }

  /** Redraws with all rows computed so far. */
  setTraces(times: Float64Array, all: readonly Trace[]): void {
    const traces = all.flatMap(withCore);
    this.#traces = traces;
    this.#power = this.options.ownScale ? sharedPower(traces) : 0;
    const scale = 10 ** -this.#power;
    const data: uPlot.AlignedData = [times, ...traces.map(({ values }) => scaled(values, scale))];
    const { unit } = this.options;
    this.#unit.textContent =
      this.#power === 0 ? unit : `10${superscript(`${this.#power}`)} ${unit}`;
    if (this.#plot && this.#plot.series.length === traces.length + 1) this.#plot.setData(data);
    else this.#make(data, traces);
    this.seek(this.#time);
  }

  /** Moves the line at the present; cheap, nothing is redrawn. */
  seek(t: number): void {
    this.#time = t;
    if (!this.#plot) return;
    const { shown } = this.options;
    this.#playhead.hidden = t < shown.from || t > shown.to;
    const x = this.#plot.valToPos(t, "x");
    this.#playhead.style.transform = `translateX(${x.toFixed(1)}px)`;
  }

  /** Draws anew with the colours of the theme in force. */
  recolor(times: Float64Array, traces: readonly Trace[]): void {
    this.#plot?.destroy();
    this.#plot = null;
    this.setTraces(times, traces);
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#endWindow();
    this.#plot?.destroy();
  }

  #make(data: uPlot.AlignedData, traces: readonly Trace[]): void {
    this.#plot?.destroy();
    const palette = readPalette(this.host);
    const axis: uPlot.Axis = {
      stroke: palette.quiet,
      font: chartFont(this.host),
      grid: { stroke: palette.rule, width: 1 },
      ticks: { show: false },
      border: { show: false },
    };
    const { shown, hasTimeAxis } = this.options;
    this.#plot = new uPlot(
      {
        ...this.#size(),
        padding: [18, 12, hasTimeAxis ? 0 : 6, 0],
        pxAlign: 0,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: () => [shown.from, shown.to] },
          y: { range: paddedRange },
        },
        series: [
          {},
          ...traces.map(({ label, color, stroke: { width, dash, isRound }, isCore }) => ({
            label,
            stroke: palette.energy(color),
            alpha: isCore ? coreOpacity : 1,
            width,
            dash: [...dash],
            cap: isRound ? ("round" as const) : ("butt" as const),
            points: { show: false },
          })),
        ],
        axes: [
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
            values: (_, ticks) => ticks.map((tick) => tickText(tick)),
          },
        ],
        hooks: { draw: [drawZeroLine] },
      },
      data,
      this.host,
    );
    this.#plot.over.append(this.#playhead, this.#cursor);
    this.#listen(this.#plot.over);
  }

  /** Pressing and dragging seeks, with the shift key it chooses a part; a pinch or wheel with control zooms. */
  #listen(over: HTMLElement): void {
    const { shown, until, onSeek } = this.options;
    const timeAt = (event: MouseEvent): number => {
      const x = event.clientX - over.getBoundingClientRect().left;
      return Math.min(Math.max(this.#plot?.posToVal(x, "x") ?? 0, 0), until);
    };
    let from: number | null = null;
    over.addEventListener("pointerdown", (event) => {
      over.setPointerCapture(event.pointerId);
      if (event.shiftKey) from = timeAt(event);
      else onSeek(timeAt(event));
    });
    over.addEventListener("pointermove", (event) => {
      this.#point(timeAt(event));
      if (from === null && over.hasPointerCapture(event.pointerId)) onSeek(timeAt(event));
    });
    over.addEventListener("pointerup", (event) => {
      const to = timeAt(event);
      if (from !== null) shown.show(Math.min(from, to), Math.max(from, to));
      from = null;
    });
    over.addEventListener("pointerleave", () => (this.#cursor.hidden = true));
    over.addEventListener("dblclick", () => shown.reset());
    over.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        shown.zoom(Math.exp(-0.01 * event.deltaY), timeAt(event));
      },
      { passive: false },
    );
  }

  /** Shows the values at a time beside the pointer. */
  #point(t: number): void {
    const plot = this.#plot;
    if (!plot) return;
    const row = plot.valToIdx(t);
    const values = this.#traces.flatMap(({ label, isCore }, index) => {
      const value = plot.data[index + 1]?.[row];
      if (isCore || value === null || value === undefined) return [];
      const name = label ? `${label} ` : "";
      return [`${name}${formatNumber(value * 10 ** this.#power)}`];
    });
    const at = plot.data[0][row] ?? 0;
    this.#cursor.hidden = false;
    this.#cursor.textContent = [`t = ${formatNumber(at, 4)} s`, ...values].join("\n");
    const x = plot.valToPos(at, "x");
    this.#cursor.classList.toggle("is-left", x > 0.5 * plot.over.clientWidth);
    this.#cursor.style.setProperty("--x", `${x.toFixed(1)}px`);
  }

  #size(): { width: number; height: number } {
    return {
      width: Math.max(this.host.clientWidth, 120),
      height: Math.max(this.host.clientHeight, 60),
    };
  }

  #resize(): void {
    this.#plot?.setSize(this.#size());
    this.seek(this.#time);
  }
}

function withCore(trace: Trace): Trace[] {
  const { core, ...stroke } = trace.stroke;
  if (core === undefined) return [trace];
  const middle = { ...trace, color: "paper", stroke: { ...stroke, width: core }, isCore: true };
  return [trace, middle];
}

/** A curve that is zero throughout is left out: it would only hide the axis. */
function scaled(values: Float64Array, scale: number): Float64Array | (number | null)[] {
  if (values.every((value) => value === 0)) return Array.from(values, () => null);
  if (Number.isNaN(values.at(-1)))
    // it ends before the others
    return Array.from(values, (value) => (Number.isNaN(value) ? null : value * scale));
  return scale === 1 ? values : values.map((value) => value * scale);
}

/** Room above and below; a constant trace gets a scale of its own size. */
function paddedRange(_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax {
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

/** The power of ten of the largest value, in steps of three; 0 for ordinary sizes. */
function sharedPower(traces: readonly Trace[]): number {
  let largest = 0;
  for (const { values } of traces) {
    for (const value of values) if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  if (largest === 0 || !Number.isFinite(largest)) return 0;
  const exponent = Math.floor(Math.log10(largest));
  return exponent >= -2 && exponent < 4 ? 0 : exponent;
}
