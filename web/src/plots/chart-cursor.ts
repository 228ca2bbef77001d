import type { SwitchLog } from "../engine/switch-log";
import { formatNumber } from "./format";
import type { TimeWindow } from "./time-window";

/** The values of all curves at one time. */
export interface Reading {
  /** s */
  readonly t: number;
  readonly values: readonly {
    readonly label: string;
    readonly value: number;
    readonly text: string;
  }[];
}

interface CursorOptions {
  /** The displayed part of the run. */
  readonly shown: TimeWindow;
  readonly marks?: () => SwitchLog | null;
  notesOf?(log: SwitchLog, first: number, after: number): readonly string[];
}

/** Shows a line at x, px, and some texts outside of the plotting area, so that they cover no curve. */
export function showReading(cursor: HTMLElement, texts: readonly string[], x: number): void {
  const reading = document.createElement("div");
  reading.className = "chart-reading";
  for (const text of texts) {
    const part = document.createElement("span");
    part.textContent = text;
    reading.append(part);
  }
  cursor.replaceChildren(reading);
  cursor.style.setProperty("--x", `${x.toFixed(1)}px`);
  const isHigh = cursor.getBoundingClientRect().top < reading.offsetHeight;
  cursor.classList.toggle("is-below", isHigh); // there is no room above
}

/** The line at the pointer, and the values there. */
export class ChartCursor {
  readonly element = document.createElement("div");

  constructor(
    readonly options: CursorOptions,
    readonly readAt: (t: number) => Reading | null,
  ) {
    this.element.className = "chart-cursor";
    this.element.hidden = true;
  }

  /** Shows the values at a time in a chart of this width, px; null: none. */
  show(t: number | null, width: number): void {
    const reading = t === null ? null : this.readAt(t);
    this.element.hidden = reading === null;
    if (t === null || !reading) return;
    const values = reading.values.map(({ label, text }) => (label ? `${label} ${text}` : text));
    const lines = [`t = ${formatNumber(reading.t, 4)} s`, ...values, ...this.#notesAt(t, width)];
    const { from, to } = this.options.shown;
    showReading(this.element, lines, (width * (reading.t - from)) / (to - from));
  }

  /** The meaning of the marks within some pixels of a time. */
  #notesAt(t: number, width: number): readonly string[] {
    const log = this.options.marks?.();
    if (!log || !this.options.notesOf) return [];
    const { from, to } = this.options.shown;
    const reach = (4 * (to - from)) / Math.max(1, width);
    return this.options.notesOf(log, log.firstFrom(t - reach), log.firstFrom(t + reach));
  }
}
