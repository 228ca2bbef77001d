import { rounded } from "../numbers";

/** A vector in space. */
export type Triple = readonly [number, number, number];
/** A unit quaternion (w, x, y, z). */
export type Turn = readonly [number, number, number, number];

export const origin: Triple = [0, 0, 0];
export const noTurn: Turn = [1, 0, 0, 0];
export const axes: readonly [Triple, Triple, Triple] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const add = (a: Triple, b: Triple): Triple => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scaled = (a: Triple, k: number): Triple => [k * a[0], k * a[1], k * a[2]];
export const subtract = (a: Triple, b: Triple): Triple => add(a, scaled(b, -1));
export const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a: Triple): number => Math.hypot(...a);
export const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** A vector of length 1; `instead` for one of length 0. */
export function unit(a: Triple, instead: Triple = [0, 0, 1]): Triple {
  const length = norm(a);
  return length < 1e-9 ? instead : scaled(a, 1 / length);
}

/** A direction across another one, level where there is one. */
export function across(a: Triple): Triple {
  const level = cross([0, 0, 1], a);
  return unit(level, [0, 1, 0]);
}

/** The turn by b, then by a. */
export function after(a: Turn, b: Turn): Turn {
  const [w, x, y, z] = a;
  const [s, u, v, t] = b;
  return [
    w * s - x * u - y * v - z * t,
    w * u + x * s + y * t - z * v,
    w * v - x * t + y * s + z * u,
    w * t + x * v - y * u + z * s,
  ];
}

export const inverse = ([w, x, y, z]: Turn): Turn => [w, -x, -y, -z];

export function rotated([w, x, y, z]: Turn, a: Triple): Triple {
  const u: Triple = [x, y, z];
  const t = scaled(cross(u, a), 2);
  return add(add(a, scaled(t, w)), cross(u, t));
}

export function turnAbout(axis: Triple, angle: number): Turn {
  const [x, y, z] = scaled(unit(axis), Math.sin(angle / 2));
  return [Math.cos(angle / 2), x, y, z];
}

/** The smallest turn that takes one direction to another one. */
export function turnFromTo(from: Triple, to: Triple): Turn {
  const [a, b] = [unit(from), unit(to)];
  const axis = cross(a, b);
  const angle = Math.atan2(norm(axis), dot(a, b));
  return turnAbout(norm(axis) < 1e-9 ? across(a) : axis, angle);
}

/** The rows of the rotation matrix. */
export function matrixOf(turn: Turn): readonly Triple[] {
  const columns = axes.map((axis) => rotated(turn, axis));
  const row = (k: 0 | 1 | 2): Triple => [columns[0]![k], columns[1]![k], columns[2]![k]];
  return [row(0), row(1), row(2)];
}

/** The turn of a rotation matrix with these rows. */
export function turnOfMatrix(rows: readonly Triple[]): Turn {
  const [x = axes[0], y = axes[1], z = axes[2]] = rows;
  // Each column is four times a product of the quaternion with one of its parts; the largest part is the safest divisor.
  const columns: readonly Turn[] = [
    [1 + x[0] + y[1] + z[2], z[1] - y[2], x[2] - z[0], y[0] - x[1]],
    [z[1] - y[2], 1 + x[0] - y[1] - z[2], x[1] + y[0], x[2] + z[0]],
    [x[2] - z[0], x[1] + y[0], 1 - x[0] + y[1] - z[2], y[2] + z[1]],
    [y[0] - x[1], x[2] + z[0], y[2] + z[1], 1 - x[0] - y[1] + z[2]],
  ];
  const largest = columns.reduce((most, each) =>
    Math.hypot(...each) > Math.hypot(...most) ? each : most,
  );
  return unitTurn(largest);
}

/** A vector as a text has it. */
export function plainTriple(a: readonly number[], digits = 6): number[] {
  return a.map((each) => rounded(each, digits) + 0);
}

/** A quaternion as a text has it: its first part is not negative. */
export function plainTurn(turn: Turn): number[] {
  const sign = turn.find((each) => Math.abs(each) > 1e-9) ?? 1;
  return plainTriple(
    turn.map((each) => (sign < 0 ? -each : each)),
    9,
  );
}

export const isTriple = (value: readonly number[] | undefined): value is Triple =>
  value?.length === 3 && value.every(Number.isFinite);
export const isTurn = (value: readonly number[] | undefined): value is Turn =>
  value?.length === 4 && value.every(Number.isFinite) && Math.hypot(...value) > 1e-6;

export function unitTurn(turn: Turn): Turn {
  const length = Math.hypot(...turn);
  return [turn[0] / length, turn[1] / length, turn[2] / length, turn[3] / length];
}
