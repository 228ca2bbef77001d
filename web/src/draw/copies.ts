import { addPin } from "./attach";
import { drawnAt } from "./circuit";
import { posesOf } from "./frames";
import { listOf, type ModelText } from "./model-text";
import { movePlace, type Motion, type Reversed } from "./motion";
import { copyName } from "./names";
import { distance, type Vec } from "./numbers";
import type { Copying } from "./parts/part";
import { copyHeatBox } from "./parts/heat-body";
import { partOf, placeOf } from "./parts/table";
import { movedParameters, reversedAxis, reversedShapes, type Moving } from "./placed";
import { moveWithin } from "./move-things";
import { readDrawing, readerOf } from "./read";
import { isDrawnBy, moveStart } from "./start-poses";
import type { Reader } from "./reader";
import {
  bodyNamed,
  componentOf,
  isBody,
  isHeatBody,
  isJoint,
  isTwoPole,
  joinedBy,
  sidesOf,
  thingNamed,
  type Body,
  type Drawing,
  type Group,
  type Node,
  type Side,
  type Thing,
} from "./things";

/**
 * Copies some things and what joins them to each other. Where `joins` is true, ends that meet others are pinned to them.
 * Returns the names of the copies.
 */
export function copyThings(
  model: ModelText,
  drawing: Drawing,
  names: readonly string[],
  motion: Motion,
  joins = false,
): readonly string[] {
  const copies = new Copies(model, drawing, motion);
  for (const thing of sorted(copiedWith(drawing, names, motion))) copies.add(thing);
  if (joins) joinEnds(model, copies);
  return [...copies.made.values()];
}

/** What is copied: the selected things, what lies between them, and the points on which links among these are fixed. */
function copiedWith(drawing: Drawing, names: readonly string[], motion: Motion): readonly Thing[] {
  const chosen = new Set(names);
  const isInner = (thing: Thing): boolean =>
    (sidesOf(thing).length > 1 || thing.kind === "conductor") &&
    joinedBy(thing).every((name) => chosen.has(name));
  for (const thing of drawing.things) if (isInner(thing)) chosen.add(thing.name);
  // Nodes of circuits come with their elements, and points with what is fixed to them.
  for (const thing of drawing.things) {
    if (!chosen.has(thing.name) || isBody(thing)) continue;
    for (const name of joinedBy(thing)) {
      const other = thingNamed(drawing, name);
      if (other?.kind === "net") chosen.add(name);
      const isMoved =
        other?.kind === "point" && distance(movePlace(motion, other.frame), other.frame) > 1e-6;
      if (isMoved && [...chosen, "ground"].includes(componentOf(other.on.offer))) chosen.add(name);
    }
  }
  const nets = new Set(
    drawing.things
      .filter((thing) => isTwoPole(thing) && chosen.has(thing.name))
      .flatMap((thing) => joinedBy(thing)),
  );
  const isTied = (thing: Thing): boolean =>
    (thing.kind === "net" ? nets.has(thing.name) : isFree(thing)) ||
    (joinedBy(thing).some((name) => chosen.has(name)) &&
      (!isJoint(thing) || isOnAll(drawing, chosen, thing, movePlace(motion, placeOf(thing)))));
  return drawing.things.filter((thing) => chosen.has(thing.name) && isTied(thing));
}

/** Whether a place is on all bodies of a joint that are not copied. */
function isOnAll(drawing: Drawing, chosen: ReadonlySet<string>, joint: Thing, place: Vec): boolean {
  return sidesOf(joint).every(({ body }) => {
    const thing = bodyNamed(drawing, body);
    return !thing || chosen.has(body) || partOf(thing).away(thing, place, 0) < 1e-4;
  });
}

/** What can be copied without the things that it is joined to. */
export function isFree(thing: Thing): boolean {
  return (
    isBody(thing) ||
    isTwoPole(thing) ||
    isHeatBody(thing) ||
    thing.kind === "group" ||
    ["point", "floor", "net"].includes(thing.kind)
  );
}

/** Bodies before points, points before what joins them, and then what is no component. */
function sorted(things: readonly Thing[]): readonly Thing[] {
  const rank = (thing: Thing): number =>
    isBody(thing) || isHeatBody(thing) || ["net", "group"].includes(thing.kind)
      ? 0
      : thing.kind === "point" || thing.kind === "floor"
        ? 1
        : partOf(thing).elements
          ? 2
          : 3;
  return [...things].sort((one, other) => rank(one) - rank(other));
}

class Copies implements Moving, Copying {
  /** The names of the copies, by those of their originals. */
  readonly made = new Map<string, string>();
  readonly movesOnBodies = true;
  readonly reader: Reader;

  constructor(
    readonly model: ModelText,
    readonly drawing: Drawing,
    readonly motion: Motion,
  ) {
    this.reader = readerOf(model, posesOf(drawing));
  }

  readonly reversedIn = (component: string): Reversed | null => {
    const thing = this.made.has(component) ? thingNamed(this.drawing, component) : undefined;
    return thing ? reversedAxis(thing, this.motion) : null;
  };

  readonly copyOf = (offer: string): string | undefined => {
    const component = componentOf(offer);
    const copy = this.made.get(component);
    return copy === undefined ? undefined : copy + offer.slice(component.length);
  };

  #addGroup(group: Group): void {
    const { model, drawing, motion } = this;
    const copy = copyName(model, group.name);
    this.made.set(group.name, copy);
    const form = model.raw(["components", group.name]);
    model.set(["components", copy], form);
    moveWithin(model, drawing, group, copy, motion);
  }

  add(thing: Thing): void {
    const { model } = this;
    const { name } = thing;
    const part = partOf(thing);
    if (thing.kind === "group") return this.#addGroup(thing);
    if (!part.elements) {
      const copy = part.copy?.(model, thing, this) ?? "";
      if (copy) this.made.set(name, copy);
      return;
    }
    const copy = copyName(model, name);
    this.made.set(name, copy);
    model.set(["components", copy], model.at("components", name));
    for (const side of Object.keys(model.members("components", copy, "between"))) {
      const offer = this.copyOf(this.reader.between(name, side));
      if (offer !== undefined) model.set(["components", copy, "between", side], offer);
    }
    for (const [parameter, value] of movedParameters(this, thing))
      model.set(["components", copy, "parameters", parameter], value);
    if (isBody(thing)) moveStart(this, thing, copy);
    copyDrawn(model, name, copy, reversedAxis(thing, this.motion));
    if (isHeatBody(thing)) copyHeatBox(model, name, copy);
    if (isTwoPole(thing) || isHeatBody(thing))
      partOf(thing).move?.(model, { ...thing, name: copy }, this.motion, this.reader);
    // A weld is a pin whose torque has an input.
    if (thing.kind === "weld") model.set(["inputs", `${copy}.torque`], { flow: 0 });
  }
}

/** Copies the body of the view that draws a component. */
function copyDrawn(model: ModelText, name: string, copy: string, reversed: Reversed): void {
  const bodies = listOf(model.at("view", "bodies"));
  const drawn = bodies[drawnAt(model, name)] ?? bodies.find((body) => isDrawnBy(body, name));
  if (!drawn) return;
  const renamed = Object.entries(drawn).map(([key, value]) => {
    if (key === "name") return [key, copy];
    if (key === "shapes") return [key, reversedShapes(listOf(value), reversed)];
    const isOwn = typeof value === "string" && value.startsWith(`${name}.`);
    return [key, isOwn ? copy + value.slice(name.length) : value];
  });
  model.append(["view", "bodies"], Object.fromEntries(renamed));
}

/** Pins ends of copies to what they meet. */
function joinEnds(model: ModelText, { made }: Copies): void {
  const own = new Set(made.values());
  for (;;) {
    const drawing = readDrawing(model);
    const found = meetingOf(drawing, own);
    if (!found) return;
    const [at, end] = found;
    const name = addPin(model, at, end.offer, end.at);
    if (name === "") return;
  }
}

/** The end of a copy, and another side at its place to which it is not pinned. */
function meetingOf({ nodes }: Drawing, own: ReadonlySet<string>): readonly [Side, Side] | null {
  const isEnd = ({ offer, body }: Side): boolean => own.has(componentOf(offer)) && own.has(body);
  for (const node of nodes) {
    const end = node.sides.find(isEnd);
    if (!end) continue;
    const other = nodes.find(
      (each) => each !== node && distance(each.place, node.place) < 2e-6 && isApart(each, node),
    );
    const [firm] = other
      ? [other.sides.find(({ body }) => body === "ground") ?? other.sides[0]]
      : [];
    if (firm) return [firm, end];
  }
  return null;
}

const isApart = (one: Node, other: Node): boolean =>
  !one.sides.some(({ body }) => other.sides.some((side) => side.body === body));
