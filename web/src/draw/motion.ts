import { plus, minus, turned, type Vec } from "./numbers";

/** A motion of the plane that keeps lengths: p goes to R(turn) S p + shift, where S mirrors y if it is a mirror. */
export interface Motion {
  /** rad. */
  readonly turn: number;
  readonly isMirror: boolean;
  /** m. */
  readonly shift: Vec;
}

export function shiftBy(shift: Vec): Motion {
  return { turn: 0, isMirror: false, shift };
}

export function turnAbout(center: Vec, turn: number): Motion {
  return { turn, isMirror: false, shift: minus(center, turned(center, turn)) };
}

/** Mirrors at the line through a place in a direction, rad. */
export function mirrorAt(place: Vec, angle: number): Motion {
  const mirror = { turn: 2 * angle, isMirror: true, shift: { x: 0, y: 0 } };
  return { ...mirror, shift: minus(place, moveVector(mirror, place)) };
}

/** Where a place goes. */
export function movePlace(motion: Motion, place: Vec): Vec {
  return plus(moveVector(motion, place), motion.shift);
}

/** What becomes of a direction, a velocity or a force. */
export function moveVector({ turn, isMirror }: Motion, { x, y }: Vec): Vec {
  return turned({ x, y: isMirror ? -y : y }, turn);
}

/** The axis of a frame that a mirror reverses, so that the frame stays right-handed. */
export type Reversed = "x" | "y" | "none";

/** The angle of a frame after a motion, from -pi to pi. */
export function moveAngle({ turn, isMirror }: Motion, phi: number, reversed: Reversed): number {
  const angle = turn + (isMirror ? -phi : phi) + (reversed === "x" ? Math.PI : 0);
  const rest = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
  return Math.abs(rest + Math.PI) < 1e-9 ? Math.PI : rest;
}

/** A vector in a frame whose axis was reversed. */
export function reverse({ x, y }: Vec, reversed: Reversed): Vec {
  return { x: reversed === "x" ? -x : x, y: reversed === "y" ? -y : y };
}

/** A number or a formula with the other sign. */
export function negated(value: unknown): number | string {
  if (typeof value === "number") return -value + 0;
  const formula = String(value).trim();
  if (/^-[^+-]*$/.test(formula)) return formula.slice(1).trim();
  return /[+-]/.test(formula) ? `-(${formula})` : `-${formula}`;
}
