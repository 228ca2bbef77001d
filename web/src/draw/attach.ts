import { addSlider } from "./guide";
import type { ModelText } from "./model-text";
import { freshLetter, freshName } from "./names";
import { distance, pair, type Vec } from "./numbers";
import type { Target } from "./target";
import { componentOf, firmest, type Drawing, type Side } from "./things";

/** Where a joint is fixed: an offer, and a point in its frame. */
interface Place {
  readonly offer: string;
  readonly at: Vec;
}

export const zero: Vec = { x: 0, y: 0 };
export const fixedFrame = "porthos:planar-fixed-frame";

export function isZero(place: Vec): boolean {
  return isSame(place, zero, 1e-9);
}

export function isSame(one: Vec, other: Vec, most = 1e-6): boolean {
  return distance(one, other) < most;
}

/** Pins an offer to what is at a target. Returns the name of the pin, "" where there is nothing. */
export function pinTo(model: ModelText, target: Target, offer: string): string {
  const place = frameAt(model, target);
  return place ? addPin(model, place, offer) : "";
}

export function addPin(model: ModelText, a: Place, offer: string, at: Vec = zero): string {
  const name = freshLetter(model);
  const parameters = {
    ...(isZero(a.at) ? {} : { at_a: pair(a.at) }),
    ...(isZero(at) ? {} : { at_b: pair(at) }),
  };
  model.set(["components", name], {
    ...{ use: "porthos:pin", between: { a: a.offer, b: offer } },
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
  });
  return name;
}

/** Where a pin at a target is fixed; null where there is nothing. On a guide there is a slider then. */
export function frameAt(model: ModelText, { node, line, place }: Target): Place | null {
  const side = node && firmest(node);
  if (side) return side;
  if (!line) return null;
  const { thing, at } = line;
  if (thing.kind === "slide") return { offer: addSlider(model, thing, place), at: zero };
  if (thing.kind === "floor") return { offer: "ground", at: place };
  return { offer: `${thing.name}.center`, at: { x: at, y: 0 } };
}

/** The offer of a point at a target; a fixed point is made where there is none. */
export function pointAt(model: ModelText, { node, line, place }: Target): string {
  const own = node?.sides.find(({ at, offer }) => isZero(at) && offer !== "ground");
  const side = own ?? (node && firmest(node));
  if (side) return isZero(side.at) ? side.offer : addFixedPoint(model, side);
  if (line?.thing.kind !== "rod") return addFixedPoint(model, { offer: "ground", at: place });
  const center = `${line.thing.name}.center`;
  return line.at === 0 ? center : addFixedPoint(model, { offer: center, at: { x: line.at, y: 0 } });
}

export function addFixedPoint(model: ModelText, { offer, at }: Place): string {
  const name = freshName(model, offer === "ground" ? "support" : "point");
  model.set(["components", name], {
    ...{ use: fixedFrame, between: { a: offer }, parameters: { at: pair(at) } },
  });
  return name;
}

/** How formulas name an offer: that of a fixed point has a name of its own. */
export function vectorOf(model: ModelText, offer: string): string {
  if (offer.includes(".")) return offer;
  return model.at("components", offer, "use") === fixedFrame ? `${offer}.frame` : offer;
}

/** Whether a body may touch a line; without a name whether any does. */
export function touchesLine(model: ModelText, body?: string): boolean {
  return Object.values(model.members("components")).some((component) => {
    const { use, between } = (component ?? {}) as {
      use?: unknown;
      between?: Record<string, unknown>;
    };
    const isContact = typeof use === "string" && /^porthos:(disc|box|point)-on-line$/.test(use);
    return isContact && (body === undefined || componentOf(String(between?.["b"])) === body);
  });
}

/** The body to which something at a target would be fixed; "" where there is none. */
export function bodyAt({ node, line, area }: Target): string {
  if (node) return firmest(node)?.body ?? "";
  if (line?.thing.kind === "rod") return line.thing.name;
  return line?.thing.kind === "floor" ? "ground" : (area ?? "");
}

/** The body that something at a target acts on: of those that meet there the first that moves. */
export function moverAt(drawing: Drawing, target: Target): string {
  const side = target.node?.sides.find(({ body }) => body !== "ground");
  if (side) return side.body;
  const body = target.node ? "" : bodyAt(target);
  return body === "ground" ? "" : body;
}

/** The offer at the centre of a body. */
export function centerOf(model: ModelText, body: string): string {
  return model.at("components", body, "use") === "porthos:planar-rod" ? `${body}.center` : body;
}

/** A side of a node whose body is not the ground. */
export function movingSide(sides: readonly Side[]): Side | undefined {
  return sides.find(({ body }) => body !== "ground");
}
