import { readPalette } from "../view/palette";
import { AxisRange, rangeOf } from "./axis-range";
import { chartFont } from "./chart-font";
import { formatNumber } from "./format";
import { listenToPlane } from "./plane-pointer";
import { tickText } from "./ticks";
import { beginsAnew } from "./wrap";

const margin = { left: 48, right: 12, top: 18, bottom: 26 };

/** One column over another: a path or points in their plane, with a dot at the current time. */
export class PhaseChart {
  readonly #canvas = document.createElement("canvas");
  readonly #dot = document.createElement("div");
  readonly #reading = document.createElement("div");
  readonly #observer: ResizeObserver;
  readonly #ends: readonly (() => void)[];
  #xs: Float64Array = new Float64Array();
  #ys: Float64Array = new Float64Array();
  #isPath = true;
  #now: readonly [number, number] | null = null;
  /** The frame of the axes within the host, px. */
  #frame = new DOMRect();

  constructor(
    readonly host: HTMLElement,
    readonly units: { readonly x: string; readonly y: string },
    readonly x = new AxisRange(),
    readonly y = new AxisRange(),
  ) {
    this.#dot.className = "phase-dot";
    this.#reading.className = "phase-reading";
    this.#dot.hidden = this.#reading.hidden = true;
    this.host.append(this.#canvas, this.#dot, this.#reading);
    for (const [axis, unit] of Object.entries(units)) {
      const caption = document.createElement("div");
      caption.className = `axis-unit axis-${axis}`;
      caption.textContent = unit;
      this.host.append(caption);
    }
    this.#observer = new ResizeObserver(() => this.draw());
    this.#observer.observe(host);
    this.#ends = [x, y].map((range) => range.changed.on(() => this.draw()));
    listenToPlane(this.#canvas, {
      ...{ x, y, frame: () => this.#frame },
      onPoint: (place) => this.#point(place),
    });
  }

  /** Shows a path through some points, or the points alone. */
  setData(xs: Float64Array, ys: Float64Array, isPath = true): void {
    this.#xs = xs;
    this.#ys = ys;
    this.#isPath = isPath;
    this.draw();
  }

  /** Puts the dot at the present values. */
  seek(x: number, y: number): void {
    this.#now = [x, y];
    this.#showDot();
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
    const { left, top, right, bottom } = margin;
    this.#frame = new DOMRect(left, top, width - left - right, height - top - bottom);
    this.x.fit(...rangeOf(this.#xs, this.x.isLog));
    this.y.fit(...rangeOf(this.#ys, this.y.isLog));
    this.#drawAxes(context, width, height);
    context.beginPath();
    context.rect(left, top, this.#frame.width, this.#frame.height);
    context.clip();
    if (this.#isPath) this.#drawPath(context);
    else this.#drawPoints(context);
    this.#showDot();
  }

  dispose(): void {
    this.#ends.forEach((end) => end());
    this.#observer.disconnect();
  }

  #drawPath(context: CanvasRenderingContext2D): void {
    context.strokeStyle = readPalette(this.host).ink;
    context.lineWidth = 1.5;
    context.lineJoin = "round";
    context.beginPath();
    let isBroken = true; // also where a logarithm has no value
    this.#xs.forEach((x, row) => {
      const [left, top] = this.#place(x, this.#ys[row] ?? 0);
      const { units } = this;
      const jumps = beginsAnew(this.#xs, row, units.x) || beginsAnew(this.#ys, row, units.y);
      if (Number.isFinite(left + top)) context[jumps || isBroken ? "moveTo" : "lineTo"](left, top);
      isBroken = !Number.isFinite(left + top);
    });
    context.stroke();
  }

  #drawPoints(context: CanvasRenderingContext2D): void {
    context.fillStyle = readPalette(this.host).ink;
    const size = this.#xs.length > 2000 ? 1.5 : 3;
    this.#xs.forEach((x, row) => {
      const [left, top] = this.#place(x, this.#ys[row] ?? 0);
      context.fillRect(left - size / 2, top - size / 2, size, size);
    });
  }

  #drawAxes(context: CanvasRenderingContext2D, width: number, height: number): void {
    const palette = readPalette(this.host);
    context.font = chartFont(this.host);
    context.fillStyle = palette.quiet;
    context.strokeStyle = palette.rule;
    context.lineWidth = 1;
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const tick of this.y.ticks(height / 44)) {
      const y = Math.round(this.#place(this.x.low, tick)[1]) + 0.5;
      context.fillText(tickText(tick), margin.left - 8, y);
      line(context, margin.left, y, width - margin.right, y);
    }
    context.textAlign = "center";
    for (const tick of this.x.ticks(width / 80)) {
      const x = Math.round(this.#place(tick, this.y.low)[0]) + 0.5;
      context.fillText(tickText(tick), x, height - margin.bottom + 14);
      line(context, x, margin.top, x, height - margin.bottom);
    }
  }

  #showDot(): void {
    const { left, right, top, bottom } = this.#frame;
    const [x, y] = this.#now ? this.#place(...this.#now) : [NaN, NaN];
    this.#dot.hidden = !(x >= left && x <= right && y >= top && y <= bottom);
    this.#dot.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  /** Shows the values at the pointer, above the frame. */
  #point(place: { readonly x: number; readonly y: number } | null): void {
    const { left, width, bottom, height } = this.#frame;
    this.#reading.hidden = place === null;
    if (!place) return;
    const x = this.x.valueAt((place.x - left) / width);
    const y = this.y.valueAt((bottom - place.y) / height);
    this.#reading.textContent = `(${formatNumber(x, 3)}; ${formatNumber(y, 3)})`;
  }

  /** The place of a pair of values, px. */
  #place(x: number, y: number): [number, number] {
    const { left, width, bottom, height } = this.#frame;
    return [left + width * this.x.share(x), bottom - height * this.y.share(y)];
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
