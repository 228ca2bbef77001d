import { InterleavedBufferAttribute, type Color, type Vector3 } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { PathLine } from "../path-line";

/** A path among bodies in space. */
export class WideLine implements PathLine {
  readonly object: LineSegments2;
  readonly #material: LineMaterial;
  #ends: readonly number[] = [];
  /** The index of the segment that is cut. */
  #cut = 0;

  constructor(width: number) {
    this.#material = new LineMaterial({ linewidth: width });
    this.object = new LineSegments2(new LineSegmentsGeometry(), this.#material);
    this.object.frustumCulled = false;
  }

  get color(): Color {
    return this.#material.color;
  }

  get opacity(): number {
    return this.#material.opacity;
  }

  set opacity(opacity: number) {
    this.#material.opacity = opacity;
    this.#material.transparent = opacity < 1;
  }

  setSegments(ends: readonly number[]): void {
    this.#ends = ends;
    this.#cut = 0;
    this.object.geometry.dispose();
    this.object.geometry = new LineSegmentsGeometry();
    this.object.geometry.setPositions([...ends]);
  }

  cut(count: number, place: Vector3 | null): void {
    const { geometry } = this.object;
    const drawn = geometry.getAttribute("instanceEnd");
    if (!(drawn instanceof InterleavedBufferAttribute)) throw new TypeError("a line has no ends");
    const [x = NaN, y = NaN, z = NaN] = this.#ends.slice(6 * this.#cut + 3, 6 * this.#cut + 6);
    drawn.setXYZ(this.#cut, x, y, z);
    if (place) drawn.setXYZ(count - 1, ...place.toArray());
    drawn.data.needsUpdate = true;
    this.#cut = Math.max(0, count - 1);
    geometry.instanceCount = count;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.#material.dispose();
  }
}
