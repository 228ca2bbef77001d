import { Component } from "../base/component";
import { h } from "../base/dom";
import type { GalleryEntry } from "../models/catalog";
import type { Thumbnail } from "../view/thumbnail";
import { spokenLanguage, words } from "../words/words";
import { currentTheme } from "./theme";

/** The part of the run after which the still picture is taken. */
const posterMoment = 0.31;

/**
 * One model of the gallery: a picture that moves while the pointer or the keyboard is on it, or, without a mouse, while
 * it is in the middle of the window. Model, engine and painter are loaded only then, or if the model has no poster.
 */
export class Card extends Component {
  readonly element: HTMLElement;
  readonly #canvas = h("canvas", { class: "card-picture", "aria-hidden": "true" });
  readonly #note = h("span", { class: "card-note" }, "…");
  readonly #poster = h("img", {
    ...{ class: "card-picture card-poster", alt: "", loading: "lazy", hidden: true },
  });
  readonly #cancel = new AbortController();
  #thumbnail: Thumbnail | null = null;
  /** Time of the run, s. */
  #duration = 0;
  #time = 0;
  #isMoving = false;
  #isStale = false;
  #isAsked = false;

  constructor(
    readonly model: GalleryEntry,
    number: number,
  ) {
    super();
    const { id, hasPoster, translations } = model;
    const own = translations?.[spokenLanguage()];
    const lang = own ? spokenLanguage() : "en";
    const { name, description } = own ?? model;
    const link = h("a", { class: "card-link", href: `#model=${id}`, lang }, name);
    const caption = h("span", { class: "figure-number" }, words.figureNumber(number));
    this.element = h(
      "li",
      { class: "card" },
      h("div", { class: "card-frame" }, this.#canvas, this.#poster, this.#note),
      h("p", { class: "card-caption" }, caption, link),
      h("p", { class: "card-text", lang }, description),
    );
    this.listen(this.element, "pointerenter", () => this.move());
    this.listen(this.element, "pointerleave", ({ pointerType }) => {
      if (pointerType === "mouse") this.rest(); // a finger leaves with every tap and scroll
    });
    this.listen(link, "focus", () => this.move());
    this.listen(link, "blur", () => this.rest());
    const resized = new ResizeObserver(() => (this.#isStale = true));
    resized.observe(this.#canvas);
    if (hasPoster) this.#showPoster();
    this.atEnd(
      () => this.#thumbnail?.dispose(),
      () => resized.disconnect(),
      () => this.#cancel.abort(),
    );
  }

  /**
   * Computes the run if there is no poster; resolves when a picture is there or is not available.
   */
  async prepare(): Promise<void> {
    if (!this.model.hasPoster) await this.#run();
  }

  tick(seconds: number): void {
    if (!this.#thumbnail) return;
    if (this.#isMoving) this.#time = (this.#time + seconds) % this.#duration;
    else if (!this.#isStale) return;
    this.#isStale = false;
    this.#thumbnail.paint(this.#time);
  }

  recolor(): void {
    if (!this.#poster.hidden) this.#showPoster();
    this.#thumbnail?.recolor();
    this.#isStale = true;
  }

  /** Stops at the moment of the poster. */
  rest(): void {
    this.#isMoving = false;
    this.#time = posterMoment * this.#duration;
    this.#isStale = true;
  }

  /** Moves the picture, unless motion is to be reduced. */
  move(): void {
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.#isMoving = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    try {
      await this.#compute();
    } catch {
      if (!this.#cancel.signal.aborted && this.#poster.hidden)
        this.#note.textContent = words.cannotBeShown;
    }
  }

  async #compute(): Promise<void> {
    const { computeMotion } = await import("./card-motion");
    const motion = await computeMotion(this.model, this.#canvas, this.#cancel.signal);
    if (!motion) {
      this.#note.textContent = words.noPicture;
      return;
    }
    this.#note.remove();
    this.#poster.hidden = true;
    this.#thumbnail = motion.thumbnail;
    this.#duration = motion.duration;
    if (!this.#isMoving) this.rest();
  }

  #showPoster(): void {
    this.#poster.src = `./posters/${this.model.id}.${currentTheme()}.webp`;
    this.#poster.hidden = false;
    this.#note.remove();
  }
}
