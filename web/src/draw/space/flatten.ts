import { readerOf } from "../read";
import type { ModelText } from "../model-text";
import { negated } from "../motion";
import { angleText, pair, rounded, turned, type Vec } from "../numbers";
import type { Reader } from "../reader";
import {
  frameOf,
  type SpaceBody,
  type SpaceDrawing,
  type SpaceJoint,
  type SpacePoint,
} from "./drawing";
import { add, isTriple, origin, rotated, unit, type Triple } from "./vectors";

/** How far something may lie off the plane, m, or a direction off it. */
const flatness = 1e-6;

/** Where a body is in the upright plane. */
interface FlatPose extends Vec {
  readonly phi: number;
}

const ground: FlatPose = { x: 0, y: 0, phi: 0 };
const isFlat = ([, y]: Triple): boolean => Math.abs(y) < flatness;
const isAcross = (axis: Triple): boolean => Math.abs(unit(axis)[1]) > 1 - flatness;
const lowered = ([x, , z]: Triple): Vec => ({ x, y: z });

/** The parts of a drawing in space that do not lie in the upright plane y = 0, or have nothing in a plane. */
export function obstaclesToPlane(model: ModelText, drawing: SpaceDrawing): readonly string[] {
  const reader = readerOf(model, new Map());
  const { bodies, joints, points, links, others } = drawing;
  const gravity = reader.list(model.at("environment", "gravity"));
  return [
    ...bodies.filter((body) => !isFlatBody(reader, body)).map(({ name }) => name),
    ...joints.filter((joint) => !isFlatJoint(joint)).map(({ name }) => name),
    ...points.filter(({ r }) => !isFlat(r)).map(({ name }) => name),
    ...links.filter(({ ends }) => !ends.every(isFlat)).map(({ name }) => name),
    ...others,
    ...Object.keys(model.members("ports")),
    ...(isTriple(gravity) && !isFlat(gravity) ? ["gravity"] : []),
  ];
}

function isFlatBody(reader: Reader, body: SpaceBody): boolean {
  const { kind, r, q } = body;
  const stands =
    kind === "ball" ||
    (kind === "rod" ? isFlat(rotated(q, [1, 0, 0])) : isAcross(rotated(q, [0, 0, 1])));
  const { v, omega } = speedsOf(reader, body);
  const turns = Math.hypot(omega[0], omega[2]) < flatness;
  return isFlat(r) && stands && isFlat(v) && turns && inertiaOf(reader, body) !== undefined;
}

function isFlatJoint({ kind, place, axis }: SpaceJoint): boolean {
  if (!isFlat(place)) return false;
  if (kind === "revolute") return axis !== null && isAcross(axis);
  if (kind === "prismatic") return axis !== null && isFlat(axis);
  return kind === "spherical" || kind === "rigid";
}

/** The velocities at the start, in the axes of the world. */
function speedsOf(reader: Reader, { name, q }: SpaceBody): { v: Triple; omega: Triple } {
  const start = (state: string): Triple => {
    const given = reader.list(reader.model.at("components", name, "start", state));
    return isTriple(given) ? given : origin;
  };
  return { v: start("v"), omega: rotated(q, start("omega")) };
}

/** The moment of inertia about the axis across the plane, kg m²; undefined where it is a formula. */
function inertiaOf(reader: Reader, { kind, name, size: [x, y] }: SpaceBody): number | undefined {
  const m = reader.number(name, "m");
  if (kind === "rod") return 0; // that of a rod in the plane follows from its length
  if (kind === "rigid-body") {
    const rows = reader.given(name, "I");
    const last: unknown = Array.isArray(rows) ? (rows as unknown[])[2] : undefined;
    return Array.isArray(last) ? reader.value(last[2]) : undefined;
  }
  if (m === undefined) return undefined;
  if (kind === "ball") return (m * x * x) / 10;
  return kind === "cylinder" ? (m * x * x) / 8 : (m / 12) * (x * x + y * y);
}

function flatPose({ kind, r, q }: SpaceBody): FlatPose {
  const [x, , z] = rotated(q, [1, 0, 0]);
  return { ...lowered(r), phi: kind === "ball" ? 0 : Math.atan2(z, x) };
}

/** Makes a drawing in the plane of one in space that lies in it. It has no obstacles. */
export function toPlane(model: ModelText, drawing: SpaceDrawing): void {
  const reader = readerOf(model, new Map());
  const { bodies, joints, points } = drawing;
  const members = [
    ...bodies.map((body) => [body.name, flatBody(reader, body)] as const),
    ...joints.map((joint) => [joint.name, flatJoint(reader, drawing, joint)] as const),
    ...points.map((point) => [point.name, flatPoint(reader, drawing, point)] as const),
  ];
  const gravity = reader.list(model.at("environment", "gravity"));
  for (const [name, component] of members) model.set(["components", name], component);
  for (const { kind, name, axis } of joints) {
    if (kind === "rigid") model.set(["inputs", `${name}.torque`], { flow: 0 });
    if (kind === "revolute" && axis && axis[1] > 0) reverseInput(model, `${name}.torque`);
  }
  if (isTriple(gravity)) model.set(["environment", "gravity"], pair(lowered(gravity)));
  model.set(["view", "camera"], { kind: "planar", center: [0, 0], width: 2 });
}

/** In the plane angles count about the axis that points to the reader, -y. */
function reverseInput(model: ModelText, port: string): void {
  const input = model.at("inputs", port);
  if (typeof input === "number" || typeof input === "string")
    return model.set(["inputs", port], negated(input));
  for (const [key, value] of Object.entries(model.members("inputs", port)))
    model.set(["inputs", port, key], negated(value));
}

function flatBody(reader: Reader, body: SpaceBody): object {
  const { kind, name, size } = body;
  const { x, y, phi } = flatPose(body);
  const { v, omega } = speedsOf(reader, body);
  const given = reader.model.members("components", name, "parameters");
  const own = given["m"] === undefined ? {} : { m: given["m"] };
  const isRod = kind === "rod";
  const parameters = isRod
    ? { ...(given["length"] === undefined ? {} : { length: given["length"] }), ...own }
    : { ...own, I: rounded(inertiaOf(reader, body) ?? 0.01, 12), size };
  const angle = angleText(phi);
  return {
    use: isRod ? "porthos:planar-rod" : "porthos:planar-body",
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    start: {
      r: pair({ x, y }),
      ...(angle === 0 ? {} : { phi: angle }),
      ...(Math.hypot(...v) === 0 ? {} : { v: pair(lowered(v)) }),
      ...(Math.abs(omega[1]) < 1e-12 ? {} : { omega: rounded(-omega[1], 9) }),
    },
  };
}

/** The pose of a body or of the ground in the plane. */
function poseIn({ bodies }: SpaceDrawing, body: string): FlatPose {
  const found = bodies.find((each) => each.name === body);
  return found ? flatPose(found) : ground;
}

/** The vector from one place of the plane to another one, in the frame of a body. */
function armIn({ phi }: FlatPose, from: Triple, to: Triple): readonly number[] {
  const [tail, tip] = [lowered(from), lowered(to)];
  return pair(turned({ x: tip.x - tail.x, y: tip.y - tail.y }, -phi));
}

function flatPoint(reader: Reader, drawing: SpaceDrawing, point: SpacePoint): object {
  const { name, body, r, q } = point;
  const offer = reader.between(name, "a");
  const pose = poseIn(drawing, body);
  const from = frameOf(drawing, offer)?.r ?? origin;
  const [x, , z] = rotated(q, [1, 0, 0]);
  const own = drawing.bodies.find((each) => each.name === body);
  const angle = own ? angleText(Math.atan2(z, x) - pose.phi) : 0;
  return {
    ...{ use: "porthos:planar-fixed-frame", between: { a: offer } },
    parameters: { at: armIn(pose, from, r), ...(angle === 0 ? {} : { angle }) },
  };
}

function flatJoint(reader: Reader, drawing: SpaceDrawing, joint: SpaceJoint): object {
  const { name, kind, axis } = joint;
  const [a, b] = joint.bodies.map((body) => poseIn(drawing, body));
  const placeOf = (side: "a" | "b"): Vec => {
    const frame = frameOf(drawing, reader.between(name, side));
    const at = reader.list(reader.given(name, `at_${side}`));
    return lowered(frame ? add(frame.r, rotated(frame.q, isTriple(at) ? at : origin)) : origin);
  };
  /** The point of a side in the plane; that of a rod's end is at 0 there. */
  const point = (side: "a" | "b", pose: FlatPose = ground): object => {
    const offer = reader.between(name, side);
    const frame = frameOf(drawing, offer);
    const from = frame ? lowered(frame.r) : pose;
    const to = placeOf(side);
    const at = pair(turned({ x: to.x - from.x, y: to.y - from.y }, -pose.phi));
    return at.every((each) => Math.abs(each) < 1e-9) ? {} : { [`at_${side}`]: at };
  };
  const parameters: Record<string, unknown> = { ...point("a", a), ...point("b", b) };
  if (kind === "prismatic" && axis) {
    const along = turned(lowered(axis), -(a?.phi ?? 0));
    const angle = angleText((b?.phi ?? 0) - (a?.phi ?? 0));
    Object.assign(parameters, { axis: pair(along) }, angle === 0 ? {} : { angle });
  }
  for (const key of ["friction", "friction_coefficient", "bearing_radius"]) {
    const value = reader.model.at("components", name, "parameters", key);
    if (value !== undefined) parameters[key] = value;
  }
  return {
    use: kind === "prismatic" ? "porthos:slide" : "porthos:pin",
    between: reader.model.members("components", name, "between"),
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
  };
}
