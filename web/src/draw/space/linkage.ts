import { leastSquares } from "../least-squares";
import type { Pose, Poses, SpaceDrawing, SpaceJoint } from "./drawing";
import {
  across,
  add,
  after,
  cross,
  dot,
  inverse,
  noTurn,
  norm,
  origin,
  rotated,
  scaled,
  subtract,
  turnAbout,
  unit,
  unitTurn,
  type Triple,
  type Turn,
} from "./vectors";

const ground: Pose = { r: origin, q: noTurn };

/** What a joint asks of the poses of its bodies; the residuals are lengths, m. */
interface Rows {
  /** Indices of bodies; -1 is the ground. */
  readonly bodies: readonly number[];
  residuals(...poses: readonly Pose[]): readonly number[];
}

/** A step with which derivatives are approximated, m or rad. */
const nudge = 1e-6;
const axesOfMoves = [0, 1, 2, 3, 4, 5] as const;

/** Bodies in space that joints hold together: the poses that these allow. */
export class SpaceLinkage {
  readonly names: readonly string[];
  #poses: readonly Pose[];
  readonly #joints: readonly Rows[];
  /** The weight of an angle against a length, m: the size of the mechanism. */
  readonly #size: number;

  constructor({ bodies, joints }: SpaceDrawing) {
    this.names = bodies.map(({ name }) => name);
    this.#poses = bodies.map(({ r, q }) => ({ r, q }));
    const reaches = joints.map(({ place }) =>
      Math.max(...joints.map((other) => norm(subtract(place, other.place)))),
    );
    this.#size = Math.max(0.1, ...reaches.map((reach) => reach / 2));
    this.#joints = joints.map((joint) => this.#rowsOf(joint));
  }

  get poses(): Poses {
    return new Map(this.names.map((name, k) => [name, this.#poses[k] ?? ground]));
  }

  /** A point of a body in its frame. */
  pointOf(body: string, place: Triple): Triple {
    const { r, q } = this.#poses[this.names.indexOf(body)] ?? ground;
    return rotated(inverse(q), subtract(place, r));
  }

  /**
   * Brings a point of a body as near to a place as the joints let it. Returns the largest gap that is left in the
   * joints, m; where they cannot be closed, nothing has moved.
   */
  pull(body: string, point: Triple, to: Triple): number {
    const before = this.#poses;
    const wish: Rows = {
      bodies: [this.names.indexOf(body)],
      residuals: ({ r, q } = ground) => subtract(add(r, rotated(q, point)), to),
    };
    // The joints weigh more than the wish, and the wish more than that nothing else moves.
    this.#search([...this.#joints.map(weighted(30)), wish], 1e-5, 30, 1e-6 * this.#size);
    const gap = this.#search(this.#joints, 1e-10, 12);
    if (gap > 1e-7) this.#poses = before;
    return gap;
  }

  /** Levenberg and Marquardt. Returns the largest residual, m. */
  #search(all: readonly Rows[], damping: number, most: number, least = 1e-13): number {
    let { residuals, jacobian } = this.#linear(all);
    for (let count = 0; count < most && largest(residuals) > 1e-12; count++) {
      const step = leastSquares(jacobian, residuals, 6 * this.names.length, damping);
      const size = largest(step);
      const share = Math.min(1, this.#size / (size || 1)); // no step turns a body by more than about a radian
      this.#poses = this.#poses.map((pose, body) =>
        moved(
          pose,
          Array.from(step.subarray(6 * body, 6 * body + 6), (value) => -share * value),
          this.#size,
        ),
      );
      ({ residuals, jacobian } = this.#linear(all));
      if (share * size < least) break;
    }
    return largest(residuals);
  }

  /** Residuals, and their derivatives by moves of bodies and by turns times the size. */
  #linear(all: readonly Rows[]): { residuals: Float64Array; jacobian: Float64Array[] } {
    const values: number[] = [];
    const jacobian: Float64Array[] = [];
    for (const { bodies, residuals } of all) {
      const poses = bodies.map((body) => this.#poses[body] ?? ground);
      const now = residuals(...poses);
      const rows = now.map(() => new Float64Array(6 * this.names.length));
      bodies.forEach((body, side) => {
        if (body < 0) return;
        for (const k of axesOfMoves) {
          const there = (way: number): readonly number[] =>
            residuals(
              ...poses.map((pose, other) =>
                other === side
                  ? moved(
                      pose,
                      axesOfMoves.map((j) => (j === k ? way : 0)),
                      this.#size,
                    )
                  : pose,
              ),
            );
          const [more, less] = [there(nudge), there(-nudge)];
          rows.forEach((row, j) => {
            row[6 * body + k] = ((more[j] ?? 0) - (less[j] ?? 0)) / (2 * nudge);
          });
        }
      });
      values.push(...now);
      jacobian.push(...rows);
    }
    return { residuals: Float64Array.from(values), jacobian };
  }

  #rowsOf(joint: SpaceJoint): Rows {
    const { kind, bodies, ends, axis, arms } = joint;
    const [i = -1, j = -1] = bodies.map((name) => this.names.indexOf(name));
    const [a, b] = [this.#poses[i] ?? ground, this.#poses[j] ?? ground];
    const size = this.#size;
    const inA = (direction: Triple): Triple => rotated(inverse(a.q), direction);
    const inB = (direction: Triple): Triple => rotated(inverse(b.q), direction);
    const [from, to] = [inA(subtract(ends[0], a.r)), inB(subtract(ends[1], b.r))];
    const gap = (one: Pose, other: Pose): Triple =>
      subtract(add(other.r, rotated(other.q, to)), add(one.r, rotated(one.q, from)));
    /** How far directions of one body are from right angles to a direction of the other one. */
    const square = (of: readonly Triple[], along: Triple) => {
      const [own, others] = [inB(along), of.map(inA)];
      return (one: Pose, other: Pose): readonly number[] =>
        others.map((each) => size * dot(rotated(one.q, each), rotated(other.q, own)));
    };
    const n = unit(axis ?? [0, 0, 1]);
    const sides = [across(n), cross(n, across(n))];
    const level = sides.map(inA);
    const offLine = (one: Pose, other: Pose): readonly number[] =>
      level.map((side) => dot(gap(one, other), rotated(one.q, side)));
    const turn = after(inverse(a.q), b.q);
    const sameTurn = (one: Pose, other: Pose): readonly number[] => {
      const [w, x, y, z] = after(inverse(turn), after(inverse(one.q), other.q));
      return [x, y, z].map((each) => 2 * size * each * (w < 0 ? -1 : 1));
    };
    const asked: Readonly<
      Record<string, readonly ((one: Pose, other: Pose) => readonly number[])[]>
    > = {
      spherical: [gap],
      revolute: [gap, square(sides, n)],
      universal: [gap, arms.length === 2 ? square([arms[0]!], arms[1]!) : () => []],
      cylindrical: [offLine, square(sides, n)],
      prismatic: [offLine, sameTurn],
      rigid: [gap, sameTurn],
    };
    if (kind === "rolling-disc") return this.#wheel(i, joint, inA(arms[0] ?? [0, 1, 0]));
    const all = asked[kind] ?? [];
    return {
      bodies: [i, j],
      residuals: (one = ground, other = ground) => all.flatMap((each) => each(one, other)),
    };
  }

  /** The centre of a wheel is above the ground by as much as its lowest point is below it. */
  #wheel(body: number, { ends: [center, contact] }: SpaceJoint, own: Triple): Rows {
    const radius = norm(subtract(contact, center));
    const { r, q } = this.#poses[body] ?? ground;
    const at = rotated(inverse(q), subtract(center, r));
    return {
      bodies: [body],
      residuals: (pose = ground) => {
        const [x, y] = rotated(pose.q, own);
        return [add(pose.r, rotated(pose.q, at))[2] - radius * Math.hypot(x, y)];
      },
    };
  }
}

/** A pose after a small move and a turn about axes of the world, which counts as a length. */
function moved({ r, q }: Pose, step: readonly number[], size: number): Pose {
  const [x = 0, y = 0, z = 0, u = 0, v = 0, w = 0] = step;
  const turn: Triple = scaled([u, v, w], 1 / size);
  const angle = norm(turn);
  const turned: Turn = angle === 0 ? q : unitTurn(after(turnAbout(turn, angle), q));
  return { r: add(r, [x, y, z]), q: turned };
}

function weighted(weight: number): (rows: Rows) => Rows {
  return ({ bodies, residuals }) => ({
    bodies,
    residuals: (...poses) => residuals(...poses).map((each) => weight * each),
  });
}

const largest = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
