import { formatNumber } from "../plots/format";
import type { EdgePowers } from "../plots/edge-powers";
import { setText } from "../base/dom";

/** Of the largest power, px. */
const widest = 18;

/** Less than this of the largest power is not shown. */
const least = 0.004;

/** Bands, arrows and numbers on the edges of a drawn diagram; nothing is laid out when they change. */
export class FlowMarks {
  #bands: readonly Element[] = [];
  #arrows: readonly Element[] = [];
  #powers: EdgePowers | null = null;
  #full = 0;

  /** Finds the places for them in a new drawing. */
  take(host: Element): void {
    this.#bands = [...host.querySelectorAll("[data-band]")];
    this.#arrows = [...host.querySelectorAll("[data-flow]")];
  }

  /** A new run. */
  begin(powers: EdgePowers): void {
    this.#powers = powers;
    this.#full = 0;
  }

  /** Once a run has ended: what is as wide as there is room. */
  measure(): void {
    this.#full = this.#powers?.largest() ?? 0;
  }

  draw(t: number): void {
    if (!this.#powers) return;
    if (this.#full === 0) this.measure();
    const now = this.#powers.at(t);
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

  /** Of the largest power; 0 where that is too little to be seen. */
  #part(power: number | undefined): number {
    const part = power === undefined || this.#full === 0 ? 0 : power / this.#full;
    return Math.abs(part) > least ? part : 0;
  }
}
