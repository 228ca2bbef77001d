import { formatNumber } from "./format";
import type { Flow } from "./power-flows";
import { symbolText } from "./symbol";
import { words } from "../words/words";

const namespace = "http://www.w3.org/2000/svg";
const size = { width: 300, height: 190, middle: 130, reach: 34, gap: 6 };

/** Powers that enter a system on the left and leave it on the right, as wide as they are large. */
export class Sankey {
  readonly element = document.createElementNS(namespace, "svg");

  constructor() {
    this.element.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", describe([], []));
    this.element.classList.add("sankey");
  }

  /** `full` is the power, W, that is as wide as the picture allows. */
  draw(flows: readonly Flow[], full: number): void {
    const least = 0.004 * full;
    const given = flows.filter(({ power }) => power > least);
    const taken = flows.filter(({ power }) => power < -least);
    const rows = Math.max(given.length, taken.length, 1);
    const scale = (size.height - 24 - size.gap * rows) / (full || 1);
    this.element.setAttribute("aria-label", describe(given, taken));
    this.element.replaceChildren(
      ...this.#side(given, scale, "left"),
      ...this.#side(taken, scale, "right"),
    );
  }

  #side(flows: readonly Flow[], scale: number, side: "left" | "right"): Element[] {
    const total = flows.reduce((sum, { power }) => sum + Math.abs(power), 0) * scale;
    const outer = size.height / 2 - (total + size.gap * (flows.length - 1)) / 2;
    let [at, within] = [outer, size.height / 2 - total / 2];
    const isLeft = side === "left";
    const x = isLeft ? size.reach + 40 : size.width - size.reach - 40;
    const node = isLeft ? size.width / 2 - 4 : size.width / 2 + 4;
    return flows.flatMap(({ name, kind, power }) => {
      const width = Math.abs(power) * scale;
      const band = document.createElementNS(namespace, "path");
      const bend = (x + node) / 2;
      band.setAttribute(
        "d",
        `M${x} ${at} C${bend} ${at} ${bend} ${within} ${node} ${within} V${within + width} ` +
          `C${bend} ${within + width} ${bend} ${at + width} ${x} ${at + width} Z`,
      );
      band.setAttribute("class", `flow flow-${kind}`);
      const text = document.createElementNS(namespace, "text");
      text.setAttribute("x", String(isLeft ? x - 4 : x + 4));
      text.setAttribute("y", String(at + width / 2 + 4));
      text.setAttribute("text-anchor", isLeft ? "end" : "start");
      text.textContent = shortened(symbolText(name));
      const title = document.createElementNS(namespace, "title");
      title.textContent = `${symbolText(name)}: ${formatNumber(Math.abs(power), 3)} W`;
      band.append(title);
      at += width + size.gap;
      within += width;
      return [band, text];
    });
  }
}

function shortened(name: string): string {
  return name.length > 13 ? `${name.slice(0, 12)}…` : name;
}

function describe(given: readonly Flow[], taken: readonly Flow[]): string {
  const list = (flows: readonly Flow[]): string =>
    flows
      .map(({ name, power }) => `${symbolText(name)} ${formatNumber(Math.abs(power), 2)} W`)
      .join(", ") || words.nothing;
  return words.powerFlows(list(given), list(taken));
}
