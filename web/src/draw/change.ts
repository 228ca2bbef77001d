import { pin } from "./add";
import { valueOf } from "./formula";
import type { ModelText, Path } from "./model-text";
import { freshName } from "./names";
import {
  angleOf,
  angleText,
  distance,
  dot,
  exactly,
  middle,
  minus,
  pair,
  plus,
  times,
  turned,
  directionOf,
  type Vec,
} from "./numbers";
import type { Pose, Poses } from "./read";
import { bodyAt, type Target } from "./snap";
import {
  componentOf,
  joinedBy,
  thingNamed,
  thingsOf,
  type Drawing,
  type FixedPoint,
  type Mass,
  type Node,
  type Rod,
  type Side,
} from "./things";

/** Moves a place at which things meet. What ends there follows, and is pinned to what is at the target. */
export function moveNode(model: ModelText, drawing: Drawing, node: Node, target: Target): void {
  const to = allowed(drawing, node, target.place);
  for (const side of node.sides) {
    const name = componentOf(side.offer);
    const thing = thingNamed(drawing, name);
    const isEnd = thing?.kind === "rod" && /\.(tail|tip)$/.test(side.offer);
    if (isEnd) moveEnd(model, thing, side.offer.endsWith("tip"), to);
    else if (thing?.kind === "mass" && isAtOrigin(side)) setStart(model, name, "r", pair(to));
    else if (thing?.kind === "point") moveFixedPoint(model, drawing, thing, to);
    else moveJoint(model, drawing, node, side, to);
  }
  const isApart = target.node !== undefined && target.node !== node;
  const offer = node.sides.find(({ body }) => body !== "ground") ?? node.sides[0];
  if (!offer || distance(to, target.place) > 1e-6 || !(isApart || target.line)) return;
  if (offer.body === bodyAt(target)) return;
  if (offer.offer !== "ground" && isAtOrigin(offer)) pin(model, target, offer.offer);
}

/** The place nearest to another one where a node may be: sliders stay on their guides, pins on their rods. */
export function allowed(drawing: Drawing, node: Node, to: Vec): Vec {
  for (const side of node.sides) {
    const name = componentOf(side.offer);
    const slide = thingsOf(drawing, "slide").find(({ b }) => b.offer === side.offer);
    if (slide) return project(to, slide.a.place, slide.along);
    const rod = thingNamed(drawing, name);
    const isOnLine = rod?.kind === "rod" && side.offer.endsWith(".center") && side.at.y === 0;
    if (isOnLine) return project(to, rod.center, directionOf(rod.center.phi));
  }
  return to;
}

function project(to: Vec, origin: Vec, along: Vec): Vec {
  return plus(origin, times(along, dot(minus(to, origin), along)));
}

/** Moves an end of a rod; the other one stays. A length by a formula stays, too. */
function moveEnd(model: ModelText, rod: Rod, isTip: boolean, to: Vec): void {
  const tail = isTip ? rod.tail : to;
  const tip = isTip ? to : rod.tip;
  const length = distance(tail, tip);
  if (length < 1e-6) return;
  setNumber(model, ["components", rod.name, "parameters", "length"], exactly(length));
  setStart(model, rod.name, "r", pair(middle(tail, tip)));
  setStart(model, rod.name, "phi", angleText(angleOf(minus(tip, tail))));
}

function moveFixedPoint(model: ModelText, drawing: Drawing, point: FixedPoint, to: Vec): void {
  const frame = frameOf(drawing, point.on);
  setPair(model, ["components", point.name, "parameters", "at"], inFrame(frame, to));
}

/** Moves the points that the pins of a node have in the frame of one of its sides. */
function moveJoint(model: ModelText, drawing: Drawing, node: Node, side: Side, to: Vec): void {
  const local = inFrame(frameOf(drawing, side), to);
  for (const joint of node.pins) {
    const thing = thingNamed(drawing, joint);
    if (thing?.kind !== "pin") continue;
    for (const end of ["a", "b"] as const)
      if (thing[end].offer === side.offer && isSame(thing[end].at, side.at))
        setPair(model, ["components", joint, "parameters", `at_${end}`], local);
  }
}

/** The frame of a side's offer: its place is a point of it. */
function frameOf(drawing: Drawing, { offer, at, place, body }: Side): Pose {
  const phi = phiOf(drawing, body);
  return { ...minus(place, turned(at, phi)), phi: offer === "ground" ? 0 : phi };
}

function phiOf(drawing: Drawing, body: string): number {
  const thing = thingNamed(drawing, body);
  return thing?.kind === "rod" ? thing.center.phi : thing?.kind === "mass" ? thing.frame.phi : 0;
}

function inFrame(frame: Pose, place: Vec): Vec {
  return turned(minus(place, frame), -frame.phi);
}

/** Writes where bodies start. */
export function setPoses(model: ModelText, poses: Poses): void {
  for (const [name, { x, y, phi }] of poses) {
    if (!model.at("components", name)) continue;
    setStart(model, name, "r", pair({ x, y }));
    const angle = angleText(Math.abs(phi) < 1e-6 ? 0 : phi);
    if (angle !== 0 || model.at("components", name, "start", "phi") !== undefined)
      setStart(model, name, "phi", angle);
  }
}

/** Moves a body that nothing holds. */
export function moveBody(model: ModelText, thing: Rod | Mass, by: Vec): void {
  const frame = thing.kind === "rod" ? thing.center : thing.frame;
  setStart(model, thing.name, "r", pair(plus(frame, by)));
}

/** Replaces a start, but neither a formula of the author's nor whether it is fixed. */
export function setStart(model: ModelText, name: string, state: string, value: unknown): void {
  const path = startPath(model, name, state);
  const given = model.at(...path);
  if (typeof value === "number" || typeof value === "string") return setNumber(model, path, value);
  const isOurs = Array.isArray(given) ? given.every(isConstant) : given === undefined;
  if (isOurs) model.set(path, value);
}

/** Where a text has the value of a start: it may be in an object that says whether it is fixed. */
export function startPath(model: ModelText, name: string, state: string): Path {
  const path = ["components", name, "start", state];
  const given = model.at(...path);
  const hasValue = typeof given === "object" && given !== null && "value" in given;
  return hasValue ? [...path, "value"] : path;
}

/** Sets a number. One that a parameter gives is set there; another formula stays. */
export function setNumber(model: ModelText, path: Path, value: number | string): void {
  const given = model.at(...path);
  if (typeof given !== "string" || isConstant(given)) return model.set(path, value);
  const own = model.at("parameters", given);
  if (own === undefined) return;
  const isPlain = typeof own !== "object";
  const place = isPlain ? ["parameters", given] : ["parameters", given, "value"];
  if (isConstant(model.at(...place))) model.set(place, value);
}

/** Whether a value names nothing: 0.5 or "pi/3". */
export function isConstant(value: unknown): boolean {
  return valueOf(value, () => undefined) !== undefined;
}

function setPair(model: ModelText, path: Path, value: Vec): void {
  const given = model.at(...path);
  const isOurs = given === undefined || (Array.isArray(given) && given.every(isConstant));
  if (isOurs) model.set(path, pair(value));
}

/** Removes a thing, and all that cannot be without it. */
export function removeThing(model: ModelText, drawing: Drawing, name: string): void {
  const thing = thingNamed(drawing, name);
  if (thing?.kind === "motor") return model.remove(["inputs", name], 0);
  if (thing?.kind === "pen") return removePen(model, name);
  if (thing?.kind === "force") return removeForce(model, name);
  for (const other of dependents(model, drawing, name)) removeThing(model, drawing, other);
  if (model.at("components", name) !== undefined) model.remove(["components", name]);
}

function dependents(model: ModelText, drawing: Drawing, name: string): readonly string[] {
  const drawn = drawing.things
    .filter((thing) => thing.name !== name && joinedBy(thing).includes(name))
    .map((thing) => thing.name);
  const others = drawing.others.filter((other) =>
    Object.values(model.members("components", other, "between")).some(
      (offer) => typeof offer === "string" && componentOf(offer) === name,
    ),
  );
  return [...drawn, ...others.filter((other) => other !== name)];
}

function removePen(model: ModelText, name: string): void {
  for (const [list, key] of [
    ["trails", "body"],
    ["bodies", "name"],
  ] as const) {
    const all = model.at("view", list);
    if (!Array.isArray(all)) continue;
    const index = all.findIndex((entry: Record<string, unknown>) => entry[key] === name);
    if (index >= 0) model.remove(["view", list, String(index)], 0);
  }
}

function removeForce(model: ModelText, name: string): void {
  model.remove(["inputs", name], 0);
  model.remove(["ports", name], 0);
}

/** A copy of a body beside it. Returns its name; "" for what has no copy. */
export function duplicate(model: ModelText, drawing: Drawing, name: string, by: Vec): string {
  const thing = thingNamed(drawing, name);
  const isFixed = thing?.kind === "point" && thing.on.offer === "ground";
  if (thing?.kind !== "rod" && thing?.kind !== "mass" && !isFixed) return "";
  const copy = freshName(model, name.replace(/_\d+$/, ""));
  model.set(["components", copy], model.at("components", name));
  if (thing.kind === "point")
    model.set(["components", copy, "parameters", "at"], pair(plus(thing.frame, by)));
  else {
    const frame = thing.kind === "rod" ? thing.center : thing.frame;
    const pose = { ...plus(frame, by), phi: frame.phi };
    setPoses(model, new Map([[copy, pose]]));
  }
  return copy;
}

function isAtOrigin({ at }: Side): boolean {
  return isSame(at, { x: 0, y: 0 });
}

function isSame(one: Vec, other: Vec): boolean {
  return distance(one, other) < 1e-6;
}
