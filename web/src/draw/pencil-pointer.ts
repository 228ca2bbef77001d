import type { PointerTarget } from "./gestures";
import type { Aim } from "./mover";
import type { Vec } from "./numbers";
import { pointAt, type Pencil } from "./pencil";
import { toMetres, type Window } from "./view-window";

/** Points are found within so many pixels. */
const reach: Readonly<Record<string, number>> = { mouse: 11, pen: 14, touch: 24 };

/** The view that a pointer moves. */
interface View {
  readonly element: HTMLElement;
  readonly window: Window;
  readonly grid: number;
  pan(by: Vec): void;
  zoom(factor: number, around: Vec): void;
  openMenu(): void;
}

/** Leads a pencil by a pointer. */
export class PencilPointer implements PointerTarget {
  constructor(
    readonly view: View,
    readonly pencil: Pencil,
    /** The pointer is used at a spot. */
    readonly onUse: (spot: Vec) => void,
  ) {}

  press(spot: Vec, event: PointerEvent): void {
    this.view.element.focus({ preventScroll: true });
    this.onUse(spot);
    this.pencil.press(this.#placeAt(spot), this.#aim(event));
  }

  hover(spot: Vec, event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    this.onUse(spot);
    this.pencil.aimAt(this.#placeAt(spot), this.#aim(event));
  }

  drag(spot: Vec, event: PointerEvent): void {
    this.onUse(spot);
    this.pencil.aimAt(this.#placeAt(spot), this.#aim(event));
  }

  release(spot: Vec, event: PointerEvent, isClick: boolean): void {
    this.pencil.release(this.#placeAt(spot), this.#aim(event), isClick);
  }

  cancel(): void {
    this.pencil.cancel();
  }

  menu(spot: Vec, event: PointerEvent): void {
    pointAt(this.pencil, this.#placeAt(spot), this.#aim(event));
    this.view.openMenu();
  }

  pan(by: Vec): void {
    this.view.pan(by);
  }

  zoom(factor: number, around: Vec): void {
    this.view.zoom(factor, around);
  }

  #placeAt(spot: Vec): Vec {
    return toMetres(this.view.window, spot);
  }

  #aim({ pointerType, altKey, shiftKey }: PointerEvent): Aim {
    const pixels = reach[pointerType] ?? 11;
    const reachHere = pixels / this.view.window.scale;
    return { reach: reachHere, grid: this.view.grid, isFree: altKey, isMore: shiftKey };
  }
}
