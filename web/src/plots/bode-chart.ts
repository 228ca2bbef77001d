import uPlot from "uplot";
import { readPalette } from "../view/palette";
import { chartFont } from "./chart-font";
import { superscript } from "./format";
import { niceTicks, tickText } from "./ticks";

/** A frequency response: one value for each frequency, null if there is none. */
export interface Response {
  /** rad/s, ascending. */
  readonly omega: readonly number[];
  readonly magnitude: readonly (number | null)[];
  /** Degrees, without jumps. */
  readonly phase: readonly (number | null)[];
}

/** Distances between the ticks of an axis of degrees. */
const angles = [15, 30, 45, 90, 180, 360];

/** Magnitude or phase over the frequency on a logarithmic axis. */
export class BodeChart {
  #plot: uPlot | null = null;
  #data: Response | null = null;
  readonly #cursor = document.createElement("div");

  constructor(
    readonly host: HTMLElement,
    readonly kind: "magnitude" | "phase",
    /** The reader points at a row; null: at none. */
    readonly onPoint: (row: number | null) => void,
  ) {
    this.#cursor.className = "bode-cursor";
    this.#cursor.hidden = true;
    new ResizeObserver(() => this.#plot?.setSize(this.#size())).observe(host);
  }

  setData(data: Response): void {
    this.#data = data;
    this.draw();
  }

  /** Redraws with the colours of the current theme. */
  draw(): void {
    const data = this.#data;
    this.#plot?.destroy();
    this.#plot = null;
    if (!data || data.omega.length === 0) return;
    const values = [...data[this.kind]];
    const shown = this.kind === "magnitude" ? values.map((x) => (x && x > 0 ? x : null)) : values;
    const options = this.#optionsFor(data.omega, values);
    this.#plot = new uPlot(options, [[...data.omega], shown], this.host);
    const { over } = this.#plot;
    over.append(this.#cursor);
    over.addEventListener("pointermove", (event) => {
      const x = event.clientX - over.getBoundingClientRect().left;
      this.onPoint(this.#plot?.posToIdx(x) ?? null);
    });
    over.addEventListener("pointerleave", () => this.onPoint(null));
  }

  #optionsFor(omega: readonly number[], values: readonly (number | null)[]): uPlot.Options {
    const isLogarithmic = this.kind === "magnitude";
    const range = isLogarithmic ? decades(values) : whole(values);
    const [low, high] = [omega[0] ?? 1, omega.at(-1) ?? 1];
    const points = { show: omega.length === 1 };
    return {
      ...this.#size(),
      padding: [10, 14, 0, 0],
      pxAlign: 0,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, distr: 3, range: () => [low, high > low ? high : 10 * low] },
        y: { distr: isLogarithmic ? 3 : 1, range: () => range },
      },
      series: [{}, { stroke: readPalette(this.host).ink, width: 2, points }],
      axes: this.#axes([low, high], range),
    };
  }

  #axes(domain: [number, number], range: [number, number]): uPlot.Axis[] {
    const isLogarithmic = this.kind === "magnitude";
    const palette = readPalette(this.host);
    const axis: uPlot.Axis = {
      stroke: palette.quiet,
      font: chartFont(this.host),
      grid: { stroke: palette.rule, width: 1 },
      ticks: { show: false },
      border: { show: false },
      gap: 6,
      filter: (_, ticks) => ticks,
    };
    return [
      {
        ...axis,
        size: isLogarithmic ? 8 : 28,
        splits: () => logarithmicTicks(...domain, 4),
        values: (_, ticks) => ticks.map((tick) => (isLogarithmic ? "" : decadeText(tick))),
      },
      {
        ...axis,
        size: 56,
        splits: () => (isLogarithmic ? logarithmicTicks(...range, 5) : angleTicks(...range)),
        values: (_, ticks) =>
          ticks.map((tick) => (isLogarithmic ? decadeText(tick) : `${tickText(tick)}°`)),
      },
    ];
  }

  /** Draws a line at a row; null: none. */
  point(row: number | null): void {
    const omega = row === null ? undefined : this.#data?.omega[row];
    this.#cursor.hidden = omega === undefined;
    if (omega === undefined || !this.#plot) return;
    this.#cursor.style.transform = `translateX(${this.#plot.valToPos(omega, "x").toFixed(1)}px)`;
  }

  #size(): { width: number; height: number } {
    return {
      width: Math.max(this.host.clientWidth, 120),
      height: Math.max(this.host.clientHeight, 60),
    };
  }
}

/** Whole decades that contain the values. */
function decades(values: readonly (number | null)[]): [number, number] {
  const logarithms = values.flatMap((x) => (x && x > 0 ? [Math.log10(x)] : []));
  if (logarithms.length === 0) return [0.1, 10];
  const low = Math.floor(Math.min(...logarithms) + 1e-9);
  const high = Math.ceil(Math.max(...logarithms) - 1e-9);
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

/** Multiples of 45 degrees that contain the values. */
function whole(values: readonly (number | null)[]): [number, number] {
  const known = values.filter((x) => x !== null);
  const low = Math.floor((Math.min(...known) - 4) / 45) * 45;
  const high = Math.ceil((Math.max(...known) + 4) / 45) * 45;
  return Number.isFinite(low + high) ? [low, high] : [-180, 180];
}

/**
 * Powers of ten; every second, third, … if there are many, and round numbers between if there are
 * few.
 */
function logarithmicTicks(low: number, high: number, most: number): number[] {
  const [from, to] = [Math.floor(Math.log10(low) + 1e-9), Math.ceil(Math.log10(high) - 1e-9)];
  const stride = Math.ceil((to - from) / most);
  const factors = to - from <= 2 ? [1, 2, 5] : [1];
  return Array.from({ length: to - from + 1 }, (_, k) => from + k)
    .filter((power) => power % stride === 0)
    .flatMap((power) => factors.map((factor) => factor * 10 ** power))
    .filter((x) => x >= low * (1 - 1e-9) && x <= high * (1 + 1e-9));
}

function angleTicks(low: number, high: number): number[] {
  const step = angles.find((angle) => (high - low) / angle <= 5) ?? 360;
  return niceTicks(low / step, high / step, (high - low) / step).map((k) => k * step);
}

/** 0.01, 1, 10⁵. */
function decadeText(value: number): string {
  const power = Math.round(Math.log10(value));
  const isPower = Math.abs(value / 10 ** power - 1) < 1e-9;
  return isPower && Math.abs(power) > 2 ? `10${superscript(String(power))}` : tickText(value);
}
