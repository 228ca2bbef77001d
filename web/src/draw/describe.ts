import { say } from "../words/drawing";
import { angleOf, distance, minus, type Vec } from "./numbers";
import type { Target } from "./target";
import { firmest, type Node, type Thing } from "./things";

/** A thing in words. */
export function nameOf({ kind, name }: Thing): string {
  const word = say.kind[kind];
  const [, stem = name, number = ""] = /^(.+?)_?(\d*)$/.exec(name) ?? [];
  if (stem === word.toLowerCase()) return name;
  const isPlain = word.toLowerCase().endsWith(` ${stem}`);
  return isPlain ? `${word} ${number}`.trim() : say.part(word, name);
}

/** A place in words. */
export function describePlace({ place, node, line, area }: Target): string {
  const on = node ? offersOf(node) : (line?.thing.name ?? area ?? "");
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
