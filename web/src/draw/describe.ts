import { say } from "../words/drawing";
import { firmest } from "./nodes";
import { angleOf, distance, minus, type Vec } from "./numbers";
import type { Target } from "./snap";
import type { Node, Thing } from "./things";

/** A thing in words. */
export function nameOf({ kind, name }: Thing): string {
  return say.part(say.kind[kind], name);
}

/** A place in words. */
export function describePlace({ place, node, line }: Target): string {
  const on = node ? offersOf(node) : (line?.thing.name ?? "");
  return say.at(shownPlace(place.x), shownPlace(place.y), on);
}

function offersOf(node: Node): string {
  const ground = firmest(node)?.offer === "ground" ? ["ground"] : [];
  const bodies = node.sides.map(({ offer }) => offer).filter((offer) => offer !== "ground");
  return [...ground, ...bodies].join(", ");
}

/** A coordinate, m, in words. */
export function shownPlace(x: number): string {
  return String(Number(x.toFixed(4)) + 0);
}

/** The length, m, and the angle, degrees, of the line that is being drawn. */
export function measureOf(
  from: Vec,
  to: Vec,
): { readonly length: number; readonly degrees: number } {
  return { length: distance(from, to), degrees: (angleOf(minus(to, from)) * 180) / Math.PI };
}
