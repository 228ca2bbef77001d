import { Matrix4, Quaternion, Vector3, type Box3 } from "three";
import type { PoseReader } from "./pose";
import { cornersOf, Swept } from "./swept";

const samples = 120; // of a run: a body turns by less than its size between two of them

/** The space that the moving bodies of a run sweep. */
export interface Extent {
  /** The indices of the moving bodies. */
  readonly moving: readonly number[];
  /** World frame, m. */
  readonly whole: Swept;
  /** The same relative to their middle, placed where the middle is at the start. */
  readonly carried: Swept;
  /** Corners of each body at rest. */
  readonly still: readonly (readonly Vector3[])[];
}

/**
 * Boxes of the bodies (`boxes`, each in its own frame) over all rows computed so far, with the
 * farthest points in some directions.
 */
export function extentOf(
  reader: PoseReader,
  boxes: readonly Box3[],
  directions: readonly Vector3[] = [],
): Extent {
  const { trajectory } = reader;
  const count = Math.max(2, Math.min(samples, Math.ceil(20_000 / (boxes.length + 1))));
  const rows = trajectory.rowCount === 0 ? 0 : count;
  const moments = Array.from({ length: rows }, (_, i) =>
    posesAt(reader, boxes.length, (i / (rows - 1)) * trajectory.end),
  );
  const moving = [...boxes.keys()].filter((body) =>
    moments.some((poses) => !isSamePose(poses[body], moments[0]?.[body])),
  );
  const middles = moments.map((poses) => {
    const middle = new Vector3();
    for (const body of moving)
      middle.add(new Vector3().setFromMatrixPosition(poses[body] ?? new Matrix4()));
    return middle.divideScalar(moving.length || 1);
  });
  const [whole, carried] = [new Swept(directions), new Swept(directions)];
  const corners = boxes.map((box) => (box.isEmpty() ? [] : cornersOf(box)));
  moments.forEach((poses, i) => {
    const back = middles[0]?.clone().sub(middles[i] ?? new Vector3()) ?? new Vector3();
    for (const body of moving)
      for (const corner of corners[body] ?? []) {
        const here = corner.clone().applyMatrix4(poses[body] ?? new Matrix4());
        whole.add(here);
        carried.add(here.add(back));
      }
  });
  const still = corners
    .map((own, body) =>
      own.map((corner) => corner.applyMatrix4(moments[0]?.[body] ?? new Matrix4())),
    )
    .filter((own, body) => own.length > 0 && !moving.includes(body));
  return { moving, whole, carried, still };
}

const position = new Vector3();
const turn = new Quaternion();
const one = new Vector3(1, 1, 1);

/** The current mean position of bodies, which a view that follows them looks at. */
export function middleNow(reader: PoseReader, bodies: readonly number[], middle: Vector3): Vector3 {
  middle.set(0, 0, 0);
  for (const body of bodies) {
    reader.body(body, position, turn);
    middle.addScaledVector(position, 1 / bodies.length);
  }
  return middle;
}

function posesAt(reader: PoseReader, bodies: number, t: number): Matrix4[] {
  reader.seek(t);
  return Array.from({ length: bodies }, (_, body) => {
    reader.body(body, position, turn);
    return new Matrix4().compose(position, turn, one);
  });
}

function isSamePose(one: Matrix4 | undefined, other: Matrix4 | undefined): boolean {
  return one?.elements.every((x, i) => Math.abs(x - (other?.elements[i] ?? NaN)) < 1e-9) === true;
}
