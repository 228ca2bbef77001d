import type { Matrix4 } from "three";

/**
 * The motion of a body seen from above: x' = a x + c y, y' = b x + d y; heights are scaled by
 * `lift`.
 */
export interface Turn {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly lift: number;
}

/** A drawing that is stretched by more than this is distorted. */
const mostStretch = 30;
/** Less than a pixel for a body as large as the picture. */
const tolerance = 1e-3;

type Row = readonly [number, number, number];

const dot = (u: Row, v: Row): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];

/** The remainder of `u` after its components along others are removed, relative to `u`. */
function rest(u: Row, parts: readonly (readonly [number, Row])[]): number {
  const left = [0, 1, 2].map((axis) =>
    parts.reduce((sum, [share, v]) => sum - share * (v[axis] ?? 0), u[axis] ?? 0),
  );
  return Math.hypot(...left) / (Math.sqrt(dot(u, u)) || 1);
}

/**
 * The map of the plane from the view of a body in the pose `before` to its view in the pose
 * `after`, without the translation; null if there is none, because another side is visible.
 */
export function turnBetween(before: Matrix4, after: Matrix4): Turn | null {
  const [x, y, z] = rowsOf(before);
  const [x1, y1, z1] = rowsOf(after);
  const [xx, xy, yy, zz] = [dot(x, x), dot(x, y), dot(y, y), dot(z, z)];
  const area = xx * yy - xy * xy;
  if (area <= 1e-12 * xx * yy) return null;
  const shares = (row: Row): readonly [number, number] => {
    const [alongX, alongY] = [dot(row, x), dot(row, y)];
    return [(alongX * yy - alongY * xy) / area, (alongY * xx - alongX * xy) / area];
  };
  const [a, c] = shares(x1);
  const [b, d] = shares(y1);
  const lift = zz > 0 ? dot(z1, z) / zz : 1;
  const left = Math.max(
    rest(x1, [
      [a, x],
      [c, y],
    ]),
    rest(y1, [
      [b, x],
      [d, y],
    ]),
    rest(z1, [[lift, z]]),
  );
  const isNear = [Math.hypot(a, b), Math.hypot(c, d)].every(
    (stretch) => Math.abs(Math.log(stretch)) < Math.log(mostStretch),
  );
  return isNear && left <= tolerance && lift > 0 && a * d - b * c > 0 ? { a, b, c, d, lift } : null;
}

/** The first three columns: rotation and scale of the frame of a body. */
function rowsOf({ elements: e }: Matrix4): readonly [Row, Row, Row] {
  const row = (index: number): Row => [e[index] ?? 0, e[index + 4] ?? 0, e[index + 8] ?? 0];
  return [row(0), row(1), row(2)];
}
