import type { SwitchLog } from "../engine/switch-log";
import { readPalette } from "../view/palette";
import { drawMarks } from "./marks";

/** The marks of the events of a run below the time slider. */
export class SliderMarks {
  readonly element = document.createElement("canvas");
  readonly #observer = new ResizeObserver(() => this.draw());
  #log: SwitchLog | null = null;
  #until = 1;

  constructor() {
    this.element.className = "slider-marks";
    this.element.setAttribute("aria-hidden", "true");
    this.#observer.observe(this.element);
  }

  show(log: SwitchLog, until: number): void {
    this.#log = log;
    this.#until = until;
    this.draw();
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    const context = this.element.getContext("2d");
    if (!context || width === 0) return;
    const ratio = window.devicePixelRatio;
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    if (!this.#log) return;
    const place = { left: 0, base: 0, width, height: 3 - height };
    drawMarks(context, this.#log, { from: 0, to: this.#until }, place, readPalette(this.element));
  }

  dispose(): void {
    this.#observer.disconnect();
  }
}
