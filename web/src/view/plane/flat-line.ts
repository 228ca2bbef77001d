import { Color, Object3D, type Vector3 } from "three";
import type { PathLine } from "../path-line";
import { Outline } from "./outline";

/** A path for the painter of the plane. */
export class FlatLine extends Object3D implements PathLine {
  readonly object = this;
  readonly color = new Color();
  opacity = 1;
  /** Height of the highest point, m. */
  height = 0;
  #ends: readonly number[] = [];
  #count = 0;
  #place: Vector3 | null = null;
  /** The first `#drawn` segments, in the plane of the bodies. */
  #path: Outline | null = null;
  #drawn = 0;

  constructor(readonly width: number) {
    super();
  }

  setSegments(ends: readonly number[]): void {
    this.#ends = ends;
    this.height = ends.reduce(
      (most, z, at) => (at % 3 === 2 ? Math.max(most, z) : most),
      -Infinity,
    );
    this.#count = ends.length / 6;
    this.#place = null;
    this.#forget();
  }

  cut(count: number, place: Vector3 | null): void {
    this.#count = count;
    this.#place = place?.clone() ?? null;
    if (this.#drawn > this.#whole) this.#forget();
  }

  /** The displayed part of the path. */
  get path(): Outline {
    const path = (this.#path ??= new Outline());
    for (; this.#drawn < this.#whole; this.#drawn++) this.#add(path, this.#drawn);
    if (!this.#place) return path;
    const cut = Outline.of(path);
    this.#add(cut, this.#whole, this.#place.x, this.#place.y);
    return cut;
  }

  override dispose(): void {
    this.#forget();
  }

  get #whole(): number {
    return this.#place ? this.#count - 1 : this.#count;
  }

  #add(
    path: Outline,
    segment: number,
    toX = this.#end(segment, 3),
    toY = this.#end(segment, 4),
  ): void {
    const [x, y] = [this.#end(segment, 0), this.#end(segment, 1)];
    const isContinued =
      segment > 0 && x === this.#end(segment - 1, 3) && y === this.#end(segment - 1, 4);
    if (!isContinued) path.moveTo(x, y);
    path.lineTo(toX, toY);
  }

  #end(segment: number, at: number): number {
    return this.#ends[6 * segment + at] ?? NaN;
  }

  #forget(): void {
    this.#path = null;
    this.#drawn = 0;
  }
}
