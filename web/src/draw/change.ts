import { bodyAt, isSame, isZero, pinTo, touchesLine } from "./attach";
import { setPair, setStart } from "./change-values";
import { frameOfSide, inFrame } from "./frames";
import type { ModelText } from "./model-text";
import { freshName } from "./names";
import {
  angleText,
  directionOf,
  distance,
  dot,
  finely,
  minus,
  pair,
  plus,
  times,
  type Vec,
} from "./numbers";
import { isComponent, partOf } from "./parts/table";
import { readDrawing } from "./read";
import type { Poses } from "./reader";
import type { Target } from "./target";
import {
  bodyNamed,
  componentOf,
  isBody,
  isPin,
  joinedBy,
  thingNamed,
  thingsOf,
  type Body,
  type Drawing,
  type Node,
  type Side,
} from "./things";

/** Moves a place at which things meet. What ends there follows, and is pinned to what is at the target. */
export function moveNode(model: ModelText, drawing: Drawing, node: Node, target: Target): void {
  const to = allowed(drawing, node, target.place);
  for (const side of node.sides) {
    const thing = thingNamed(drawing, componentOf(side.offer));
    const isMoved = thing && partOf(thing).moveEnd?.(model, drawing, thing, side, to);
    if (!isMoved) moveJoint(model, drawing, node, side, to);
  }
  followMoves(model, drawing);
  const isApart = target.node !== undefined && target.node !== node;
  const offer = node.sides.find(({ body }) => body !== "ground") ?? node.sides[0];
  if (!offer || distance(to, target.place) > 1e-6 || !(isApart || target.line)) return;
  if (offer.body === bodyAt(target) || target.line?.thing.kind === "floor") return;
  if (offer.offer !== "ground" && isZero(offer.at)) pinTo(model, target, offer.offer);
}

/** Ropes that were taut stay so, and bodies stay above their floors. */
export function followMoves(model: ModelText, before: Drawing): void {
  const after = readDrawing(model);
  for (const thing of after.things) {
    const former = thingNamed(before, thing.name);
    if (former?.kind === thing.kind) partOf(thing).follow?.(model, former, thing);
  }
}

/** The place nearest to another one where a node may be: sliders stay on their guides, pins on their rods. */
export function allowed(drawing: Drawing, node: Node, to: Vec): Vec {
  for (const side of node.sides) {
    const slide = thingsOf(drawing, "slide").find(({ b }) => b.offer === side.offer);
    if (slide) return project(to, slide.a.place, slide.along);
    const rod = bodyNamed(drawing, componentOf(side.offer));
    const isOnLine = rod?.kind === "rod" && side.offer.endsWith(".center") && side.at.y === 0;
    if (isOnLine) return project(to, rod.frame, directionOf(rod.frame.phi));
  }
  return to;
}

function project(to: Vec, origin: Vec, along: Vec): Vec {
  return plus(origin, times(along, dot(minus(to, origin), along)));
}

/** Moves the points that the pins of a node have in the frame of one of its sides. */
export function moveJoint(
  model: ModelText,
  drawing: Drawing,
  node: Node,
  side: Side,
  to: Vec,
): void {
  const local = inFrame(frameOfSide(drawing, side), to);
  for (const joint of node.pins) {
    const thing = thingNamed(drawing, joint);
    if (!isPin(thing)) continue;
    for (const end of ["a", "b"] as const)
      if (thing[end].offer === side.offer && isSame(thing[end].at, side.at))
        setPair(model, ["components", joint, "parameters", `at_${end}`], local);
  }
}

/** Moves a body that nothing holds. */
export function moveBody(model: ModelText, drawing: Drawing, { name, frame }: Body, by: Vec): void {
  setStart(model, name, "r", pair(plus(frame, by)));
  followMoves(model, drawing);
}

/** Removes a thing, and all that cannot be without it. */
export function removeThing(model: ModelText, drawing: Drawing, name: string): void {
  const thing = thingNamed(drawing, name);
  for (const other of dependents(model, drawing, name)) removeThing(model, drawing, other);
  const isPort = thing && !isComponent(thing);
  if (!isPort && model.at("components", name) !== undefined) model.remove(["components", name]);
  if (!isPort) removeInputs(model, name);
  if (thing) partOf(thing).remove?.(model, thing);
}

/** Removes the inputs of a component's ports: a weld has one. */
function removeInputs(model: ModelText, name: string): void {
  for (const input of Object.keys(model.members("inputs")))
    if (input.startsWith(`${name}.`)) model.remove(["inputs", input], 0);
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
