import { button, h } from "../base/dom";
import { icon } from "../parts/icons";

/**
 * Covers the place of a simulation until its first picture: an image, a button that starts it, and
 * a note.
 */
export class Poster {
  readonly element: HTMLElement;
  readonly #reveal: HTMLButtonElement;
  readonly #note = h("p", { class: "note", role: "status" });

  constructor(onReveal: () => void) {
    this.#reveal = button({ class: "reveal", part: "reveal" }, [icon("play")], onReveal);
    const fallback = h("div", { class: "fallback" }, h("slot"));
    const attributes = { class: "poster", part: "poster" };
    this.element = h("div", attributes, this.#reveal, this.#note, fallback);
  }

  /** Shows an image, with the button if the reader has to start the simulation. */
  show(picture: string, hasButton: boolean): void {
    this.element.style.backgroundImage = picture ? `url(${JSON.stringify(picture)})` : "";
    this.#reveal.hidden = !hasButton;
    this.#note.textContent = "";
    this.element.classList.remove("is-fallback");
  }

  /** Names the button. */
  label(start: string): void {
    this.#reveal.setAttribute("aria-label", start);
  }

  /** Shows a note, with the button if the reader may try again. */
  say(note: string, hasButton: boolean): void {
    this.#note.textContent = note;
    this.#reveal.hidden = !hasButton;
  }

  /** The simulation has begun. If there is no figure, the content of the element stays in view. */
  uncover(isFallback: boolean): void {
    this.#note.textContent = "";
    if (isFallback) this.element.classList.add("is-fallback");
    else this.element.remove();
  }
}
