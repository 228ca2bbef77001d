import type { ModelText } from "../model-text";
import { readerOf } from "../read";
import type { Reader } from "../reader";
import { componentOf } from "../things";
import {
  add,
  after,
  isTriple,
  isTurn,
  noTurn,
  origin,
  rotated,
  scaled,
  subtract,
  turnOfMatrix,
  unit,
  unitTurn,
  type Triple,
  type Turn,
} from "./vectors";

export type BodyKind = "rod" | "box" | "ball" | "cylinder" | "rigid-body";
export type JointKind =
  "spherical" | "revolute" | "universal" | "cylindrical" | "prismatic" | "rigid" | "rolling-disc";
export type LinkKind = "spring" | "damper" | "spring-damper";

/** Side of the grid's squares, m. */
export const grid = 0.05;

/** Where a body is: its centre, m, and its orientation. */
export interface Pose {
  readonly r: Triple;
  readonly q: Turn;
}

export type Poses = ReadonlyMap<string, Pose>;

export interface SpaceBody extends Pose {
  readonly kind: BodyKind;
  readonly name: string;
  /** The box around it in its own axes, m. */
  readonly size: Triple;
}

/** A point of a body or of the ground to which something can be fixed, with a direction if it has one; or a joint. */
export interface Feature {
  readonly id: "centre" | "tail" | "tip" | "end" | "face" | "ground" | "joint";
  /** "ground" for the ground; the name of a joint. */
  readonly body: string;
  readonly offer: string;
  /** In the frame of the offer, m. */
  readonly at: Triple;
  /** In the frame of the body; that of a face points outwards. */
  readonly axis: Triple | null;
  /** In the world, m. */
  readonly place: Triple;
}

/** An input that drives a joint: its port, and what it sets. */
export interface Drive {
  readonly port: "torque" | "force";
  readonly sets: "speed" | "torque" | "force";
}

export interface SpaceJoint {
  readonly kind: JointKind;
  readonly name: string;
  readonly bodies: readonly [string, string];
  readonly place: Triple;
  /** The point of the first side, and that of the second one, which is elsewhere on a guide. */
  readonly ends: readonly [Triple, Triple];
  /** In the world; null where a joint has none. */
  readonly axis: Triple | null;
  /** The axes of the cross of a universal joint, or that of a wheel, in the world. */
  readonly arms: readonly Triple[];
  readonly drive: Drive | null;
}

/** A point on a body or on the ground that has a component of its own. */
export interface SpacePoint extends Pose {
  readonly kind: "fixed-frame";
  readonly name: string;
  readonly body: string;
}

/** A spring or a damper between two points. */
export interface SpaceLink {
  readonly kind: LinkKind;
  readonly name: string;
  readonly bodies: readonly [string, string];
  readonly ends: readonly [Triple, Triple];
}

/** A constant force on a point of a body, N. */
export interface SpaceForce {
  readonly kind: "force";
  readonly name: string;
  readonly body: string;
  readonly place: Triple;
  readonly value: Triple;
}

export type SpacePart = SpaceBody | SpaceJoint | SpacePoint | SpaceLink | SpaceForce;

/** What a text offers for drawing in space. */
export interface SpaceDrawing {
  readonly bodies: readonly SpaceBody[];
  readonly joints: readonly SpaceJoint[];
  readonly points: readonly SpacePoint[];
  readonly links: readonly SpaceLink[];
  readonly forces: readonly SpaceForce[];
  /** Components that have no drawing in space. */
  readonly others: readonly string[];
}

export const nothing: SpaceDrawing = {
  ...{ bodies: [], joints: [], points: [], links: [], forces: [], others: [] },
};

export const bodyKinds: readonly BodyKind[] = ["rod", "box", "ball", "cylinder", "rigid-body"];
export const jointKinds: readonly JointKind[] = [
  ...(["spherical", "revolute", "universal", "cylindrical", "prismatic", "rigid"] as const),
  "rolling-disc",
];
const linkKinds: readonly LinkKind[] = ["spring", "damper", "spring-damper"];

const kindOf = <K extends string>(kinds: readonly K[], use: string): K | undefined =>
  kinds.find((kind) => use === `porthos:${kind}`);

export function readSpace(model: ModelText, poses: Poses = new Map()): SpaceDrawing {
  const reader = readerOf(model, new Map());
  const names = Object.keys(model.members("components"));
  const bodies = names.flatMap((name) => readBody(reader, poses, name) ?? []);
  const points = names.flatMap((name) => readPoint(reader, bodies, name) ?? []);
  const frames = { bodies, points };
  const joints = names.flatMap((name) => readJoint(reader, frames, name) ?? []);
  const links = names.flatMap((name) => readLink(reader, frames, name) ?? []);
  const ports = Object.keys(model.members("ports"));
  const forces = ports.flatMap((name) => readForce(reader, frames, name) ?? []);
  const drawn = new Set([...bodies, ...points, ...joints, ...links].map(({ name }) => name));
  const others = names.filter((name) => !drawn.has(name));
  return { bodies, joints, points, links, forces, others };
}

/** All parts that can be selected. */
export function partsOf(drawing: SpaceDrawing): readonly SpacePart[] {
  const { bodies, joints, points, links, forces } = drawing;
  return [...bodies, ...joints, ...links, ...forces, ...points];
}

export function partNamed(drawing: SpaceDrawing, name: string): SpacePart | undefined {
  return partsOf(drawing).find((part) => part.name === name);
}

/** A drawing without what is hidden. A joint is hidden with the bodies that it joins. */
export function withoutHidden(drawing: SpaceDrawing, hidden: ReadonlySet<string>): SpaceDrawing {
  if (hidden.size === 0) return drawing;
  const seen = <Part extends SpacePart>(parts: readonly Part[]): readonly Part[] =>
    parts.filter(({ name }) => !hidden.has(name));
  const isJoined = ({ bodies }: SpaceJoint): boolean => {
    const moving = bodies.filter((body) => body !== "ground");
    return moving.some((body) => !hidden.has(body));
  };
  const { bodies, joints, points, links, forces } = drawing;
  return {
    ...{ ...drawing, bodies: seen(bodies), joints: seen(joints).filter(isJoined) },
    ...{ points: seen(points), links: seen(links), forces: seen(forces) },
  };
}

/** Whether a joint holds a body. */
export function isHeld({ joints }: SpaceDrawing, body: string): boolean {
  return joints.some(({ bodies }) => bodies.includes(body));
}

function readBody(reader: Reader, poses: Poses, name: string): SpaceBody | null {
  const kind = kindOf(bodyKinds, reader.useOf(name));
  if (!kind) return null;
  return { kind, name, size: sizeOf(reader, kind, name), ...poseOf(reader, poses, name) };
}

function poseOf(reader: Reader, poses: Poses, name: string): Pose {
  const known = poses.get(name);
  if (known) return known;
  const start = (state: string): readonly number[] | undefined => {
    const given = reader.model.at("components", name, "start", state);
    const { value } = reader.model.members("components", name, "start", state);
    return reader.list(value ?? given);
  };
  const [r, q] = [start("r"), start("q")];
  return { r: isTriple(r) ? r : origin, q: isTurn(q) ? unitTurn(q) : noTurn };
}

function sizeOf(reader: Reader, kind: BodyKind, name: string): Triple {
  const number = (parameter: string): number => reader.number(name, parameter) ?? 0.1;
  if (kind === "rod") return [number("length"), 2 * number("radius"), 2 * number("radius")];
  if (kind === "ball") return [2 * number("radius"), 2 * number("radius"), 2 * number("radius")];
  if (kind === "cylinder") return [2 * number("radius"), 2 * number("radius"), number("length")];
  const size = reader.list(reader.given(name, "size"));
  return isTriple(size) ? size : [0.1, 0.1, 0.1];
}

/** The frame of an offer; null where it is none of a body in space. */
export function frameOf(
  { bodies, points }: Pick<SpaceDrawing, "bodies" | "points">,
  offer: string,
): (Pose & { body: string }) | null {
  if (offer === "ground") return { r: origin, q: noTurn, body: "ground" };
  const point = points.find(({ name }) => name === componentOf(offer));
  if (point) return point;
  const body = bodies.find(({ name }) => name === componentOf(offer));
  if (!body) return null;
  const { name, r, q, size } = body;
  const end = offer.endsWith(".tip") ? 0.5 : offer.endsWith(".tail") ? -0.5 : 0;
  return { r: add(r, rotated(q, [end * size[0], 0, 0])), q, body: name };
}

function vectorOf(reader: Reader, name: string, parameter: string): Triple | undefined {
  const value = reader.list(reader.given(name, parameter));
  return isTriple(value) ? value : undefined;
}

function readPoint(reader: Reader, bodies: readonly SpaceBody[], name: string): SpacePoint | null {
  if (reader.useOf(name) !== "porthos:fixed-frame") return null;
  const on = frameOf({ bodies, points: [] }, reader.between(name, "a"));
  if (!on) return null;
  const rows = reader.given(name, "turn");
  const turn = Array.isArray(rows) ? rows.map((row) => reader.list(row)) : [];
  const q = after(on.q, turn.every(isTriple) ? turnOfMatrix(turn) : noTurn);
  const r = add(on.r, rotated(on.q, vectorOf(reader, name, "at") ?? origin));
  return { kind: "fixed-frame", name, body: on.body, r, q };
}

type Frames = Pick<SpaceDrawing, "bodies" | "points">;

function readJoint(reader: Reader, frames: Frames, name: string): SpaceJoint | null {
  const kind = kindOf(jointKinds, reader.useOf(name));
  if (kind === "rolling-disc") return readWheel(reader, frames, name);
  const [a, b] = ["a", "b"].map((side) => frameOf(frames, reader.between(name, side)));
  if (!kind || !a || !b) return null;
  const hasAxis = ["revolute", "cylindrical", "prismatic"].includes(kind);
  const axis = hasAxis ? vectorOf(reader, name, "axis") : undefined;
  const place = add(a.r, rotated(a.q, vectorOf(reader, name, "at_a") ?? origin));
  const end = add(b.r, rotated(b.q, vectorOf(reader, name, "at_b") ?? origin));
  const [one, other] = [vectorOf(reader, name, "axis_a"), vectorOf(reader, name, "axis_b")];
  const isCross = kind === "universal" && one && other;
  return {
    ...{ kind, name, bodies: [a.body, b.body], place, ends: [place, end] },
    axis: axis ? rotated(a.q, axis) : null,
    arms: isCross ? [rotated(a.q, one), rotated(b.q, other)] : [],
    drive: kind in drivenPorts ? driveOf(reader.model, name) : null,
  };
}

/** A wheel that rolls on the plane z = 0, where it touches it. */
function readWheel(reader: Reader, frames: Frames, name: string): SpaceJoint | null {
  const a = frameOf(frames, reader.between(name, "a"));
  const axis = vectorOf(reader, name, "axis");
  const radius = reader.number(name, "radius");
  if (!a || !axis || radius === undefined) return null;
  const n = unit(rotated(a.q, axis));
  const down = unit(subtract(scaled(n, n[2]), [0, 0, 1]), origin);
  const place = add(a.r, scaled(down, radius));
  return {
    ...{ kind: "rolling-disc", name, bodies: [a.body, "ground"], place, ends: [a.r, place] },
    ...{ axis: null, arms: [n], drive: null },
  };
}

function driveOf(model: ModelText, name: string): Drive | null {
  for (const port of ["torque", "force"] as const) {
    const input = model.at("inputs", `${name}.${port}`);
    if (input === undefined) continue;
    const isSpeed = typeof input === "object" && input !== null && "flow" in input;
    return { port, sets: isSpeed ? "speed" : port };
  }
  return null;
}

function readLink(reader: Reader, frames: Frames, name: string): SpaceLink | null {
  const kind = kindOf(linkKinds, reader.useOf(name));
  const [a, b] = ["a", "b"].map((side) => frameOf(frames, reader.between(name, side)));
  return kind && a && b ? { kind, name, bodies: [a.body, b.body], ends: [a.r, b.r] } : null;
}

/** A port that a constant force drives at a point. */
function readForce(reader: Reader, frames: Frames, name: string): SpaceForce | null {
  const { flow } = reader.model.members("ports", name);
  const [, offer] = /^([\p{L}_][\p{L}\p{N}_.]*)\.v$/u.exec(String(flow)) ?? [];
  const on = offer ? frameOf(frames, offer) : null;
  const value = reader.list(reader.model.at("inputs", name));
  if (!on || !isTriple(value)) return null;
  return { kind: "force", name, body: on.body, place: on.r, value };
}

/** The points of a body to which joints can be fixed. */
export function featuresOf({ kind, name, size, r, q }: SpaceBody): readonly Feature[] {
  const feature = (
    id: Feature["id"],
    offer: string,
    from: Triple,
    at: Triple,
    axis: Triple | null,
  ): Feature => ({ id, body: name, offer, at, axis, place: add(r, rotated(q, add(from, at))) });
  const half: Triple = [size[0] / 2, size[1] / 2, size[2] / 2];
  if (kind === "rod")
    return [
      feature("tail", `${name}.tail`, [-half[0], 0, 0], origin, [1, 0, 0]),
      feature("tip", `${name}.tip`, [half[0], 0, 0], origin, [1, 0, 0]),
      feature("centre", `${name}.center`, origin, origin, [1, 0, 0]),
    ];
  if (kind === "ball") return [feature("centre", name, origin, origin, null)];
  const face = (k: 0 | 1 | 2, sign: 1 | -1): Feature => {
    const axis: Triple = [k === 0 ? sign : 0, k === 1 ? sign : 0, k === 2 ? sign : 0];
    const at: Triple = [axis[0] * half[0], axis[1] * half[1], axis[2] * half[2]];
    return feature(kind === "cylinder" ? "end" : "face", name, origin, at, axis);
  };
  const sides = kind === "cylinder" ? ([2] as const) : ([0, 1, 2] as const);
  return [
    feature("centre", name, origin, origin, kind === "cylinder" ? [0, 0, 1] : null),
    ...sides.flatMap((k) => [face(k, 1), face(k, -1)]),
  ];
}

/** A point of the ground. */
export function groundAt(place: Triple): Feature {
  return { id: "ground", body: "ground", offer: "ground", at: place, axis: [0, 0, 1], place };
}

export function turnOf({ bodies }: SpaceDrawing, body: string): Turn {
  return bodies.find(({ name }) => name === body)?.q ?? noTurn;
}

/** The joints that a motor can drive, as points to choose. */
export function drivableJoints({ joints }: SpaceDrawing): readonly Feature[] {
  return joints
    .filter(({ kind }) => kind in drivenPorts)
    .map(({ name, place, axis }) => ({
      ...{ id: "joint", body: name, offer: name, at: origin, axis, place },
    }));
}

/** The ports by which joints are driven. */
export const drivenPorts: Readonly<Partial<Record<JointKind, Drive["port"]>>> = {
  revolute: "torque",
  cylindrical: "torque",
  prismatic: "force",
};
