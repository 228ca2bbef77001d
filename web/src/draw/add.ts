import type { ModelText } from "./model-text";
import { elementOf } from "./library";
import { freshName } from "./names";
import { firmest } from "./nodes";
import {
  angleOf,
  angleText,
  distance,
  exactly,
  middle,
  minus,
  pair,
  rounded,
  type Vec,
} from "./numbers";
import { bodyAt, type Target } from "./snap";
import type { Slide, Thing } from "./things";

/** Where a joint is fixed: an offer, and a point in its frame. */
interface Place {
  readonly offer: string;
  readonly at: Vec;
}

/** The speed of a new motor, rad/s. */
const oneTurn = "2*pi";

/** A rod between two places. An end on something is pinned to it. Returns its name, as all of these do. */
export function addRod(model: ModelText, from: Target, to: Target): string {
  const way = minus(to.place, from.place);
  const name = freshName(model, "rod");
  model.set(["components", name], {
    use: elementOf.rod,
    parameters: { length: exactly(distance(from.place, to.place)) },
    start: { r: pair(middle(from.place, to.place)), phi: angleText(angleOf(way)) },
  });
  pin(model, from, `${name}.tail`);
  pin(model, to, `${name}.tip`);
  return name;
}

/** A body that is not a rod. On a guide it slides, on another body it is pinned. */
export function addMass(model: ModelText, at: Target): string {
  if (at.line?.thing.kind === "slide") return addSlider(model, at.line.thing, at.place);
  const name = freshName(model, "mass");
  model.set(["components", name], { use: elementOf.mass, start: { r: pair(at.place) } });
  pin(model, at, name);
  return name;
}

/** A support: a fixed point of the ground, or a pin between the ground and what is at the place. */
export function addGround(model: ModelText, at: Target): string {
  const place = frameAt(model, at);
  if (!place) return addFixedPoint(model, { offer: "ground", at: at.place });
  if (bodyAt(at) === "ground") return ""; // it is there already
  return addPin(model, { offer: "ground", at: at.place }, place.offer, place.at);
}

/** A guide on the ground with a slider on it. A body at its first end is pinned to the slider. */
export function addSlide(model: ModelText, from: Target, to: Vec): string {
  const way = minus(to, from.place);
  const isHeld = from.node !== undefined || from.line?.thing.kind === "rod";
  const origin = middle(from.place, to);
  const slider = addGuided(model, isHeld ? from.place : origin, {
    offer: "ground",
    origin,
    axis: pair(way),
    length: rounded(distance(from.place, to)),
  });
  if (isHeld) pin(model, from, slider);
  return slider;
}

/** A spring or a damper. An end on nothing gets a fixed point of the ground. */
export function addStrut(
  model: ModelText,
  kind: "spring" | "damper",
  from: Target,
  to: Target,
): string {
  const a = pointAt(model, from);
  const b = pointAt(model, to);
  const name = freshName(model, kind);
  const rest = { parameters: { rest: rounded(distance(from.place, to.place)) } };
  model.set(["components", name], {
    ...{ use: elementOf[kind], between: { a, b } },
    ...(kind === "spring" ? rest : {}),
  });
  return name;
}

/** Traces the path of a point. */
export function addPen(model: ModelText, at: Target): string {
  const offer = pointAt(model, at);
  const name = freshName(model, "pen");
  model.append(["view", "bodies"], {
    ...{ name, role: "accent", position: `${vectorOf(model, offer)}.r` },
    shapes: [{ type: "sphere", radius: 0.01 }],
  });
  model.append(["view", "trails"], { body: name });
  return name;
}

/** A constant force on a point, N. */
export function addForce(model: ModelText, at: Target, value: Vec): string {
  const offer = vectorOf(model, pointAt(model, at));
  const name = freshName(model, "force");
  model.set(["ports", name], { flow: `${offer}.v`, effort_unit: "N", flow_unit: "m/s" });
  model.set(["inputs", name], [rounded(value.x, 3), rounded(value.y, 3)]);
  return name;
}

/** Drives a pin with one turn per second, or a slide with 1 N. Returns the name of its port. */
export function addMotor(model: ModelText, joint: Thing): string {
  const port = `${joint.name}.${joint.kind === "slide" ? "force" : "torque"}`;
  model.set(["inputs", port], joint.kind === "slide" ? 1 : { flow: oneTurn });
  return port;
}

/** Fixes a point of a body to what is at a target. */
export function pin(model: ModelText, target: Target, offer: string): string {
  const place = frameAt(model, target);
  return place ? addPin(model, place, offer) : "";
}

function addPin(model: ModelText, a: Place, offer: string, at: Vec = zero): string {
  const name = freshName(model, "pin");
  const parameters = {
    ...(isZero(a.at) ? {} : { at_a: pair(a.at) }),
    ...(isZero(at) ? {} : { at_b: pair(at) }),
  };
  model.set(["components", name], {
    ...{ use: elementOf.pin, between: { a: a.offer, b: offer } },
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
  });
  return name;
}

function addSlider(model: ModelText, slide: Slide, place: Vec): string {
  const { a, length } = slide;
  const axis = model.at("components", slide.name, "parameters", "axis") ?? [1, 0];
  const origin = a.offer === "ground" ? a.place : a.at;
  const [x = 1, y = 0] = axis as readonly number[];
  return addGuided(model, place, { offer: a.offer, origin, axis: [x, y], length });
}

/** A slider at a place, on a guide. */
function addGuided(
  model: ModelText,
  place: Vec,
  guide: {
    readonly offer: string;
    readonly origin: Vec;
    readonly axis: readonly [number, number];
    readonly length: number;
  },
): string {
  const slider = freshName(model, "slider");
  const [x, y] = guide.axis;
  const angle = angleText(upright(Math.atan2(y, x)));
  model.set(["components", slider], {
    use: elementOf.mass,
    start: { r: pair(place), ...(angle === 0 ? {} : { phi: angle }) },
  });
  model.set(["components", freshName(model, "slide")], {
    ...{ use: elementOf.slide, between: { a: guide.offer, b: slider } },
    parameters: {
      ...(y === 0 ? {} : { axis: x < 0 ? [-x, -y + 0] : guide.axis, angle }),
      ...(isZero(guide.origin) ? {} : { at_a: pair(guide.origin) }),
      length: guide.length,
    },
  });
  return slider;
}

/** Sliders stand on their guides, however these were drawn: from -90 to 90 degrees. */
function upright(angle: number): number {
  if (angle > Math.PI / 2 + 1e-9) return angle - Math.PI;
  return angle < -Math.PI / 2 - 1e-9 ? angle + Math.PI : angle;
}

/** Where a pin at a target is fixed; null where there is nothing. On a guide there is a slider then. */
function frameAt(model: ModelText, { node, line, place }: Target): Place | null {
  const side = node && firmest(node);
  if (side) return side;
  if (line?.thing.kind === "slide") return { offer: addSlider(model, line.thing, place), at: zero };
  return line ? { offer: `${line.thing.name}.center`, at: { x: line.at, y: 0 } } : null;
}

/** The offer of a point at a target; a fixed point is made where there is none. */
function pointAt(model: ModelText, { node, line, place }: Target): string {
  const own = node?.sides.find(({ at, offer }) => isZero(at) && offer !== "ground");
  const side = own ?? (node && firmest(node));
  if (side) {
    const isThere = isZero(side.at);
    return isThere ? side.offer : addFixedPoint(model, side);
  }
  if (line?.thing.kind !== "rod") return addFixedPoint(model, { offer: "ground", at: place });
  const center = `${line.thing.name}.center`;
  return line.at === 0 ? center : addFixedPoint(model, { offer: center, at: { x: line.at, y: 0 } });
}

function addFixedPoint(model: ModelText, { offer, at }: Place): string {
  const name = freshName(model, offer === "ground" ? "support" : "point");
  model.set(["components", name], {
    ...{ use: elementOf.point, between: { a: offer }, parameters: { at: pair(at) } },
  });
  return name;
}

/** How formulas name an offer: that of a fixed point has a name of its own. */
function vectorOf(model: ModelText, offer: string): string {
  if (offer.includes(".")) return offer;
  return model.at("components", offer, "use") === elementOf.point ? `${offer}.frame` : offer;
}

const zero: Vec = { x: 0, y: 0 };

function isZero({ x, y }: Vec): boolean {
  return Math.abs(x) < 1e-9 && Math.abs(y) < 1e-9;
}
