import { followMoves, moveJoint } from "./change";
import { posesOf } from "./frames";
import { listOf, type ModelText } from "./model-text";
import { movePlace, type Motion, type Reversed } from "./motion";
import { partOf } from "./parts/table";
import { movedParameters, reversedAxis, reversedShapes, type Moving } from "./placed";
import { readDrawing, readerOf } from "./read";
import type { Pose } from "./reader";
import { isDrawnBy, moveStart } from "./start-poses";
import {
  componentOf,
  isBody,
  isJoint,
  joinedBy,
  sidesOf,
  thingNamed,
  type Drawing,
  type Group,
  type Thing,
} from "./things";

/** Moves some things together. The ends of others that are fixed to them follow. */
export function moveThings(
  model: ModelText,
  drawing: Drawing,
  names: readonly string[],
  motion: Motion,
): void {
  const things = movedWith(drawing, names);
  const chosen = new Set(things.map(({ name }) => name));
  const reader = readerOf(model, posesOf(drawing));
  const reversedIn = (component: string): Reversed | null => {
    const thing = chosen.has(component) ? thingNamed(drawing, component) : undefined;
    return thing ? reversedAxis(thing, motion) : null;
  };
  const moving: Moving = { motion, reader, reversedIn, movesOnBodies: false };
  // All is computed before anything is written: the reader reads the text.
  const parameters = things.map((thing) => movedParameters(moving, thing));
  things.forEach((thing, index) => {
    for (const [parameter, value] of parameters[index] ?? [])
      model.set(["components", thing.name, "parameters", parameter], value);
    if (thing.kind === "group") moveWithin(model, drawing, thing, thing.name, motion);
    if (isBody(thing)) moveStart(moving, thing, thing.name);
    reverseDrawn(model, thing, reversedAxis(thing, motion));
    partOf(thing).move?.(model, thing, motion, reader);
  });
  stretchNeighbours(model, drawing, chosen, motion);
  followMoves(model, drawing);
}

/** Moves what is in a group, or in the copy of one. */
export function moveWithin(
  model: ModelText,
  drawing: Drawing,
  group: Group,
  to: string,
  motion: Motion,
): void {
  const prefix = `${group.name}.`;
  const poses = [...posesOf(drawing)]
    .filter(([body]) => body.startsWith(prefix))
    .map(([body, pose]): [string, Pose] => [body.slice(prefix.length), pose]);
  const text = model.within(to);
  const inner = readDrawing(text, new Map(poses));
  moveThings(
    text,
    inner,
    inner.things.map(({ name }) => name),
    motion,
  );
}

/** What moves: the chosen things, joints that hold them at the ground or at others, and what lies on them. */
function movedWith(drawing: Drawing, names: readonly string[]): readonly Thing[] {
  const chosen = new Set(names);
  const isOn = (thing: Thing): boolean =>
    sidesOf(thing).some(({ body }) => chosen.has(componentOf(body)));
  return drawing.things.filter((thing) => {
    if (chosen.has(thing.name)) return true;
    if (isJoint(thing) || thing.kind === "contact") return isOn(thing);
    if (thing.kind === "motor") {
      const joint = thingNamed(drawing, thing.joint);
      return joint !== undefined && isOn(joint);
    }
    return !partOf(thing).elements && joinedBy(thing).some((name) => chosen.has(name));
  });
}

/** Ends of rods and other things that stay, at places that have moved. */
function stretchNeighbours(
  model: ModelText,
  before: Drawing,
  chosen: ReadonlySet<string>,
  motion: Motion,
): void {
  const isMoved = (component: string): boolean => chosen.has(component);
  for (const node of before.nodes) {
    if (!node.sides.some(({ body }) => isMoved(componentOf(body)))) continue;
    const to = movePlace(motion, node.place);
    for (const side of node.sides) {
      const component = componentOf(side.offer);
      if (side.body === "ground" || isMoved(componentOf(side.body)) || isMoved(component)) continue;
      const now = readDrawing(model);
      const thing = thingNamed(now, component);
      if (thing && partOf(thing).moveEnd?.(model, now, thing, side, to)) continue;
      moveJoint(model, now, node, side, to);
    }
  }
}

/** Mirrors the body of the view that draws a component. */
function reverseDrawn(model: ModelText, { name }: Thing, reversed: Reversed): void {
  if (reversed === "none") return;
  const bodies = listOf(model.at("view", "bodies"));
  const index = bodies.findIndex((body) => isDrawnBy(body, name));
  const shapes = listOf(bodies[index]?.["shapes"]);
  if (index >= 0)
    model.set(["view", "bodies", String(index), "shapes"], reversedShapes(shapes, reversed));
}
