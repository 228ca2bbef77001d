import { formatNumber } from "../plots/format";
import type { EdgePowers } from "../plots/edge-powers";
import { setText } from "../base/dom";

/** Width of the band of the largest power, px. */
const widest = 18;

/** Smaller parts of the largest power are not shown. */
const least = 0.004;

/** Bands, arrows and numbers on the edges of a drawn diagram. They change without a new layout. */
export class FlowMarks {
  #bands: readonly Element[] = [];
  #arrows: readonly Element[] = [];
  #powers: EdgePowers | null = null;
  /** The largest power of the run, W; 0 if it is not known yet. */
  #full = 0;
  #isWaiting = false;

  constructor(
    readonly host: HTMLElement,
    /** The displayed time, s. */
    readonly now: () => number,
  ) {}

  /** Draws with the next frame. */
  wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => this.draw());
  }

  /** Finds the places for the marks in a new drawing. */
  take(): void {
    this.#bands = [...this.host.querySelectorAll("[data-band]")];
    this.#arrows = [...this.host.querySelectorAll("[data-flow]")];
  }

  /** Starts with a new run. */
  begin(powers: EdgePowers): void {
    this.#powers = powers;
    this.#full = 0;
  }

  /** Finds the largest power of a run that has ended. */
  measure(): void {
    this.#full = this.#powers?.largest() ?? 0;
  }

  draw(): void {
    this.#isWaiting = false;
    if (!this.#powers || this.host.offsetParent === null) return; // the diagram is not visible
    if (this.#full === 0) this.measure();
    const now = this.#powers.at(this.now());
    for (const band of this.#bands) {
      const power = now.get(band.getAttribute("data-band") ?? "");
      const part = this.#part(power);
      if (power === undefined) band.removeAttribute("data-power");
      else band.setAttribute("data-power", String(power));
      band.setAttribute(
        "style",
        `stroke-width:${part === 0 ? 0 : (2 + widest * Math.abs(part)).toFixed(1)}`,
      );
    }
    for (const place of this.#arrows) {
      const power = now.get(place.getAttribute("data-flow") ?? "");
      const part = this.#part(power);
      const [arrow, number] = [place.querySelector(".arrow"), place.querySelector(".watt")];
      const angle = Number(arrow?.getAttribute("data-angle") ?? 0) + (part < 0 ? 180 : 0);
      const size = (0.8 + 0.7 * Math.abs(part)).toFixed(2);
      arrow?.setAttribute("transform", `rotate(${angle}) scale(${size})`);
      arrow?.setAttribute("style", `visibility:${part === 0 ? "hidden" : "visible"}`);
      if (number) setText(number, part === 0 ? "" : `${formatNumber(Math.abs(power ?? 0), 2)} W`);
    }
  }

  /** The power as a share of the largest one; 0 if it is too small to be visible. */
  #part(power: number | undefined): number {
    const part = power === undefined || this.#full === 0 ? 0 : power / this.#full;
    return Math.abs(part) > least ? part : 0;
  }
}
