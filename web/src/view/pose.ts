import { Matrix4, Quaternion, Vector3 } from "three";
import type { Trajectory } from "../engine/trajectory";
import type { Triple } from "../engine/types";

const before = new Matrix4();
const after = new Quaternion();
const point = new Vector3();

/** Reads body poses, vectors and moving spans at any time, interpolated between rows. */
export class PoseReader {
  #row = 0;
  #fraction = 0;

  constructor(readonly trajectory: Trajectory) {}

  seek(t: number): void {
    ({ row: this.#row, fraction: this.#fraction } = this.trajectory.locate(t));
  }

  /** Position (world frame, m) and orientation (world from body) of a body. */
  body(index: number, position: Vector3, orientation: Quaternion): void {
    const start = 12 * index;
    position.set(this.#number(start), this.#number(start + 1), this.#number(start + 2));
    this.#rotation(this.#row, start, orientation);
    if (this.#fraction > 0) {
      this.#rotation(this.#row + 1, start, after);
      orientation.slerp(after, this.#fraction);
    }
  }

  /** The point at which vector `index` acts, and its value. */
  vector(index: number): { at: Triple; value: Triple } {
    const start = 12 * this.trajectory.scene.bodies.length + 6 * index;
    return { at: this.#triple(start), value: this.#triple(start + 3) };
  }

  /** Ends of moving span `index`. */
  span(index: number): { from: Triple; to: Triple } {
    const { bodies, vectors } = this.trajectory.scene;
    const start = 12 * bodies.length + 6 * vectors.length + 6 * index;
    return { from: this.#triple(start), to: this.#triple(start + 3) };
  }

  /** World position of a body-fixed point at a row. */
  trailPoint(row: number, body: number, offset: Triple): Vector3 {
    const start = 12 * body;
    const number = (index: number): number => this.trajectory.pose(row, start + index);
    return point.set(
      number(0) + number(3) * offset[0] + number(6) * offset[1] + number(9) * offset[2],
      number(1) + number(4) * offset[0] + number(7) * offset[1] + number(10) * offset[2],
      number(2) + number(5) * offset[0] + number(8) * offset[1] + number(11) * offset[2],
    );
  }

  #number(index: number): number {
    const value = this.trajectory.pose(this.#row, index);
    if (this.#fraction === 0) return value;
    return value + this.#fraction * (this.trajectory.pose(this.#row + 1, index) - value);
  }

  #triple(start: number): Triple {
    return [this.#number(start), this.#number(start + 1), this.#number(start + 2)];
  }

  /** The matrix is stored column by column. */
  #rotation(row: number, start: number, target: Quaternion): void {
    const r = (index: number): number => this.trajectory.pose(row, start + 3 + index);
    before.set(
      ...([r(0), r(3), r(6), 0] as const),
      ...([r(1), r(4), r(7), 0] as const),
      ...([r(2), r(5), r(8), 0] as const),
      ...([0, 0, 0, 1] as const),
    );
    target.setFromRotationMatrix(before);
  }
}
