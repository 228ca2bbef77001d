import { readPalette } from "../view/palette";
import { chartFont } from "./chart-font";
import { beginsAnew } from "./wrap";
import { niceTicks, tickText } from "./ticks";

interface Span {
  readonly low: number;
  readonly high: number;
}

const margin = { left: 48, right: 12, top: 18, bottom: 26 };

/** One column over another: the path in the phase plane, with a dot at the current time. */
export class PhaseChart {
  readonly #canvas = document.createElement("canvas");
  readonly #dot = document.createElement("div");
  readonly #observer: ResizeObserver;
  #xs: Float64Array = new Float64Array();
  #ys: Float64Array = new Float64Array();
  #x: Span = { low: 0, high: 1 };
  #y: Span = { low: 0, high: 1 };
  #row = 0;

  constructor(
    readonly host: HTMLElement,
    readonly units: { readonly x: string; readonly y: string },
  ) {
    this.#dot.className = "phase-dot";
    this.#dot.hidden = true;
    this.host.append(this.#canvas, this.#dot);
    for (const [axis, unit] of Object.entries(units)) {
      const caption = document.createElement("div");
      caption.className = `axis-unit axis-${axis}`;
      caption.textContent = unit;
      this.host.append(caption);
    }
    this.#observer = new ResizeObserver(() => this.draw());
    this.#observer.observe(host);
  }

  setData(xs: Float64Array, ys: Float64Array): void {
    this.#xs = xs;
    this.#ys = ys;
    this.#x = spanOf(xs);
    this.#y = spanOf(ys);
    this.draw();
  }

  seek(row: number): void {
    this.#row = row;
    this.#dot.hidden = false;
    const x = this.#left(this.#xs[row] ?? 0);
    const y = this.#top(this.#ys[row] ?? 0);
    this.#dot.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    const context = this.#canvas.getContext("2d");
    if (!context || width === 0) return;
    const ratio = window.devicePixelRatio;
    this.#canvas.width = width * ratio;
    this.#canvas.height = height * ratio;
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    context.scale(ratio, ratio);
    this.#drawAxes(context, width, height);
    context.strokeStyle = readPalette(this.host).ink;
    context.lineWidth = 1.5;
    context.lineJoin = "round";
    context.beginPath();
    this.#xs.forEach((x, row) => {
      const y = this.#ys[row] ?? 0;
      const { units } = this;
      const jumps = beginsAnew(this.#xs, row, units.x) || beginsAnew(this.#ys, row, units.y);
      context[jumps ? "moveTo" : "lineTo"](this.#left(x), this.#top(y));
    });
    context.stroke();
    if (!this.#dot.hidden) this.seek(this.#row);
  }

  dispose(): void {
    this.#observer.disconnect();
  }

  #drawAxes(context: CanvasRenderingContext2D, width: number, height: number): void {
    const palette = readPalette(this.host);
    context.font = chartFont(this.host);
    context.fillStyle = palette.quiet;
    context.strokeStyle = palette.rule;
    context.lineWidth = 1;
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const tick of niceTicks(this.#y.low, this.#y.high, height / 44)) {
      const y = Math.round(this.#top(tick)) + 0.5;
      context.fillText(tickText(tick), margin.left - 8, y);
      line(context, margin.left, y, width - margin.right, y);
    }
    context.textAlign = "center";
    for (const tick of niceTicks(this.#x.low, this.#x.high, width / 80)) {
      const x = Math.round(this.#left(tick)) + 0.5;
      context.fillText(tickText(tick), x, height - margin.bottom + 14);
      line(context, x, margin.top, x, height - margin.bottom);
    }
  }

  #left(x: number): number {
    const room = this.host.clientWidth - margin.left - margin.right;
    return margin.left + (room * (x - this.#x.low)) / (this.#x.high - this.#x.low);
  }

  #top(y: number): number {
    const room = this.host.clientHeight - margin.top - margin.bottom;
    return margin.top + (room * (this.#y.high - y)) / (this.#y.high - this.#y.low);
  }
}

function line(
  context: CanvasRenderingContext2D,
  ...[x1, y1, x2, y2]: [number, number, number, number]
) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function spanOf(values: Float64Array): Span {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!Number.isFinite(low + high)) return { low: -1, high: 1 };
  const room = 0.06 * (high - low) || Math.abs(high) || 1;
  return { low: low - room, high: high + room };
}
