import type { ModelText } from "../model-text";
import { freshLetter, freshName } from "../names";
import { rounded } from "../numbers";
import { componentOf } from "../things";
import {
  drivenPorts,
  type Drive,
  type Feature,
  type LinkKind,
  type SpaceDrawing,
  type SpaceJoint,
} from "./drawing";
import { addBody } from "./edit";
import { norm, plainTriple, scaled, subtract, turnAbout, type Triple } from "./vectors";

/** Newtons of a metre of an arrow. */
export const newtonsPerMetre = 10;
/** The size of a new wheel, m. */
export const wheelSize = { radius: 0.1, length: 0.04 };

/** The offer of a point; one that no component offers gets a fixed frame. */
function offerAt(model: ModelText, { offer, at }: Feature): string {
  if (norm(at) < 1e-9) return offer;
  const name = freshName(model, offer === "ground" ? "support" : "point");
  model.set(["components", name], {
    ...{ use: "porthos:fixed-frame", between: { a: offer }, parameters: { at: plainTriple(at) } },
  });
  return name;
}

/** A spring without tension, or a damper, between two points. Returns its name. */
export function addLink(model: ModelText, kind: LinkKind, from: Feature, to: Feature): string {
  const between = { a: offerAt(model, from), b: offerAt(model, to) };
  const name = freshName(model, kind);
  const rest = rounded(norm(subtract(to.place, from.place)), 9);
  model.set(["components", name], {
    ...{ use: `porthos:${kind}`, between },
    ...(kind === "damper" ? {} : { parameters: { rest } }),
  });
  return name;
}

/** A constant force on a point, given by an arrow to a place. Returns the name of its port. */
export function addForce(model: ModelText, from: Feature, to: Triple): string {
  const offer = offerAt(model, from);
  const name = freshName(model, "force");
  const flow = `${offer.includes(".") ? offer : `${offer}.frame`}.v`;
  model.set(["ports", name], { flow, effort_unit: "N", flow_unit: "m/s" });
  const value = scaled(subtract(to, from.place), newtonsPerMetre);
  model.set(["inputs", name], plainTriple(value, 3));
  return name;
}

/** What a joint can be driven by; the first is what a new motor does. */
export function drivesOf({ kind }: SpaceJoint): readonly Drive["sets"][] {
  const port = drivenPorts[kind];
  return port ? ["speed", port] : [];
}

/** Drives a joint, or no longer: with one turn a second, 0.2 m/s, 1 N m or 1 N, or with what drove it before. */
export function setDrive(model: ModelText, joint: SpaceJoint, sets: Drive["sets"] | null): void {
  const port = drivenPorts[joint.kind];
  if (!port) return;
  const path = ["inputs", `${joint.name}.${port}`];
  if (!sets) return model.remove(path, 0);
  const value = joint.drive?.sets === sets ? driveValue(model, joint) : undefined;
  const speed = port === "torque" ? "2*pi" : 0.2;
  model.set(path, sets === "speed" ? { flow: value ?? speed } : (value ?? 1));
}

/** The speed, torque or force that drives a joint. */
export function driveValue(model: ModelText, { name, drive }: SpaceJoint): unknown {
  const path = ["inputs", `${name}.${drive?.port ?? ""}`];
  const { flow, effort } = model.members(...path);
  return flow ?? effort ?? model.at(...path);
}

export function setDriveValue(model: ModelText, { name, drive }: SpaceJoint, to: unknown): void {
  if (!drive) return;
  model.set(["inputs", `${name}.${drive.port}`], drive.sets === "speed" ? { flow: to } : to);
}

/** A wheel that rolls on the plane z = 0 in the direction x, above a place. Returns the name of its body. */
export function addWheel(model: ModelText, [x, y]: Triple): string {
  const { radius, length } = wheelSize;
  const upright = turnAbout([1, 0, 0], Math.PI / 2);
  const name = addBody(model, "cylinder", [x, y, radius], upright, "wheel");
  model.set(["components", name, "parameters"], { radius, length });
  model.set(["components", freshLetter(model)], {
    ...{ use: "porthos:rolling-disc", between: { a: name }, parameters: { radius } },
  });
  return name;
}

/** Sets the radius of a cylinder, and that with which it rolls. */
export function setRadius(model: ModelText, { joints }: SpaceDrawing, name: string, to: unknown) {
  const wheels = joints.filter(({ kind, bodies }) => kind === "rolling-disc" && bodies[0] === name);
  for (const each of [name, ...wheels.map((wheel) => wheel.name)])
    model.set(["components", each, "parameters", "radius"], to);
}

/** Removes a part with what is fixed to it, and the points that nothing needs then. */
export function removePart(model: ModelText, name: string): void {
  if (model.at("components", name) === undefined) return removePort(model, name);
  const own = sidesOf(model, name);
  for (const other of Object.keys(model.members("components")))
    if (other !== name && sidesOf(model, other).includes(name)) removePart(model, other);
  for (const port of portsOn(model, name)) removePort(model, port);
  for (const input of Object.keys(model.members("inputs")))
    if (input.startsWith(`${name}.`)) model.remove(["inputs", input], 0);
  model.remove(["components", name]);
  for (const side of own) removeIdle(model, side);
}

/** The components to which a component is fixed. */
export function sidesOf(model: ModelText, name: string): readonly string[] {
  const between = Object.values(model.members("components", name, "between"));
  return between.map((offer) => componentOf(String(offer)));
}

/** The ports with the velocity of a point of a component. */
export function portsOn(model: ModelText, name: string): readonly string[] {
  return Object.keys(model.members("ports")).filter((port) =>
    String(model.at("ports", port, "flow")).startsWith(`${name}.`),
  );
}

function removePort(model: ModelText, name: string): void {
  const flow = String(model.at("ports", name, "flow"));
  model.remove(["inputs", name], 0);
  model.remove(["ports", name], 0);
  removeIdle(model, componentOf(flow));
}

/** Removes a point to which nothing is fixed. */
function removeIdle(model: ModelText, name: string): void {
  if (model.at("components", name, "use") !== "porthos:fixed-frame") return;
  const names = Object.keys(model.members("components"));
  const isUsed = names.some((each) => sidesOf(model, each).includes(name));
  if (!isUsed && portsOn(model, name).length === 0) model.remove(["components", name]);
}
