import type { ModelText } from "../model-text";
import { copyName } from "../names";
import { componentOf } from "../things";
import type { Pose, SpaceDrawing } from "./drawing";
import { setPoses } from "./edit";
import { portsOn, sidesOf } from "./links";
import { add, after, inverse, plainTriple, rotated, subtract, type Triple } from "./vectors";

/**
 * Copies bodies, what joins them to each other or to the ground, and the forces on them, beside the originals. Returns
 * the names of the copied bodies.
 */
export function copyParts(
  model: ModelText,
  drawing: SpaceDrawing,
  names: readonly string[],
  by: Triple,
): readonly string[] {
  const bodies = drawing.bodies.filter(({ name }) => names.includes(name));
  const copies = new Map<string, string>();
  for (const { name } of bodies) copyComponent(model, copies, name);
  setPoses(
    model,
    new Map(bodies.map(({ name, r, q }) => [copies.get(name) ?? name, { r: add(r, by), q }])),
  );
  const chosen = (name: string): boolean => name === "ground" || copies.has(name);
  // Points come before what is fixed to them.
  for (const { name } of [...drawing.points, ...drawing.joints, ...drawing.links]) {
    const sides = sidesOf(model, name);
    const joins = sides.every(chosen) && sides.some((side) => side !== "ground");
    const isSupport = sides.every((side) => side === "ground") && isForCopies(model, name, copies);
    if (!joins && !isSupport) continue;
    const copy = copyComponent(model, copies, name);
    moveOnGround(model, copy, by);
  }
  for (const [name, copy] of [...copies])
    for (const port of portsOn(model, name)) {
      const own = copyName(model, port);
      const { flow, ...rest } = model.members("ports", port);
      model.set(["ports", own], { flow: copy + String(flow).slice(name.length), ...rest });
      const input = model.at("inputs", port);
      if (input !== undefined) model.set(["inputs", own], input);
      copies.set(port, own);
    }
  return bodies.flatMap(({ name }) => copies.get(name) ?? []);
}

/** Whether something between a point of the ground and a copied component needs the point. */
function isForCopies(
  model: ModelText,
  point: string,
  copies: ReadonlyMap<string, string>,
): boolean {
  return Object.keys(model.members("components")).some((name) => {
    const sides = sidesOf(model, name);
    return sides.includes(point) && sides.some((side) => copies.has(side));
  });
}

/** Copies a component with its inputs, between the copies of what it is between. */
function copyComponent(model: ModelText, copies: Map<string, string>, name: string): string {
  const copy = copyName(model, name);
  copies.set(name, copy);
  model.set(["components", copy], model.at("components", name));
  for (const [side, offer] of Object.entries(model.members("components", copy, "between"))) {
    const component = componentOf(String(offer));
    const other = copies.get(component);
    if (other)
      model.set(
        ["components", copy, "between", side],
        other + String(offer).slice(component.length),
      );
  }
  for (const [input, value] of Object.entries(model.members("inputs")))
    if (input.startsWith(`${name}.`)) model.set(["inputs", copy + input.slice(name.length)], value);
  return copy;
}

/** Moves the points of a component that are places of the ground. */
function moveOnGround(model: ModelText, name: string, by: Triple): void {
  const isPoint = model.at("components", name, "use") === "porthos:fixed-frame";
  for (const [side, offer] of Object.entries(model.members("components", name, "between"))) {
    const path = ["components", name, "parameters", isPoint ? "at" : `at_${side}`];
    const given = model.at(...path) ?? [0, 0, 0];
    const isPlain = Array.isArray(given) && given.every((each) => typeof each === "number");
    const isLink = /:(spring|damper|spring-damper)$/.test(
      String(model.at("components", name, "use")),
    );
    if (offer !== "ground" || !isPlain || isLink) continue;
    const [x = 0, y = 0, z = 0] = given as number[];
    model.set(path, plainTriple(add([x, y, z], by)));
  }
}

/** Whether some bodies can move together as one: no joint holds one of them to something else. */
export function movesAsOne({ joints }: SpaceDrawing, names: readonly string[]): boolean {
  return joints.every(({ bodies: [a, b] }) => names.includes(a) === names.includes(b));
}

/** The poses of bodies after one of them was moved and all others with it. */
export function movedWith(
  { bodies }: SpaceDrawing,
  names: readonly string[],
  leader: string,
  to: Pose,
): ReadonlyMap<string, Pose> {
  const from = bodies.find(({ name }) => name === leader);
  if (!from) return new Map();
  const turn = after(to.q, inverse(from.q));
  return new Map(
    bodies
      .filter(({ name }) => names.includes(name))
      .map(({ name, r, q }) => [
        name,
        { r: add(to.r, rotated(turn, subtract(r, from.r))), q: after(turn, q) },
      ]),
  );
}
