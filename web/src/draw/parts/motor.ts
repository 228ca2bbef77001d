import { isNegative } from "../../engine/motors";
import type { ModelText } from "../model-text";
import { negated, type Motion } from "../motion";
import { isTaken, renameComponent } from "../names";
import { awayFromLine, distance, minus, plus, times, type Vec } from "../numbers";
import { s } from "../svg";
import type { Target } from "../target";
import { arrow, disc, line, turnArrow } from "../symbols";
import {
  bodyNamed,
  isPin,
  thingNamed,
  thingsOf,
  type Drawing,
  type Motor,
  type Pin,
  type Slide,
} from "../things";
import type { Part, Tool } from "./part";

/** The speed of a new motor, rad/s. */
const oneTurn = "2*pi";

export const motor: Part<"motor"> = {
  kinds: ["motor"],
  readRest: (reader, components) =>
    Object.entries(reader.model.members("inputs")).flatMap(([name, input]) => {
      const [joint = "", port = ""] = name.split(".");
      const on = components.find((thing) => thing.name === joint);
      const isSlide = on?.kind === "slide" && port === "force";
      if (!isSlide && !(on?.kind === "pin" && port === "torque")) return [];
      const isSpeed = typeof input === "object" && input !== null && "flow" in input;
      const drives = isSpeed ? "speed" : isSlide ? "force" : "torque";
      const given: unknown = isSpeed ? input.flow : input;
      const isReversed = (reader.value(given) ?? (isNegative(String(given)) ? -1 : 1)) < 0;
      const along = isSlide ? { along: on.along } : {};
      return [{ kind: "motor", name, joint, drives, place: on.b.place, isReversed, ...along }];
    }),
  place: ({ place }) => place,
  away(thing, place, reach) {
    if (!thing.along) return Math.abs(distance(thing.place, place) - 1.3 * reach); // a ring around its joint
    return awayFromLine(...pushAt(thing, thing.along, reach / 13), place);
  },
  paint(thing, { window, at }) {
    const { place, along, isReversed } = thing;
    if (!along)
      return [disc("board-halo-ring", at(place), 17), turnArrow(at(place), 17, isReversed)];
    const [from, to] = pushAt(thing, along, 1 / window.scale).map(at) as [Vec, Vec];
    return [line("board-halo", from, to), s("path", { class: "board-motor", d: arrow(from, to) })];
  },
  copy(model, { name, joint }, { motion, copyOf }) {
    const to = copyOf(joint);
    if (to === undefined) return "";
    const port = `${to}${name.slice(joint.length)}`;
    model.set(["inputs", port], model.at("inputs", name));
    mirrorInput(model, port, motion);
    return port;
  },
  move: (model, { name }, motion) => mirrorInput(model, name, motion),
  remove: (model, { name }) => model.remove(["inputs", name], 0),
};

/** The ends of the arrow beside a slider that a motor drives, with the size of a pixel, m. */
function pushAt({ place, isReversed }: Motor, along: Vec, pixel: number): readonly [Vec, Vec] {
  const middle = plus(place, times({ x: -along.y, y: along.x }, 34 * pixel));
  const half = times(along, (isReversed ? -22 : 22) * pixel);
  return [minus(middle, half), plus(middle, half)];
}

/** What turns in one direction turns in the other one in a mirror. Slides keep the directions of their axes. */
function mirrorInput(model: ModelText, port: string, { isMirror }: Motion): void {
  if (!isMirror || !port.endsWith(".torque")) return;
  const input = model.at("inputs", port);
  const isPlain = typeof input === "number" || typeof input === "string";
  if (isPlain) return model.set(["inputs", port], negated(input));
  const { flow } = model.members("inputs", port);
  if (flow !== undefined && flow !== 0) model.set(["inputs", port, "flow"], negated(flow));
}

export const motorTool: Tool<"motor"> = {
  ...{ id: "motor", key: "o", places: 1, group: "drives" },
  icon: "M18.800 9.200A7.300 7.300 0 1 0 19.300 12M19.600 5v4.600H15|M12 10.200a1.800 1.800 0 1 0 .01 0z",
  refuse: (drawing, [at]) => (at && jointAt(drawing, at) ? null : "cannotMotor"),
  use(model, drawing, [at]) {
    const joint = at && jointAt(drawing, at);
    return joint ? addMotor(model, drawing, joint) : "";
  },
};

/** Drives a pin with one turn per second, or a slide with 1 N. Returns the name of its port. */
export function addMotor(model: ModelText, drawing: Drawing, joint: Pin | Slide): string {
  const isSlide = joint.kind === "slide";
  const port = `${joint.name}.${isSlide ? "force" : "torque"}`;
  model.set(["inputs", port], isSlide ? 1 : { flow: oneTurn });
  if (!isSlide) nameCrank(model, drawing, joint);
  return port;
}

/** A rod that a motor turns on the ground is a crank, unless it has a name of its own. */
function nameCrank(model: ModelText, drawing: Drawing, { a, b }: Pin): void {
  const turned = a.body === "ground" ? b.body : b.body === "ground" ? a.body : "";
  const isPlain = bodyNamed(drawing, turned)?.kind === "rod" && /^rod(_\d+)?$/.test(turned);
  if (isPlain && !isTaken(model, "crank")) renameComponent(model, turned, "crank");
}

/** The joint at a place that a motor can drive: one with the ground before one between bodies. */
function jointAt(drawing: Drawing, { node, line }: Target): Pin | Slide | undefined {
  const pins = (node?.pins ?? []).map((name) => thingNamed(drawing, name)).filter(isPin);
  const grounded = pins.find(({ a, b }) => [a.body, b.body].includes("ground"));
  const slide = thingsOf(drawing, "slide").find(
    (thing) => node?.sides.some(({ offer }) => offer === thing.b.offer) === true,
  );
  return grounded ?? slide ?? pins[0] ?? (line?.thing.kind === "slide" ? line.thing : undefined);
}
