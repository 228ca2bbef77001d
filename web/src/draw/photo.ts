import { Emitter } from "../base/emitter";
import { angleOf, distance, minus, plus, times, turned, type Vec } from "./numbers";

/** Pictures are made smaller than this, pixels: a screen shows no more. */
const largestSide = 1600;
const keyOf = (model: string): string => `porthos:photograph:${model}`;

/** A picture as it lies behind a drawing. */
export interface PhotoState {
  /** A data URL: the picture itself. It never leaves the browser. */
  readonly picture: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The place of its middle, m. */
  readonly center: Vec;
  /** Metres of a pixel. */
  readonly scale: number;
  /** rad. */
  readonly angle: number;
  readonly opacity: number;
}

/** A photograph behind the board, over which a mechanism is drawn. */
export class Photo {
  readonly changed = new Emitter<Photo>();
  state: PhotoState | null = null;
  isKept = false;
  /** The two points of a known distance. */
  points: readonly [Vec, Vec] | null = null;

  constructor(readonly model: string) {
    try {
      const kept = localStorage.getItem(keyOf(model));
      if (kept !== null) this.state = JSON.parse(kept) as PhotoState;
      this.isKept = this.state !== null;
    } catch {
      // A browser may keep nothing, or something else.
    }
  }

  /** How much a browser keeps for it, bytes. */
  get size(): number {
    return this.state?.picture.length ?? 0;
  }

  /** Takes a picture, as wide as a part of the plane, m. False where it is no picture. */
  async take(file: Blob, center: Vec, across: number): Promise<boolean> {
    try {
      const { picture, width, height } = await shrunk(file);
      this.points = null;
      this.#set({
        ...{ picture, width, height, center },
        scale: across / width,
        angle: 0,
        opacity: 0.6,
      });
      return true;
    } catch {
      return false;
    }
  }

  change(changes: Partial<Pick<PhotoState, "opacity">>): void {
    if (this.state) this.#set({ ...this.state, ...changes });
  }

  /** Makes it as large that its two points have a distance, m. The first one stays where it is. */
  scaleTo(length: number): void {
    const { state, points } = this;
    if (!state || !points || !(length > 0)) return;
    const [from, to] = points;
    const factor = length / distance(from, to);
    const center = plus(from, times(minus(state.center, from), factor));
    this.points = [from, plus(from, times(minus(to, from), factor))];
    this.#set({ ...state, center, scale: state.scale * factor });
  }

  /** Turns it about the first of its points until the second one is at the same height. */
  level(): void {
    const { state, points } = this;
    if (!state || !points) return;
    const [from, to] = points;
    const way = minus(to, from);
    // The nearer direction: the photograph is not put on its head.
    const by = way.x >= 0 ? -angleOf(way) : -angleOf(times(way, -1));
    const center = plus(from, turned(minus(state.center, from), by));
    this.points = [from, plus(from, turned(way, by))];
    this.#set({ ...state, center, angle: state.angle + by });
  }

  /** Shifts it so that a place of it lies at another. */
  shift(from: Vec, to: Vec): void {
    if (!this.state) return;
    const by = minus(to, from);
    const { points } = this;
    if (points) this.points = [plus(points[0], by), plus(points[1], by)];
    this.#set({ ...this.state, center: plus(this.state.center, by) });
  }

  mark(points: readonly [Vec, Vec]): void {
    this.points = points;
    this.changed.emit(this);
  }

  remove(): void {
    this.state = null;
    this.points = null;
    this.keep(false);
  }

  /** Whether the browser keeps it with the model. False where it has no room. */
  keep(isKept: boolean): boolean {
    this.isKept = isKept && this.state !== null;
    try {
      if (this.isKept) localStorage.setItem(keyOf(this.model), JSON.stringify(this.state));
      else localStorage.removeItem(keyOf(this.model));
    } catch {
      this.isKept = false;
    }
    this.changed.emit(this);
    return this.isKept === isKept;
  }

  #set(state: PhotoState): void {
    this.state = state;
    if (this.isKept) this.keep(true);
    else this.changed.emit(this);
  }
}

/** A picture as a JPEG that is no larger than a screen. */
async function shrunk(file: Blob): Promise<Pick<PhotoState, "picture" | "width" | "height">> {
  const bitmap = await createImageBitmap(file);
  const factor = Math.min(1, largestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * factor));
  canvas.height = Math.max(1, Math.round(bitmap.height * factor));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return {
    picture: canvas.toDataURL("image/jpeg", 0.8),
    width: canvas.width,
    height: canvas.height,
  };
}

/** The first picture among some files. */
export function pictureIn(files: Iterable<File> | null | undefined): File | undefined {
  return [...(files ?? [])].find(({ type }) => type.startsWith("image/"));
}
