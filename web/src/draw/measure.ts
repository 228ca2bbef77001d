import { Component } from "../base/component";
import { h, setText } from "../base/dom";
import { say } from "../words/drawing";
import { valueOf } from "./formula";
import type { Vec } from "./numbers";
import { measureOf, shownPlace } from "./describe";
import type { Pencil } from "./pencil";

/** The length and the angle of the line that is being drawn; digits that are typed set them. */
export class Measure extends Component {
  readonly element: HTMLElement;
  readonly #shown = h("span", {});
  readonly #length = h("input", { type: "text", inputmode: "decimal", "aria-label": say.length });
  readonly #angle = h("input", { type: "text", inputmode: "decimal", "aria-label": say.angle });
  readonly #fields: HTMLElement;
  #isTyping = false;

  constructor(
    readonly pencil: Pencil,
    /** Gives the keys back to the board. */
    readonly onEnd: () => void,
  ) {
    super();
    const fields = [this.#length, h("span", {}, "m"), this.#angle, h("span", {}, "°")];
    this.#fields = h("span", { class: "measure-fields", hidden: true }, ...fields);
    this.element = h("div", { class: "board-measure", hidden: true }, this.#shown, this.#fields);
    this.listen(this.#fields, "keydown", (event) => this.#onKey(event));
  }

  /** Shows the numbers beside a spot of the board, or hides them. */
  show(spot: Vec | null): void {
    const { from, target } = this.pencil;
    if (!from) this.#isTyping = false;
    const line = from && target ? measureOf(from.place, target.place) : null;
    const place = !from && target && this.pencil.mover.isMoving ? target.place : null;
    this.element.hidden = !spot || !(line ?? place ?? this.#isTyping);
    this.#fields.hidden = !this.#isTyping;
    this.#shown.hidden = this.#isTyping;
    if (line) setText(this.#shown, `${line.length.toFixed(3)} m  ${line.degrees.toFixed(1)}°`);
    else if (place) setText(this.#shown, `(${shownPlace(place.x)}, ${shownPlace(place.y)}) m`);
    if (!spot || this.element.hidden || this.#isTyping) return;
    this.element.style.left = `${spot.x + 16}px`;
    this.element.style.top = `${spot.y + 16}px`;
  }

  /** Begins to type a length with this key; false where no line is being drawn. */
  type(key: string): boolean {
    const { from, target } = this.pencil;
    if (!from || !target || !/^[\d.]$/.test(key)) return false;
    this.#isTyping = true;
    this.element.hidden = this.#fields.hidden = false;
    this.#shown.hidden = true;
    this.#length.value = key;
    this.#angle.value = String(Number(measureOf(from.place, target.place).degrees.toFixed(2)));
    this.#length.focus();
    return true;
  }

  #onKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === "Escape") {
      this.pencil.cancel();
      return this.onEnd();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    const read = (input: HTMLInputElement): number | undefined =>
      valueOf(input.value.replace(",", "."), () => undefined);
    const [length, degrees] = [read(this.#length), read(this.#angle)];
    if (length === undefined || length <= 0 || degrees === undefined)
      return this.pencil.told.emit(say.noNumber);
    this.#isTyping = false;
    this.pencil.finishAt(length, (degrees * Math.PI) / 180);
    this.onEnd();
  }
}
