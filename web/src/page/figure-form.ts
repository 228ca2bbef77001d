import { h, setText } from "../base/dom";
import type { Lab } from "../element/lab";
import { formatTime } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import { choice } from "./choices";
import type { FigureChoice } from "./figure-contents";
import type { FigureFormat } from "./figure-files";
import { numberField } from "./number-field";

const pointsPerMillimetre = 72 / 25.4;
/** A column of a journal is about 88 mm wide. */
const usualWidth = 88;
/** Pixels across a picture that a printer sets sharply at that width. */
const usualPixels = 2000;
const mostPixels = 8000;
/** Heights per width. */
const highest = 0.7;
const plotRatio = 0.62;

/** The choices of the dialog for figures. */
export class FigureForm {
  readonly element: HTMLElement;
  readonly #content;
  readonly #over;
  readonly #format = choice(words.figureFormat, { svg: "SVG", pdf: "PDF", png: "PNG" });
  readonly #style = choice(words.figureStyle, { colour: words.inColour, black: words.inBlack });
  readonly #width = numberField(usualWidth, 20, 1000);
  readonly #height = numberField(60, 15, 1000);
  readonly #pixels = numberField(usualPixels, 100, mostPixels);
  readonly #letters = numberField(9, 4, 48);
  readonly #legend = h("input", { type: "checkbox", checked: true });
  readonly #legendName = h("span", {});
  readonly #clear = h("input", { type: "checkbox" });
  readonly #caption = h("textarea", { rows: 2 });
  /** What the reader has chosen. */
  readonly #own = new Set<HTMLElement>();

  /** `view`: the kind of the figure on the page, if there is one. */
  constructor(
    readonly lab: Lab,
    readonly view: "plane" | "space" | null,
  ) {
    const names = (lab.experiment.trajectory?.columns ?? []).map(({ name }) => name);
    this.#content = choice(words.figureOf, {
      ...(view ? { figure: words.theFigure } : {}),
      energies: words.theEnergies,
      ...Object.fromEntries(names.slice(1).map((name) => [name, symbolText(name)])),
    });
    this.#over = choice(
      words.figureOver,
      Object.fromEntries(names.map((name, k) => [name, k === 0 ? "t" : symbolText(name)])),
    );
    this.#suggest();
    this.#content.element.addEventListener("change", () => this.#suggest());
    for (const input of [this.#height, this.#caption])
      input.addEventListener("input", () => this.#own.add(input));
    this.element = this.#make();
  }

  /** A figure in space has only pixels. */
  get isSpatial(): boolean {
    return this.isFigure && this.view === "space";
  }

  get isFigure(): boolean {
    return this.#content.value === "figure";
  }

  get format(): FigureFormat {
    return this.isSpatial ? "png" : (this.#format.value as FigureFormat);
  }

  get pixels(): number {
    return Math.min(Math.max(Number(this.#pixels.value), 100), mostPixels);
  }

  get choice(): FigureChoice {
    const points = ({ value, min }: HTMLInputElement): number =>
      Math.max(Number(value), Number(min)) * pointsPerMillimetre;
    return {
      content: this.#content.value,
      over: this.#over.value,
      width: points(this.#width),
      height: points(this.#height),
      fontSize: Math.max(Number(this.#letters.value), Number(this.#letters.min)),
      isBlack: this.#style.value === "black",
      hasLegend: this.#legend.checked,
      isClear: this.#clear.checked,
      caption: this.#caption.value.trim(),
    };
  }

  /** Hides what has no effect on the content. */
  arrange(): void {
    const { isSpatial } = this;
    this.#over.element.hidden = this.isFigure;
    this.#format.element.hidden = isSpatial;
    this.#style.element.hidden = isSpatial;
    this.#pixels.parentElement!.hidden = this.format !== "png";
    this.#letters.parentElement!.hidden = isSpatial;
    this.#legend.parentElement!.hidden = isSpatial;
    this.#caption.parentElement!.hidden = isSpatial;
    setText(this.#legendName, this.isFigure ? words.withScale : words.withLegend);
  }

  /** Suggests a height and a caption for the content, unless the reader has chosen them. */
  #suggest(): void {
    const { clientWidth: width, clientHeight: height } = this.lab.stagePanel.stage.canvas;
    const isFigure = this.isFigure && width > 0;
    const ratio = isFigure ? Math.min(height / width, highest) : plotRatio;
    const name = this.lab.experiment.description?.name ?? "";
    const time = isFigure ? `, t = ${formatTime(this.lab.clock.time)}\u202fs` : "";
    if (!this.#own.has(this.#height))
      this.#height.value = String(Math.round(Number(this.#width.value) * ratio));
    if (!this.#own.has(this.#caption)) this.#caption.value = name + time;
  }

  #make(): HTMLElement {
    const field = (name: string, input: HTMLElement, unit: string): HTMLElement =>
      h("label", {}, name, input, unit);
    return h(
      "form",
      { class: "embed-choices figure-choices", method: "dialog" },
      this.#content.element,
      this.#over.element,
      this.#format.element,
      field(words.figureWidth, this.#width, "mm"),
      field(words.figureHeight, this.#height, "mm"),
      field(words.figurePixels, this.#pixels, ""),
      field(words.figureLetters, this.#letters, "pt"),
      this.#style.element,
      h("label", { class: "check" }, this.#legend, this.#legendName),
      h("label", { class: "check" }, this.#clear, words.clearBackground),
      h("label", { class: "figure-caption" }, words.figureCaption, this.#caption),
    );
  }
}
