import { distance, middle, minus, type Vec } from "./numbers";

/** What a board does with pointers. Spots are in pixels from its upper left corner. */
export interface PointerTarget {
  press(spot: Vec, event: PointerEvent): void;
  hover(spot: Vec, event: PointerEvent): void;
  drag(spot: Vec, event: PointerEvent): void;
  /** `isClick`: it has hardly moved since it was pressed. */
  release(spot: Vec, event: PointerEvent, isClick: boolean): void;
  /** The press was none: a second finger came, or the browser took over. */
  cancel(): void;
  /** The right button was clicked, or a finger was held still. */
  menu(spot: Vec, event: PointerEvent): void;
  pan(by: Vec): void;
  zoom(factor: number, around: Vec): void;
}

/** A pointer that moves less than this has clicked, pixels. */
const slack = 6;
/** A finger that is still for so long opens the menu, ms. */
const stillness = 600;

/** Tells one pointer that draws from two fingers, or another button, that move the view. */
export class Gestures {
  readonly #fingers = new Map<number, Vec>();
  #held = 0;
  #pressed: { readonly id: number; readonly at: Vec; hasMoved: boolean; pans: boolean } | null =
    null;

  constructor(
    readonly host: HTMLElement,
    readonly target: PointerTarget,
  ) {}

  spotOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Vec {
    const { left, top } = this.host.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  down(event: PointerEvent): void {
    const spot = this.spotOf(event);
    this.#fingers.set(event.pointerId, spot);
    if (this.#fingers.size > 1) {
      if (this.#pressed && !this.#pressed.pans) this.target.cancel();
      this.#pressed = null;
      return;
    }
    if (event.button > 2) return;
    const pans = event.button > 0;
    if (!pans) this.target.press(spot, event);
    this.#pressed = { id: event.pointerId, at: spot, hasMoved: false, pans };
    this.host.setPointerCapture(event.pointerId);
    clearTimeout(this.#held);
    if (event.pointerType === "touch")
      this.#held = window.setTimeout(() => this.#hold(spot, event), stillness);
  }

  /** A finger was held where it was put down. */
  #hold(spot: Vec, event: PointerEvent): void {
    const pressed = this.#pressed;
    if (pressed?.id !== event.pointerId || pressed.hasMoved) return;
    this.#pressed = null;
    this.target.cancel();
    this.target.menu(spot, event);
  }

  move(event: PointerEvent): void {
    const spot = this.spotOf(event);
    const before = this.#fingers.get(event.pointerId);
    if (before && this.#fingers.size === 2) return this.#pinch(event.pointerId, before, spot);
    if (before) this.#fingers.set(event.pointerId, spot);
    const pressed = this.#pressed;
    if (!pressed) return this.target.hover(spot, event);
    if (event.pointerId !== pressed.id) return;
    pressed.hasMoved ||= distance(pressed.at, spot) > slack;
    if (!pressed.hasMoved) return;
    if (!pressed.pans) this.target.drag(spot, event);
    else if (before) this.target.pan(minus(spot, before));
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    const pressed = this.#pressed;
    if (pressed?.id !== event.pointerId) return;
    this.#pressed = null;
    if (pressed.pans) {
      if (event.button === 2 && !pressed.hasMoved) this.target.menu(this.spotOf(event), event);
      return;
    }
    this.target.release(this.spotOf(event), event, !pressed.hasMoved);
  }

  cancel(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    if (this.#pressed?.id !== event.pointerId) return;
    this.#pressed = null;
    this.target.cancel();
  }

  #pinch(id: number, before: Vec, spot: Vec): void {
    const other = [...this.#fingers].find(([each]) => each !== id)?.[1];
    this.#fingers.set(id, spot);
    if (!other) return;
    this.target.pan(minus(middle(other, spot), middle(other, before)));
    const former = distance(other, before);
    if (former > 20) this.target.zoom(distance(other, spot) / former, middle(other, spot));
  }
}
