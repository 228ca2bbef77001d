import { setStart, startPath } from "../change-values";
import type { ModelText } from "../model-text";
import { freshLetter, freshName } from "../names";
import { rounded } from "../numbers";
import {
  isHeld,
  turnOf,
  type BodyKind,
  type Feature,
  type JointKind,
  type Pose,
  type Poses,
  type SpaceDrawing,
} from "./drawing";
import {
  across,
  add,
  after,
  cross,
  dot,
  inverse,
  isTurn,
  matrixOf,
  noTurn,
  norm,
  origin,
  plainTriple,
  plainTurn,
  rotated,
  scaled,
  subtract,
  turnFromTo,
  unit,
  type Triple,
  type Turn,
} from "./vectors";

/** The names of new bodies. */
const named: Readonly<Record<BodyKind, string>> = {
  ...{ rod: "rod", box: "box", ball: "ball", cylinder: "cylinder", "rigid-body": "body" },
};

/** A body whose centre is at a place. Returns its name. */
export function addBody(
  model: ModelText,
  kind: BodyKind,
  r: Triple,
  q: Turn = noTurn,
  base = named[kind],
): string {
  const name = freshName(model, base);
  const turn = plainTurn(q);
  model.set(["components", name], {
    use: `porthos:${kind}`,
    start: { r: plainTriple(r), ...(isPlain(turn) ? {} : { q: turn }) },
  });
  return name;
}

/** A rod from one point to another one. Returns its name. */
export function addRod(model: ModelText, from: Triple, to: Triple): string {
  const name = freshName(model, "rod");
  const way = subtract(to, from);
  const turn = plainTurn(turnFromTo([1, 0, 0], way));
  model.set(["components", name], {
    ...{ use: "porthos:rod", parameters: { length: rounded(norm(way), 9) } },
    start: { r: plainTriple(scaled(add(from, to), 0.5)), ...(isPlain(turn) ? {} : { q: turn }) },
  });
  return name;
}

const isPlain = (turn: readonly number[]): boolean => Math.abs((turn[0] ?? 0) - 1) < 1e-9;

/** Writes where bodies start. */
export function setPoses(model: ModelText, poses: Poses): void {
  for (const [name, { r, q }] of poses) {
    if (model.at("components", name) === undefined) continue;
    setStart(model, name, "r", plainTriple(r));
    const turn = plainTurn(q);
    const path = startPath(model, name, "q");
    if (!isPlain(turn) || model.at(...path) !== undefined) setStart(model, name, "q", turn);
  }
}

/** Joints that fit two features, the likeliest first. */
export function fittingJoints(a: Feature, b: Feature): readonly JointKind[] {
  if (a.body === b.body) return [];
  const isFlat = ({ id }: Feature): boolean => id === "face";
  if (isFlat(a) && (isFlat(b) || b.id === "ground"))
    return ["rigid", "prismatic", "revolute", "spherical", "universal"];
  if (isFlat(b) && a.id === "ground")
    return ["rigid", "prismatic", "revolute", "spherical", "universal"];
  const isRound = ({ id }: Feature): boolean => id === "end";
  if (isRound(a) || isRound(b))
    return ["revolute", "cylindrical", "prismatic", "rigid", "spherical", "universal"];
  return ["spherical", "revolute", "universal", "prismatic", "cylindrical", "rigid"];
}

/** Joins two features. A body that nothing holds is brought to the other feature first. Returns the name of the joint. */
export function addJoint(
  model: ModelText,
  drawing: SpaceDrawing,
  kind: JointKind,
  ends: readonly [Feature, Feature],
): string {
  const [one, other] = ends[1].body === "ground" ? [ends[1], ends[0]] : ends;
  const isFixed = (name: string): boolean => name === "ground" || isHeld(drawing, name);
  const [a, b] = isFixed(other.body) && !isFixed(one.body) ? [other, one] : [one, other];
  const turns = { a: turnOf(drawing, a.body), b: turnOf(drawing, b.body) };
  const isMoved = !isFixed(b.body);
  const turn = isMoved ? alignment(kind, a, b, turns) : noTurn;
  const q = after(turn, turns.b);
  const body = drawing.bodies.find(({ name }) => name === b.body);
  if (isMoved && body) {
    const arm = rotated(turn, subtract(b.place, body.r));
    setPoses(model, new Map([[b.body, { r: subtract(a.place, arm), q }]]));
  }
  const name = freshLetter(model);
  const parameters = {
    ...(norm(a.at) < 1e-9 ? {} : { at_a: plainTriple(a.at) }),
    ...(norm(b.at) < 1e-9 ? {} : { at_b: plainTriple(b.at) }),
    ...jointAxes(kind, a, b, { a: turns.a, b: q }),
  };
  model.set(["components", name], {
    ...{ use: `porthos:${kind}`, between: { a: a.offer, b: b.offer } },
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
  });
  return name;
}

interface Turns {
  readonly a: Turn;
  readonly b: Turn;
}

/** The turn that lays b against a: faces meet, and round ends lie on one axis. */
function alignment(kind: JointKind, a: Feature, b: Feature, turns: Turns): Turn {
  const meets = ["face", "end"].includes(b.id) && ["face", "end", "ground"].includes(a.id);
  if (!meets || !a.axis || !b.axis || kind === "spherical" || kind === "universal") return noTurn;
  const [n, m] = [rotated(turns.a, a.axis), rotated(turns.b, b.axis)];
  return turnFromTo(m, scaled(n, -1));
}

/** The axes of a joint in the frames of its sides, as parameters. */
function jointAxes(kind: JointKind, a: Feature, b: Feature, turns: Turns): object {
  const inA = (axis: Triple): number[] => plainTriple(rotated(inverse(turns.a), axis), 9);
  const inB = (axis: Triple): number[] => plainTriple(rotated(inverse(turns.b), axis), 9);
  if (kind === "spherical") return {};
  if (kind === "rigid") return turnParameter(turns);
  const n = axisOf(a, b, turns);
  if (kind === "universal") {
    const along = unit(directionOf(b, turns.b) ?? directionOf(a, turns.a) ?? [0, 0, 1]);
    const first = Math.abs(dot(n, along)) > 0.99 ? across(along) : n;
    const second = unit(cross(along, first), across(first));
    return { axis_a: inA(first), axis_b: inB(second) };
  }
  const axis = inA(n);
  if (kind === "prismatic") return { axis, ...turnParameter(turns) };
  const other = inB(n);
  const isSame = axis.every((value, k) => Math.abs(value - (other[k] ?? NaN)) < 1e-9);
  return { axis, ...(isSame ? {} : { axis_b: other }) };
}

function turnParameter({ a, b }: Turns): object {
  const relative = after(inverse(a), b);
  if (!isTurn(relative) || Math.abs(Math.abs(relative[0]) - 1) < 1e-9) return {};
  return { turn: matrixOf(relative).map((row) => plainTriple(row, 9)) };
}

function directionOf({ axis }: Feature, turn: Turn): Triple | null {
  return axis && rotated(turn, axis);
}

/** The axis of a joint: that of a face or a round end, else a level one across the rods. */
function axisOf(a: Feature, b: Feature, turns: Turns): Triple {
  for (const [feature, turn] of [
    [a, turns.a],
    [b, turns.b],
  ] as const)
    if (["face", "end"].includes(feature.id) && feature.axis) return rotated(turn, feature.axis);
  const rod = [
    [b, turns.b],
    [a, turns.a],
  ] as const;
  for (const [feature, turn] of rod)
    if (feature.body !== "ground" && feature.axis) return across(rotated(turn, feature.axis));
  return [0, 1, 0];
}

/** Turns a joint's axis into a direction of the world. */
export function setAxis(
  model: ModelText,
  drawing: SpaceDrawing,
  name: string,
  direction: Triple,
): void {
  const joint = drawing.joints.find((each) => each.name === name);
  if (!joint?.axis) return;
  const [a, b] = joint.bodies.map((body) => turnOf(drawing, body));
  const path = ["components", name, "parameters"];
  const inFrame = (turn: Turn = noTurn): number[] =>
    plainTriple(rotated(inverse(turn), direction), 9);
  model.set([...path, "axis"], inFrame(a));
  const has = joint.kind === "revolute" || joint.kind === "cylindrical";
  if (has) model.set([...path, "axis_b"], inFrame(b));
}

/** A place in steps of a grid. */
export function snappedPlace(place: Triple, grid: number): Triple {
  const [x = 0, y = 0, z = 0] = place.map((each) => rounded(Math.round(each / grid) * grid, 9) + 0);
  return [x, y, z];
}
