import { setAttribute, setText } from "../base/dom";
import { formatNumber } from "./format";
import type { Flow } from "./power-flows";
import { symbolText } from "./symbol";
import { words } from "../words/words";

const size = { width: 300, height: 190, middle: 130, reach: 34, gap: 6 };

/**
 * Powers that enter a system on the left and leave it on the right; the widths are proportional.
 */
export class Sankey {
  readonly element = make("svg");
  /** The bands drawn so far. Not all need be visible, since they change with every frame. */
  readonly #bands: Band[] = [];

  constructor() {
    this.element.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", describe([], []));
    this.element.classList.add("sankey");
  }

  /** `full` is the power, W, that is as wide as the picture allows; larger powers are, if there are any. */
  draw(flows: readonly Flow[], full: number): void {
    const least = 0.004 * full;
    const given = flows.filter(({ power }) => power > least);
    const taken = flows.filter(({ power }) => power < -least);
    const rows = Math.max(given.length, taken.length, 1);
    // While a run is computed, `full` may still be that of the run before.
    const widest = Math.max(full, powerOf(given), powerOf(taken));
    const scale = (size.height - 24 - size.gap * rows) / (widest || 1);
    setAttribute(this.element, "aria-label", describe(given, taken));
    const shown = [...side(given, scale, "left"), ...side(taken, scale, "right")];
    shown.forEach((one, index) => (this.#bands[index] ??= new Band(this.element)).show(one));
    for (const band of this.#bands.slice(shown.length)) band.hide();
  }
}

interface Shown {
  readonly kind: string;
  /** Data of its SVG path. */
  readonly outline: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
  readonly name: string;
  readonly power: number;
}

/** A power as a band, with its name beside it. */
class Band {
  readonly #band = make("path");
  readonly #text = make("text");
  readonly #title = make("title");

  constructor(host: Element) {
    this.#band.append(this.#title);
    host.append(this.#band, this.#text);
  }

  show({ kind, outline, x, y, anchor, name, power }: Shown): void {
    for (const element of [this.#band, this.#text]) setAttribute(element, "display", "inline");
    setAttribute(this.#band, "class", `flow flow-${kind}`);
    setAttribute(this.#band, "d", outline);
    setAttribute(this.#text, "x", String(x));
    setAttribute(this.#text, "y", y.toFixed(1));
    setAttribute(this.#text, "text-anchor", anchor);
    setText(this.#text, shortened(symbolText(name)));
    setText(this.#title, `${symbolText(name)}: ${formatNumber(Math.abs(power), 3)} W`);
  }

  hide(): void {
    for (const element of [this.#band, this.#text]) setAttribute(element, "display", "none");
  }
}

function side(flows: readonly Flow[], scale: number, place: "left" | "right"): Shown[] {
  const total = powerOf(flows) * scale;
  const outer = size.height / 2 - (total + size.gap * (flows.length - 1)) / 2;
  let [at, within] = [outer, size.height / 2 - total / 2];
  const isLeft = place === "left";
  const x = isLeft ? size.reach + 40 : size.width - size.reach - 40;
  const node = isLeft ? size.width / 2 - 4 : size.width / 2 + 4;
  return flows.map(({ name, kind, power }) => {
    const width = Math.abs(power) * scale;
    const bend = (x + node) / 2;
    const outline =
      `M${x} ${at} C${bend} ${at} ${bend} ${within} ${node} ${within} V${within + width} ` +
      `C${bend} ${within + width} ${bend} ${at + width} ${x} ${at + width} Z`;
    const y = at + width / 2 + 4;
    at += width + size.gap;
    within += width;
    const anchor = isLeft ? "end" : "start";
    return { kind, outline, x: isLeft ? x - 4 : x + 4, y, anchor, name, power };
  });
}

/** Of all flows together, W. */
function powerOf(flows: readonly Flow[]): number {
  return flows.reduce((sum, { power }) => sum + Math.abs(power), 0);
}

function make<Tag extends keyof SVGElementTagNameMap>(tag: Tag): SVGElementTagNameMap[Tag] {
  return document.createElementNS("http://www.w3.org/2000/svg", tag);
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
