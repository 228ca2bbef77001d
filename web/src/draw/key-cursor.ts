import { describePlace } from "./describe";
import type { Aim } from "./mover";
import { distance, type Vec } from "./numbers";
import type { Pencil } from "./pencil";
import { onGrid } from "./snap";

const ways: Readonly<Record<string, Vec>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** The cursor of the keys: arrows move it over the grid, Enter clicks, the space bar takes and lets go. */
export class KeyCursor {
  /** m; null until a key is used. */
  place: Vec | null = null;

  constructor(
    readonly pencil: Pencil,
    /** Side of the grid's squares, m. */
    readonly grid: () => number,
    /** Where it begins, m. */
    readonly begin: () => Vec,
    /** It has come to a place. */
    readonly onMove: (place: Vec) => void,
  ) {}

  /** Whether a key was for the cursor. */
  key({ key, shiftKey }: KeyboardEvent): boolean {
    const way = ways[key];
    const place = this.place ?? onGrid(this.begin(), this.grid());
    if (way) {
      const step = shiftKey ? this.grid() / 10 : this.grid();
      this.moveTo(onGrid({ x: place.x + step * way.x, y: place.y + step * way.y }, step));
    } else if (key === "Enter" || key === " ")
      this.#press(place, key === "Enter", { ...this.#aim, isMore: shiftKey });
    else return false;
    return true;
  }

  /** Goes to the next point of the drawing. */
  next(): void {
    const { nodes } = this.pencil.session.drawing;
    const from = this.place;
    const at = nodes.findIndex(({ place }) => from !== null && distance(place, from) < 1e-6);
    const next = nodes[(at + 1) % Math.max(1, nodes.length)];
    if (next) this.moveTo(next.place);
  }

  moveTo(to: Vec): void {
    const { pencil } = this;
    this.place = to;
    this.onMove(to);
    pencil.aimAt(to, this.#aim);
    const { nodes } = pencil.session.drawing;
    const node = nodes.find(({ place }) => distance(place, to) < this.#aim.reach);
    pencil.told.emit(describePlace({ place: to, ...(node ? { node } : {}) }));
  }

  /** Keys say places to the point: they snap to nothing but what is there. */
  get #aim(): Aim {
    return { reach: this.grid() / 25, grid: this.grid() / 10, isFree: false };
  }

  #press(place: Vec, isClick: boolean, aim: Aim): void {
    const { pencil } = this;
    this.place = place;
    this.onMove(place);
    if (pencil.mover.isMoving) return pencil.release(place, aim, false);
    pencil.press(place, aim);
    const isHeld = !isClick && pencil.tool === "select";
    if (!isHeld) pencil.release(place, aim, true);
  }
}
