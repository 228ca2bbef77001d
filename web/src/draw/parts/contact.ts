import { moverAt, movingSide } from "../attach";
import { setStart } from "../change-values";
import type { ModelText } from "../model-text";
import { freshName } from "../names";
import {
  directionOf,
  distance,
  dot,
  finely,
  minus,
  plus,
  times,
  turned,
  rounded,
  type Vec,
} from "../numbers";
import type { Reader } from "../reader";
import type { Target } from "../target";
import { disc } from "../symbols";
import {
  bodyNamed,
  type Body,
  type Contact,
  type Drawing,
  type Floor,
  type Mass,
  type Side,
} from "../things";
import type { Part, Tool } from "./part";

export const contact: Part<"contact"> = {
  kinds: ["contact"],
  elements: ["disc-on-line", "box-on-line", "point-on-line", "disc-on-disc"].map(
    (use) => `porthos:${use}`,
  ),
  first: ["friction", "static_friction", "restitution"],
  placed: {
    at_a: { of: "point", side: "a" },
    at_b: { of: "point", side: "b" },
    direction: { of: "edge", side: "a" },
  },
  read(reader, name) {
    const [a, b] = [reader.side(name, "a", "at_a"), reader.side(name, "b", "at_b")];
    return a && b && { kind: "contact", name, sides: [a, b], ...meeting(reader, name, a, b) };
  },
  follow(model, before, after) {
    const body = after.sides[1]?.offer ?? "";
    const isTouching = Math.abs(before.gap) < 1e-6 && after.gap < 0.03;
    if (after.gap >= 0 && !isTouching) return;
    const [x = NaN, y = NaN] = (model.at("components", body, "start", "r") ??
      []) as readonly number[];
    const isBody = Number.isFinite(x) && Number.isFinite(y);
    if (isBody) setStart(model, body, "r", finely(minus({ x, y }, times(after.normal, after.gap))));
  },
  place: ({ spot }) => spot,
  away: ({ spot }, place) => distance(spot, place),
  paint: ({ spot }, { at }) => [
    disc("board-halo-ring", at(spot), 8),
    disc("board-contact", at(spot), 3.5),
  ],
};

/** Where the bodies touch, or would if they were moved together; how far they are apart; and in which direction. */
function meeting(
  reader: Reader,
  name: string,
  a: Side,
  b: Side,
): Pick<Contact, "spot" | "gap" | "normal"> {
  const way = minus(b.place, a.place);
  const use = reader.useOf(name);
  if (use === "porthos:disc-on-disc") {
    const [one = 0, other = 0] = ["radius_a", "radius_b"].map((each) => reader.number(name, each));
    const length = Math.hypot(way.x, way.y);
    const normal = length === 0 ? { x: 1, y: 0 } : times(way, 1 / length);
    return { spot: plus(a.place, times(normal, one)), gap: length - one - other, normal };
  }
  const direction = reader.pair(name, "direction") ?? { x: 1, y: 0 };
  const phi = reader.frame(a.offer)?.phi ?? 0;
  const along = turned(times(direction, 1 / (Math.hypot(direction.x, direction.y) || 1)), phi);
  const normal = { x: -along.y, y: along.x };
  const spot = plus(a.place, times(along, dot(way, along)));
  return { spot, gap: dot(way, normal) - depthOf(reader, name, b, normal), normal };
}

/** How far the outline of a body goes below its centre, against a direction. */
function depthOf(reader: Reader, name: string, { offer }: Side, normal: Vec): number {
  const use = reader.useOf(name);
  if (use === "porthos:disc-on-line") return reader.number(name, "radius") ?? 0;
  if (use === "porthos:point-on-line") return 0;
  const { x = 0, y = 0 } = reader.pair(name, "size") ?? {};
  const { phi } = reader.frame(offer) ?? { phi: 0 };
  const up = turned(normal, -phi);
  return (Math.abs(up.x) * x + Math.abs(up.y) * y) / 2;
}

/** Puts a body on a floor, where it may touch. Its centre is then so far from the line, m. */
export function standOn(
  model: ModelText,
  floor: Floor,
  body: string,
  place: Vec,
  lift: number,
  radius?: number,
): string {
  const along = directionOf(floor.frame.phi);
  const at = dot(minus(place, floor.frame), along);
  const up = times({ x: -along.y, y: along.x }, lift);
  setStart(model, body, "r", finely(plus(plus(floor.frame, times(along, at)), up)));
  const angle = model.at("components", floor.name, "parameters", "angle");
  if (radius === undefined && angle !== undefined) setStart(model, body, "phi", angle);
  const size = [0.1, rounded(2 * lift)];
  return addContact(
    model,
    radius === undefined ? "box-on-line" : "disc-on-line",
    floor.name,
    body,
    {
      ...(radius === undefined ? { size } : { radius }),
      length: rounded(floor.length, 4),
    },
  );
}

function addContact(
  model: ModelText,
  use: string,
  a: string,
  b: string,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const name = freshName(model, "contact");
  model.set(["components", name], { use: `porthos:${use}`, between: { a, b }, parameters });
  return name;
}

export const contactTool: Tool<"contact"> = {
  ...{ id: "contact", key: "u", places: 2, group: "joints", preview: "line" },
  icon: "M8 7a4.500 4.500 0 1 0 .01 0zM17.500 10a3.500 3.500 0 1 0 .01 0zM12.500 8.500l1.500 6|M13.200 10.500a1.500 1.500 0 1 0 .01 0z",
  refuse: (drawing, [from, to]) => (from && to && pairOf(drawing, from, to) ? null : "cannotTouch"),
  use(model, drawing, [from, to]) {
    const pair = from && to && pairOf(drawing, from, to);
    return pair ? pair(model) : "";
  },
};

type Touching = Body | Floor;
type Making = (model: ModelText) => string;

/** How two things come to touch; null where there is no contact for them. */
function pairOf(drawing: Drawing, from: Target, to: Target): Making | null {
  const [one, other] = [touching(drawing, from), touching(drawing, to)];
  if (!one || !other || one === other) return null;
  const point =
    movingSide(to.node?.sides ?? [])?.offer ?? movingSide(from.node?.sides ?? [])?.offer ?? "";
  return makingOf(one, other, point) ?? makingOf(other, one, point);
}

function touching(drawing: Drawing, target: Target): Touching | undefined {
  const { line } = target;
  if (line?.thing.kind === "floor") return line.thing;
  return bodyNamed(drawing, moverAt(drawing, target));
}

/** A contact whose side a is the first thing; null where there is none. */
function makingOf(a: Touching, b: Touching, point: string): Making | null {
  if (a.kind === "floor") return onFloor(a, b, point);
  if (b.kind !== "disc") return null;
  if (a.kind === "disc")
    return (model) =>
      addContact(model, "disc-on-disc", a.name, b.name, { radius_a: a.radius, radius_b: b.radius });
  if (a.kind !== "mass") return null;
  return (model) =>
    addContact(model, "disc-on-line", a.name, b.name, {
      ...{ radius: b.radius, ...faceTo(a, b.frame) },
      length: a.size.width,
    });
}

function onFloor(floor: Floor, b: Touching, point: string): Making | null {
  if (b.kind === "mass")
    return (model) => {
      const lift = Math.max(b.size.height / 2, heightOver(floor, b.frame));
      const isNear = lift < b.size.height;
      return standOn(model, floor, b.name, b.frame, isNear ? b.size.height / 2 : lift);
    };
  if (b.kind === "disc")
    return (model) => {
      const height = heightOver(floor, b.frame);
      return standOn(
        model,
        floor,
        b.name,
        b.frame,
        height < 1.5 * b.radius ? b.radius : height,
        b.radius,
      );
    };
  if (b.kind !== "rod" || !point.startsWith(`${b.name}.`)) return null;
  return (model) => addContact(model, "point-on-line", floor.name, point, { length: floor.length });
}

/** How far a place is above a floor, m. */
export function heightOver({ frame }: Floor, place: Vec): number {
  return turned(minus(place, frame), -frame.phi).y;
}

/** The side of a rectangle that faces a place: the place is on its left. */
function faceTo(
  { frame, size }: Mass,
  place: Vec,
): { readonly at_a: readonly number[]; readonly direction: readonly number[] } {
  const { x, y } = turned(minus(place, frame), -frame.phi);
  const { width, height } = size;
  if (Math.abs(y) / height >= Math.abs(x) / width) {
    const sign = y < 0 ? -1 : 1;
    return { at_a: [0, (sign * height) / 2], direction: [sign, 0] };
  }
  const sign = x < 0 ? -1 : 1;
  return { at_a: [(sign * width) / 2, 0], direction: [0, -sign] };
}
