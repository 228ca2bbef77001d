import type { ModeHistory } from "../engine/mode-history";
import { readPalette, type Palette } from "../view/palette";
import { showReading } from "./chart-cursor";
import { chartFont } from "./chart-font";
import { fillMode, writeInPiece } from "./mode-fill";
import { listenToTime } from "./time-pointer";
import type { TimeWindow } from "./time-window";

/** The margins of the charts above and below, px. */
const margin = { left: 48, right: 12 };

export interface BandOptions {
  /** Time at which the run ends, s. */
  readonly until: number;
  /** The displayed part of it. */
  readonly shown: TimeWindow;
  /** The height of a band and the distance of two, px. */
  readonly height: number;
  readonly pitch: number;
  /** The word for a mode by its number. */
  wordOf(mode: number): string;
  /** The text next to the pointer over a band. */
  noteOf(band: number, t: number): string;
  onSeek(t: number): void;
}

/** Coloured bands over time, one for each law, that show its mode. */
export class ModeBands {
  readonly #canvas = document.createElement("canvas");
  readonly #over = document.createElement("div");
  readonly #playhead = document.createElement("div");
  readonly #cursor = document.createElement("div");
  readonly #observer: ResizeObserver;
  readonly #endWindow: () => void;
  #histories: readonly ModeHistory[] = [];
  /** The end of the computed part, s. */
  #end = 0;
  #time = 0;

  constructor(
    readonly host: HTMLElement,
    readonly options: BandOptions,
  ) {
    this.#over.className = "band-over";
    this.#playhead.className = "playhead";
    this.#cursor.className = "chart-cursor";
    this.#cursor.hidden = true;
    this.#over.append(this.#playhead, this.#cursor);
    host.append(this.#canvas, this.#over);
    const { shown, until } = options;
    listenToTime(this.#over, {
      ...{ shown, until },
      onSeek: (t) => options.onSeek(t),
      timeAt: (x) => shown.from + (x / this.#width) * (shown.to - shown.from),
      onPoint: (t, y) => this.#point(t, y),
    });
    this.#endWindow = shown.changed.on(() => this.draw());
    this.#observer = new ResizeObserver(() => this.draw());
    this.#observer.observe(host);
  }

  setData(histories: readonly ModeHistory[], end: number): void {
    this.#histories = histories;
    this.#end = end;
    const { pitch, height } = this.options;
    this.host.style.height = `${Math.max(0, histories.length - 1) * pitch + height}px`;
    this.draw();
  }

  seek(t: number): void {
    this.#time = t;
    const { shown } = this.options;
    this.#playhead.hidden = t < shown.from || t > shown.to;
    this.#playhead.style.transform = `translateX(${this.#left(t).toFixed(1)}px)`;
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#endWindow();
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    const context = this.#canvas.getContext("2d");
    if (!context || width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    context.font = chartFont(this.host);
    const palette = readPalette(this.host);
    const { pitch } = this.options;
    this.#histories.forEach((history, band) =>
      this.#drawBand(context, history, band * pitch, palette),
    );
    this.seek(this.#time);
  }

  #drawBand(
    context: CanvasRenderingContext2D,
    history: ModeHistory,
    y: number,
    palette: Palette,
  ): void {
    const { shown, height, wordOf } = this.options;
    for (const { from, to, mode } of history.band(shown.from, shown.to, this.#width, this.#end)) {
      const box = [margin.left + from, y, to - from, height] as const;
      fillMode(context, mode, box, palette);
      if (height >= 14) writeInPiece(context, wordOf(mode), mode, box, palette);
    }
  }

  get #width(): number {
    return Math.max(1, this.host.clientWidth - margin.left - margin.right);
  }

  #left(t: number): number {
    const { from, to } = this.options.shown;
    return ((t - from) / (to - from)) * this.#width;
  }

  #point(t: number | null, y: number): void {
    const band = Math.min(this.#histories.length - 1, Math.floor(y / this.options.pitch));
    this.#cursor.hidden = t === null || t > this.#end || band < 0;
    if (t === null || this.#cursor.hidden) return;
    showReading(this.#cursor, this.options.noteOf(band, t).split("\n"), this.#left(t));
  }
}

/** A piece of a band, for legends. */
export function modeSwatch(mode: number): {
  readonly element: HTMLCanvasElement;
  draw(): void;
} {
  const element = document.createElement("canvas");
  element.className = "mode-swatch";
  element.setAttribute("aria-hidden", "true");
  const [width, height] = [28, 12];
  return {
    element,
    draw() {
      const context = element.getContext("2d");
      if (!context) return;
      const ratio = window.devicePixelRatio;
      [element.width, element.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      context.scale(ratio, ratio);
      fillMode(context, mode, [0, 0, width, height], readPalette(element));
    },
  };
}
