import { Matrix4, Quaternion, Vector3 } from "three";
import type { Trajectory } from "../engine/trajectory";
import type { Scene, Triple } from "../engine/types";
import type { PoseReader } from "./pose";

/** Where a span is drawn. */
export interface Ends {
  readonly from: Triple;
  readonly to: Triple;
  /** The place of `from` on the line of the guide, m. */
  readonly start: number;
  /** Whether the way of a slider has made it longer. */
  readonly isLonger: boolean;
}

/** Deviations from a line, as a share of the length, that are rounding or a small gap of the joint. */
const tolerance = 1e-3;

/**
 * A guide whose ends move with its slider stands still all the same: on the body, or in the world,
 * in which its ends only move along their line. It is as long as all motion computed so far needs.
 */
export class Guideway {
  #trajectory: Trajectory | null = null;
  #stride = 0;
  #rows = 0;
  #world: Track | null = null;
  #onBodies: readonly Track[] = [];

  constructor(
    readonly scene: Scene,
    /** Of the moving span. */
    readonly index: number,
  ) {}

  /** Its ends at the time of the reader. */
  ends(reader: PoseReader): Ends {
    this.#track(reader.trajectory);
    const track = this.#chosen;
    return track ? track.ends(reader) : { ...reader.span(this.index), start: 0, isLonger: false };
  }

  /** The world, or the body on which the slider moves farthest; null: the guide is a part of what moves. */
  get #chosen(): Track | null {
    if (this.#world?.isLine) return this.#world;
    const [best] = this.#onBodies.toSorted((one, other) => other.travel - one.travel);
    return best && best.travel > tolerance * best.length ? best : null;
  }

  /** Follows all rows, those that have come since the last call. */
  #track(trajectory: Trajectory): void {
    if (this.#trajectory !== trajectory || this.#stride !== trajectory.stride) {
      this.#trajectory = trajectory;
      this.#stride = trajectory.stride;
      this.#rows = 0;
      this.#world = null;
      this.#onBodies = [];
    }
    if (this.#rows === trajectory.rowCount) return;
    const first = Math.max(0, this.#rows - 1); // the last row may have been replaced
    this.#rows = trajectory.rowCount;
    this.#world ??= new Track(this, trajectory, world);
    if (this.#world.isLine) {
      this.#world.add(trajectory, first);
      if (!this.#world.isLine) this.#onBodies = this.#tracksOnBodies(trajectory);
    } else for (const track of this.#onBodies) track.add(trajectory, first);
    this.#onBodies = this.#onBodies.filter(({ isLine }) => isLine);
  }

  #tracksOnBodies(trajectory: Trajectory): readonly Track[] {
    return this.scene.bodies.map((_, body) => {
      const track = new Track(this, trajectory, body);
      track.add(trajectory, 0);
      return track;
    });
  }
}

/** The frame of the world, among the indices of bodies. */
const world = -1;

/** The motion of a span in one frame, as long as it is one along a line. */
class Track {
  isLine = true;
  readonly length: number;
  readonly #origin = new Vector3();
  readonly #along = new Vector3();
  /** The smallest place of `from`, m. */
  #low = 0;
  #high = 0;

  constructor(
    readonly guide: Guideway,
    trajectory: Trajectory,
    readonly frame: number,
  ) {
    this.#read(trajectory, 0);
    this.#origin.copy(from);
    this.#along.copy(to).sub(from);
    this.length = this.#along.length();
    this.#along.normalize();
    this.isLine = this.length > 1e-9;
  }

  get travel(): number {
    return this.#high - this.#low;
  }

  add(trajectory: Trajectory, first: number): void {
    for (let row = first; row < trajectory.rowCount && this.isLine; row++) {
      this.#read(trajectory, row);
      const place = from.sub(this.#origin).dot(this.#along);
      const end = to.sub(this.#origin).dot(this.#along);
      const off = Math.max(
        from.addScaledVector(this.#along, -place).length(),
        to.addScaledVector(this.#along, -end).length(),
        Math.abs(end - place - this.length),
      );
      this.isLine = off <= tolerance * this.length;
      this.#low = Math.min(this.#low, place);
      this.#high = Math.max(this.#high, place);
    }
  }

  ends(reader: PoseReader): Ends {
    const [start, end] = [this.#low, this.#high + this.length].map((place) => {
      const point = this.#along.clone().multiplyScalar(place).add(this.#origin);
      if (this.frame === world) return point;
      reader.body(this.frame, position, orientation);
      return point.applyQuaternion(orientation).add(position);
    }) as [Vector3, Vector3];
    return {
      from: [start.x, start.y, start.z],
      to: [end.x, end.y, end.z],
      start: this.#low,
      isLonger: this.travel > tolerance * this.length,
    };
  }

  /** The ends at a row in this frame. */
  #read(trajectory: Trajectory, row: number): void {
    const { bodies, vectors } = this.guide.scene;
    const number = (index: number): number => trajectory.pose(row, index);
    const at = 12 * bodies.length + 6 * vectors.length + 6 * this.guide.index;
    from.set(number(at), number(at + 1), number(at + 2));
    to.set(number(at + 3), number(at + 4), number(at + 5));
    if (this.frame === world) return;
    const body = 12 * this.frame;
    const n = (index: number): number => number(body + index);
    // Column by column, after the position.
    pose.set(n(3), n(6), n(9), n(0), n(4), n(7), n(10), n(1), n(5), n(8), n(11), n(2), 0, 0, 0, 1);
    pose.invert();
    from.applyMatrix4(pose);
    to.applyMatrix4(pose);
  }
}

const from = new Vector3();
const to = new Vector3();
const position = new Vector3();
const orientation = new Quaternion();
const pose = new Matrix4();
