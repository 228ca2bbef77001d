import { Component } from "../base/component";
import { h } from "../base/dom";
import { motionSeen, nextPicture } from "../base/ticker";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { equationPieces, markOverflow, type EquationPiece } from "./equation-lines";

/** Longer equations are folded to this height, pixels: about a screen. */
const longest = 900;

/** The page draws a picture after so much work on equations, ms. */
const slice = 50;

/**
 * The equations of the current text of the model. A symbol that the reader points at anywhere is
 * highlighted.
 */
export class EquationsPanel extends Component {
  readonly element: HTMLElement;
  readonly #groups = h("div", { class: "equation-groups" });
  readonly #fold = h("div", { class: "equation-fold" }, this.#groups);
  readonly #more = h("button", { type: "button", class: "quiet small" }, words.allEquations);
  /** The text whose equations are shown. */
  #shown = "";
  #isSeen = false;
  #isNear = false;
  #isWhole = false;
  #refits: readonly (() => void)[] = [];
  /** Writes what is beyond the fold. */
  #goOn: () => void = () => undefined;
  /** The width to which the equations are fitted, pixels. */
  #width = 0;

  constructor(readonly experiment: Experiment) {
    super();
    const title = h("h2", { id: "equations-title" }, words.equations);
    this.element = h(
      "section",
      { class: "panel equations", part: "equations", "aria-labelledby": "equations-title" },
      h("div", { class: "panel-head" }, title),
      this.#fold,
      this.#more,
    );
    // Most equations are folded. The button has its place from the start, so that nothing below it
    // moves later.
    this.#more.style.visibility = "hidden";
    this.listen(this.#more, "click", () => this.#unfold(!this.#isWhole));
    this.listen(this.#groups, "focusin", () => this.#unfold(true));
    // Typesetting takes longer than a frame, so the first frames of a run come first.
    const later = (): void => void motionSeen().then(() => this.#update());
    this.follow(experiment.grown, later);
    this.follow(experiment.changed, ({ status }) => {
      if (status !== "reading" && status !== "computing") later();
    });
    this.#watch();
    this.#shareAttention();
  }

  /**
   * Typesets the equations when they come near the window, and fits them when the width changes.
   */
  #watch(): void {
    const nearness = new IntersectionObserver(
      (entries) => {
        this.#isNear = entries.at(-1)?.isIntersecting ?? false;
        if (!this.#isNear) return;
        this.#refit();
        if (this.#isSeen) return;
        this.#isSeen = true;
        void this.#update();
      },
      { rootMargin: "400px" },
    );
    nearness.observe(this.element);
    const size = new ResizeObserver(() => this.#refit());
    size.observe(this.element);
    this.atEnd(
      () => nearness.disconnect(),
      () => size.disconnect(),
    );
  }

  #shareAttention(): void {
    const { attention } = this.experiment;
    const groups = this.#groups;
    this.listen(groups, ["pointerover", "focusin"], (event) =>
      attention.pointed.emit(nameAt(event)),
    );
    this.listen(groups, ["pointerleave", "focusout"], () => attention.pointed.emit(null));
    this.listen(groups, "click", (event) => {
      const name = nameAt(event);
      if (name !== null) attention.chosen.emit(name);
    });
    this.follow(attention.pointed, (name) => {
      for (const symbol of groups.querySelectorAll("[data-symbol]"))
        symbol.classList.toggle("is-lit", symbol.getAttribute("data-symbol") === name);
    });
  }

  async #update(): Promise<void> {
    const { client, description, source, status } = this.experiment;
    if (!this.#isSeen || !description || status === "refused" || source.text === this.#shown)
      return;
    this.#shown = source.text;
    this.#refits = [];
    this.#goOn(); // what is left of another text ends
    try {
      const equations = await client.equations(source);
      if (this.#shown !== source.text) return;
      if (equations.groups.length === 0) return this.#leaveOut();
      await this.#fill(source.text, equationPieces(equations));
    } catch {
      this.#shown = ""; // the banner shows what is wrong with the engine
    }
  }

  /**
   * Writes the equations, with room for pictures of the page between pieces that take long. Those below the fold
   * are written when the reader asks for them: long formulas take seconds to lay out.
   */
  async #fill(text: string, pieces: readonly EquationPiece[]): Promise<void> {
    const refits: (() => void)[] = [];
    this.#width = this.element.clientWidth;
    let begin = performance.now();
    this.#groups.replaceChildren();
    for (const piece of pieces) {
      refits.push(...piece(this.#groups));
      if (!this.#isWhole && this.#groups.scrollHeight > longest) {
        this.#end(refits);
        await new Promise<void>((resolve) => (this.#goOn = resolve));
      } else if (performance.now() - begin < slice) continue;
      await nextPicture();
      if (this.#shown !== text) return;
      begin = performance.now();
    }
    this.#end(refits);
  }

  /** All that is to be seen is written; it is fitted to the width from now on. */
  #end(refits: readonly (() => void)[]): void {
    const mark = (): void => markOverflow(this.#groups);
    this.#refits = [...refits, mark];
    mark();
    this.#more.style.visibility = "";
    this.#foldLong();
    this.#refit();
  }

  /** The engine cannot print the equations of this model. */
  #leaveOut(): void {
    this.#refits = [];
    this.#groups.replaceChildren(h("p", { class: "refusal" }, words.noEquations));
    this.#more.style.visibility = "hidden";
    this.#foldLong();
  }

  #refit(): void {
    const width = this.element.clientWidth;
    if (!this.#isNear || this.#refits.length === 0 || Math.abs(width - this.#width) < 8) return;
    this.#width = width;
    this.#refits.forEach((refit) => refit());
    this.#foldLong();
  }

  #unfold(whole: boolean): void {
    this.#isWhole = whole;
    this.#foldLong();
    if (whole) this.#goOn();
  }

  /** Folds long equations, which would push the following text out of view. */
  #foldLong(): void {
    const more = this.#more;
    more.hidden = this.#groups.scrollHeight <= longest;
    more.textContent = this.#isWhole ? words.fewerEquations : words.allEquations;
    more.setAttribute("aria-expanded", String(this.#isWhole));
    this.#fold.classList.toggle("is-folded", !more.hidden && !this.#isWhole);
  }
}

function nameAt({ target }: Event): string | null {
  const symbol = (target as Element | null)?.closest?.("[data-symbol]");
  return symbol?.getAttribute("data-symbol") ?? null;
}
