import { formatNumber } from "./format";
import { niceTicks, tickText } from "./ticks";

/** An eigenvalue in the plane, and its mode; a conjugate has the same mode. */
export interface PlottedEigenvalue {
  /** 1/s */
  readonly re: number;
  readonly im: number;
  /** Index of the mode. */
  readonly mode: number;
}

const margin = { left: 12, right: 12, top: 12, bottom: 12 };
const namespace = "http://www.w3.org/2000/svg";
/**
 * Least range of the axis of rates, relative to the largest eigenvalue: rounding errors must not be
 * magnified.
 */
const leastSpan = 0.2;
/** Half of a cross, and of the area that reacts to the pointer, pixels. */
const cross = 6;
const touch = 22;

/** The complex plane with its axes and a cross for each eigenvalue; pressing one chooses its mode. */
export class EigenvaluePlot {
  readonly element = node("svg", { class: "eigenvalues", role: "img" });
  #values: readonly PlottedEigenvalue[] = [];
  #zeros = 0;
  #chosen: number | null = null;

  constructor(readonly onChoose: (mode: number) => void) {
    new ResizeObserver(() => this.#draw()).observe(this.element);
    this.element.addEventListener("click", (event) => {
      const mode = (event.target as Element).closest("[data-mode]")?.getAttribute("data-mode");
      if (mode) this.onChoose(Number(mode));
    });
  }

  /** `label` describes the same in words. */
  setData(values: readonly PlottedEigenvalue[], zeros: number, label: string): void {
    this.#values = values;
    this.#zeros = zeros;
    this.element.setAttribute("aria-label", label);
    this.#draw();
  }

  /** Rings the eigenvalues of a mode; null: none. */
  choose(mode: number | null): void {
    this.#chosen = mode;
    for (const group of this.element.querySelectorAll("[data-mode]"))
      group.classList.toggle("is-chosen", group.getAttribute("data-mode") === String(mode));
  }

  #draw(): void {
    const { width, height } = this.element.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const largest = Math.max(...this.#values.map(({ re, im }) => Math.hypot(re, im)), 0) || 1;
    const most = (part: (one: PlottedEigenvalue) => number): number =>
      Math.max(...this.#values.map((one) => Math.abs(part(one))), leastSpan * largest) * 1.2;
    const [x, y] = [most(({ re }) => re), most(({ im }) => im)];
    const middle = { x: width / 2, y: height / 2 };
    const left = (re: number): number =>
      middle.x + (re / x) * (middle.x - Math.max(margin.left, margin.right));
    const top = (im: number): number =>
      middle.y - (im / y) * (middle.y - Math.max(margin.top, margin.bottom));
    const parts: SVGElement[] = [
      node("rect", {
        class: "unstable-half",
        ...{ x: middle.x, y: 0, width: width - middle.x, height },
      }),
    ];
    for (const re of niceTicks(-x, x, width / 90)) {
      if (Math.abs(re) < 1e-9 * x) continue;
      parts.push(line("grid", left(re), 0, left(re), height));
      parts.push(text(tickText(re), left(re), middle.y + 15, "middle"));
    }
    for (const im of niceTicks(-y, y, height / 50)) {
      if (Math.abs(im) < 1e-9 * y) continue;
      parts.push(line("grid", 0, top(im), width, top(im)));
      parts.push(text(`${tickText(im)} i`, middle.x + 12, top(im) - 4, "start"));
    }
    parts.push(line("axis", 0, middle.y, width, middle.y));
    parts.push(line("axis", middle.x, 0, middle.x, height));
    parts.push(text("Re λ, 1/s", width - 6, middle.y - 6, "end"));
    parts.push(text("Im λ, 1/s", middle.x - 6, 13, "end"));
    if (this.#zeros > 0) parts.push(...this.#origin(middle));
    for (const one of this.#values) parts.push(this.#marker(one, left(one.re), top(one.im)));
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.replaceChildren(...parts);
    this.choose(this.#chosen);
  }

  #marker({ re, im, mode }: PlottedEigenvalue, x: number, y: number): SVGElement {
    const group = node("g", {
      class: "eigenvalue",
      "data-mode": mode,
      "data-re": re,
      "data-im": im,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
    });
    const title = node("title", {});
    const sign = im < 0 ? "−" : "+";
    title.textContent =
      im === 0
        ? `${formatNumber(re)} 1/s`
        : `${formatNumber(re)} ${sign} ${formatNumber(Math.abs(im))} i 1/s`;
    group.append(
      title,
      node("circle", { class: "hit", r: touch }),
      node("circle", { class: "ring", r: 1.9 * cross }),
      node("path", {
        d: `M${-cross} ${-cross}L${cross} ${cross}M${-cross} ${cross}L${cross} ${-cross}`,
      }),
    );
    return group;
  }

  /** Zero eigenvalues: one circle with their number. */
  #origin({ x, y }: { readonly x: number; readonly y: number }): SVGElement[] {
    const circle = node("circle", { class: "zero", cx: x, cy: y, r: 0.8 * cross });
    return [circle, text(`${this.#zeros} ×`, x + 9, y + 17, "start")];
  }
}

function node(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

function line(name: string, x1: number, y1: number, x2: number, y2: number): SVGElement {
  return node("line", { class: name, x1, y1, x2, y2 });
}

function text(content: string, x: number, y: number, anchor: string): SVGElement {
  const made = node("text", { x, y, "text-anchor": anchor });
  made.textContent = content;
  return made;
}
