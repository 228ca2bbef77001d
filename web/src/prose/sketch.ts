import { tickText } from "../plots/ticks";

/** The number of samples of a sketch, evenly over time. */
export const sampleCount = 97;
/** The keys move the pen by so many samples. */
const penStep = 4;
const [width, height] = [320, 170];
const inset = { left: 44, right: 10, top: 22, bottom: 24 };
const namespace = "http://www.w3.org/2000/svg";

interface SketchOptions {
  /** The name for screen readers. */
  readonly label: string;
  /** The name of the vertical axis. */
  readonly title: string;
  /** s */
  readonly until: number;
  readonly range: readonly [number, number];
  /** The place of the pen in words; null where nothing is drawn. */
  readonly spell: (t: number, value: number | null) => string;
}

/**
 * A diagram in which a reader draws a curve over time: by pointer or finger, or by keys: left and
 * right move the pen, up and down lift and lower the curve there.
 */
export class Sketch {
  readonly element: SVGSVGElement;
  #samples: (number | null)[] = empty();
  #pen = 0;
  /** The sample that the pointer passed last; null: it is not pressed. */
  #last: number | null = null;
  readonly #own = shape("path", { class: "sketch-own" });
  readonly #run = shape("path", { class: "sketch-run" });
  readonly #mark = shape("circle", { class: "sketch-pen", r: 5 });

  constructor(readonly options: SketchOptions) {
    const { label, range } = options;
    this.element = shape("svg", {
      ...{ viewBox: `0 0 ${width} ${height}`, class: "sketch", role: "slider", tabindex: 0 },
      "aria-label": label,
      "aria-valuemin": decimal(range[0]),
      "aria-valuemax": decimal(range[1]),
    });
    this.element.append(...this.#axes(), this.#run, this.#own, this.#mark);
    this.#listen();
    this.#draw();
  }

  /** The drawn values; null where nothing is drawn. */
  get samples(): readonly (number | null)[] {
    return this.#samples;
  }

  clear(): void {
    this.#samples = empty();
    this.#pen = 0;
    this.#run.setAttribute("d", "");
    this.#draw();
  }

  /** Shows the true curve beside the sketch. */
  reveal(curve: readonly number[]): void {
    this.#run.setAttribute("d", this.#pathOf(curve));
  }

  #listen(): void {
    const { element } = this;
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      element.focus({ preventScroll: true });
      element.setPointerCapture(event.pointerId);
      this.#last = null;
      this.#take(event);
    });
    element.addEventListener("pointermove", (event) => {
      if (this.#last !== null) this.#take(event);
    });
    for (const type of ["pointerup", "pointercancel"] as const)
      element.addEventListener(type, () => (this.#last = null));
    element.addEventListener("keydown", (event) => {
      const act = this.#keys[event.key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation(); // arrows move the clock elsewhere
      act(event.shiftKey ? 4 : 1);
    });
  }

  readonly #keys: Readonly<Record<string, (times: number) => void>> = {
    ArrowRight: (times) => this.#step(times),
    ArrowLeft: (times) => this.#step(-times),
    ArrowUp: (times) => this.#lift(times),
    ArrowDown: (times) => this.#lift(-times),
    Home: () => this.#step(-sampleCount),
    End: () => this.#step(sampleCount),
  };

  /** Moves the pen; a new place continues the curve at its height. */
  #step(by: number): void {
    const from = this.#pen;
    const to = Math.min(Math.max(from + by * penStep, 0), sampleCount - 1);
    const height = this.#samples[from] ?? 0;
    this.#pen = to;
    if (to > from && this.#samples[to] === null) this.#line(from, height, to, height);
    this.#draw();
  }

  #lift(by: number): void {
    const [low, high] = this.options.range;
    const value = (this.#samples[this.#pen] ?? 0) + (by * (high - low)) / 40;
    const next = Math.min(Math.max(value, low), high);
    const at = this.#pen;
    // The neighbours of the pen follow, so that the curve has no jump.
    const [before, after] = [Math.max(0, at - penStep), Math.min(sampleCount - 1, at + penStep)];
    const [left, right] = [this.#samples[before], this.#samples[after]];
    if (typeof left === "number" && before < at) this.#line(before, left, at, next);
    if (typeof right === "number" && after > at) this.#line(at, next, after, right);
    this.#samples[at] = next;
    this.#draw();
  }

  #take({ clientX, clientY }: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    const [low, high] = this.options.range;
    const x = ((clientX - box.left) / box.width) * width;
    const y = ((clientY - box.top) / box.height) * height;
    const share = (x - inset.left) / (width - inset.left - inset.right);
    const rise = 1 - (y - inset.top) / (height - inset.top - inset.bottom);
    const k = Math.round(Math.min(Math.max(share, 0), 1) * (sampleCount - 1));
    const value = low + Math.min(Math.max(rise, 0), 1) * (high - low);
    const last = this.#last;
    if (last === null) this.#samples[k] = value;
    else this.#line(last, this.#samples[last] ?? value, k, value);
    this.#last = k;
    this.#pen = k;
    this.#draw();
  }

  /** Fills the samples from one to another by a straight line. */
  #line(from: number, start: number, to: number, end: number): void {
    const count = Math.abs(to - from);
    const sign = Math.sign(to - from);
    for (let step = 0; step <= count; step++)
      this.#samples[from + sign * step] = start + (end - start) * (count === 0 ? 1 : step / count);
  }

  #xOf(k: number): number {
    return inset.left + (k / (sampleCount - 1)) * (width - inset.left - inset.right);
  }

  #yOf(value: number): number {
    const [low, high] = this.options.range;
    return inset.top + ((high - value) / (high - low)) * (height - inset.top - inset.bottom);
  }

  #pathOf(values: readonly (number | null)[]): string {
    let isDown = false;
    return values
      .map((value, k) => {
        if (value === null) {
          isDown = false;
          return "";
        }
        const verb = isDown ? "L" : "M";
        isDown = true;
        return `${verb}${this.#xOf(k).toFixed(1)} ${this.#yOf(value).toFixed(1)}`;
      })
      .join("");
  }

  #draw(): void {
    const { element, options } = this;
    const value = this.#samples[this.#pen] ?? null;
    this.#own.setAttribute("d", this.#pathOf(this.#samples));
    this.#mark.setAttribute("cx", String(this.#xOf(this.#pen)));
    this.#mark.setAttribute("cy", String(this.#yOf(value ?? 0)));
    const t = (this.#pen / (sampleCount - 1)) * options.until;
    element.setAttribute("aria-valuenow", decimal(value ?? 0));
    element.setAttribute("aria-valuetext", options.spell(t, value));
  }

  #axes(): readonly SVGElement[] {
    const { title, until, range } = this.options;
    const [low, high] = range;
    const levels = [low, (low + high) / 2, high];
    const times = [0, until / 2, until];
    const bottom = height - inset.bottom;
    return [
      ...levels.map((level) =>
        shape("path", {
          class: level === 0 ? "sketch-zero" : "sketch-grid",
          d: `M${inset.left} ${this.#yOf(level)}H${width - inset.right}`,
        }),
      ),
      ...levels.map((level) => text(tickText(level), inset.left - 6, this.#yOf(level) + 4, "end")),
      ...times.map((t, k) =>
        text(
          tickText(t) + (k === 0 ? " s" : ""),
          this.#xOf((k / 2) * (sampleCount - 1)),
          bottom + 16,
          k === 2 ? "end" : k === 0 ? "start" : "middle",
        ),
      ),
      text(title, 2, 12, "start"),
    ];
  }
}

/** A number without an exponent, which ARIA does not allow. */
const decimal = (value: number): string => value.toFixed(6).replace(/\.?0+$/, "");

const empty = (): null[] => Array.from({ length: sampleCount }, () => null);

function shape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function text(content: string, x: number, y: number, anchor: string): SVGTextElement {
  const made = shape("text", { x, y, "text-anchor": anchor, "aria-hidden": "true" });
  made.textContent = content;
  return made;
}
