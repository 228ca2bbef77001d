import { declaredBy } from "../models/library";
import { isConstant } from "./change-values";
import {
  moveAngle,
  movePlace,
  moveVector,
  negated,
  reverse,
  type Motion,
  type Reversed,
} from "./motion";
import { angleText, finely, minus, pair, plus, times, turned, type Vec } from "./numbers";
import type { Placed } from "./parts/part";
import { partOf } from "./parts/table";
import type { Reader } from "./reader";
import { componentOf, type Frame, type Thing } from "./things";

/** What a motion moves, and how it turns the frames of that. */
export interface Moving {
  readonly motion: Motion;
  readonly reader: Reader;
  /** Whether points on bodies that stay are moved, too, and not only those on the ground. */
  readonly movesOnBodies: boolean;
  /** The axis that is reversed in the frame of a component; null where the component is not moved. */
  reversedIn(component: string): Reversed | null;
}

/** The axis that a mirror reverses in the frame of a thing: rods keep their tails, floors their upper sides. */
export function reversedAxis(thing: Thing, { isMirror, turn }: Motion): Reversed {
  if (!isMirror) return "none";
  if (thing.kind === "rod") return "y";
  if (thing.kind === "floor") return "x";
  return Math.cos(turn) < -1e-9 ? "x" : "y";
}

/** The parameters of a thing that a motion changes. */
export function movedParameters(
  moving: Moving,
  thing: Thing,
): readonly (readonly [string, unknown])[] {
  const { reader } = moving;
  const declared = new Set(declaredBy(reader.useOf(thing.name)).map(({ name }) => name));
  return Object.entries(partOf(thing).placed ?? {}).flatMap(([parameter, placed]) => {
    if (!declared.has(parameter)) return [];
    const before = reader.given(thing.name, parameter);
    const after = movedValue(moving, thing, parameter, placed);
    const isSame = after === undefined || JSON.stringify(after) === JSON.stringify(before);
    return isSame ? [] : [[parameter, after] as const];
  });
}

function movedValue(
  moving: Moving,
  { name }: Thing,
  parameter: string,
  { side, of }: Placed,
): unknown {
  const { motion, reader } = moving;
  const given = reader.given(name, parameter);
  if (of === "turn") return motion.isMirror ? negated(given) : given;
  const offer = reader.between(name, side);
  const reversed = moving.reversedIn(componentOf(offer));
  const frame = reader.frame(offer);
  if (of === "angle") return movedAngle(moving, name, given, frame, reversed);
  if (reversed !== null) return inReversed(given, reversed, of === "edge" && motion.isMirror);
  const value = reader.pair(name, parameter);
  if (!frame || !value || !(moving.movesOnBodies || frame.body === "ground")) return given;
  const moved =
    of === "point"
      ? turned(minus(movePlace(motion, plus(frame, turned(value, frame.phi))), frame), -frame.phi)
      : turned(moveVector(motion, turned(value, frame.phi)), -frame.phi);
  const isTurned = of === "edge" && motion.isMirror;
  const isSame = Math.hypot(moved.x - value.x, moved.y - value.y) < 1e-9;
  return isSame && !isTurned ? given : finely(isTurned ? times(moved, -1) : moved);
}

/** The angle of a frame relative to the one on which it is fixed. */
function movedAngle(
  { motion, reader, reversedIn }: Moving,
  name: string,
  given: unknown,
  frame: Frame | null,
  reversedA: Reversed | null,
): unknown {
  const angle = reader.value(given);
  if (!frame || angle === undefined) return given;
  const own = reversedIn(name) ?? reversedIn(componentOf(reader.between(name, "b")));
  const phi = frame.phi + angle;
  const after = own === null ? phi : moveAngle(motion, phi, own);
  const base = reversedA === null ? frame.phi : moveAngle(motion, frame.phi, reversedA);
  const difference = moveAngle({ turn: 0, isMirror: false, shift: frame }, after - base, "none");
  return Math.abs(difference - angle) < 1e-9 ? given : angleText(difference, 11);
}

/** A point or a direction in the frame of something that moves, formulas included. */
function inReversed(given: unknown, reversed: Reversed, isTurned: boolean): unknown {
  if (!Array.isArray(given) || (reversed === "none" && !isTurned)) return given;
  const signs = reverse({ x: 1, y: 1 }, reversed);
  return (given as unknown[]).map((value, index) => {
    const sign = (index === 0 ? signs.x : index === 1 ? signs.y : 1) * (isTurned ? -1 : 1);
    return sign > 0 || value === 0 ? value : negated(value);
  });
}

/** A vector of a text after a motion; its formulas stay where they need not be computed. */
export function movedVector(reader: Reader, given: unknown, motion: Motion): unknown {
  const { turn, isMirror } = motion;
  const value = reader.place(given);
  if (!value || (turn === 0 && !isMirror)) return given;
  const isOurs = Array.isArray(given) && given.every(isConstant);
  const quarter = Math.round(turn / Math.PI);
  const isAxis = isMirror && Math.abs(turn - quarter * Math.PI) < 1e-9;
  if (!isOurs && isAxis) return inReversed(given, quarter % 2 === 0 ? "y" : "x", false);
  return pair(moveVector(motion, value));
}

/** Ends of shapes of the view that follow a body whose frame was reversed. */
export function reversedShapes(
  shapes: readonly Readonly<Record<string, unknown>>[],
  reversed: Reversed,
): readonly Readonly<Record<string, unknown>>[] {
  return shapes.map((shape) =>
    Object.fromEntries(
      Object.entries(shape).map(([key, value]) =>
        ["from", "to", "at"].includes(key)
          ? [key, inReversed(value, reversed, false)]
          : [key, value],
      ),
    ),
  );
}
