import { moverAt, centerOf } from "../attach";
import { bodyNamed, type Drawing, type Drive } from "../things";
import type { ModelText } from "../model-text";
import { freshName } from "../names";
import type { Reader } from "../reader";
import type { Target } from "../target";
import { rounded } from "../numbers";
import { drawnRadius } from "./body";
import type { Refusal } from "./part";

/** Reads a gear or a belt between two bodies. */
export function readDrive<K extends Drive["kind"]>(
  kind: K,
  reader: Reader,
  name: string,
): (Drive & { readonly kind: K }) | null {
  const sides = reader.sides(name, "a", "b");
  if (!sides) return null;
  const [a, b] = sides.map(({ body }) => drawnRadius(reader, body) ?? 0.05);
  const ratio = kind === "gear" ? reader.number(name, "n") : undefined;
  const drive = { kind, name, sides, radii: [a ?? 0, b ?? 0] as const };
  return ratio === undefined ? drive : { ...drive, ratio };
}

/** A drive needs two discs. */
export function refuseDrive(drawing: Drawing, [from, to]: readonly Target[]): Refusal | null {
  return from && to && discsAt(drawing, from, to) ? null : "needsDiscs";
}

export function addDrive(
  model: ModelText,
  drawing: Drawing,
  kind: Drive["kind"],
  [from, to]: readonly Target[],
): string {
  const discs = from && to && discsAt(drawing, from, to);
  if (!discs) return "";
  const [a, b] = discs;
  const name = freshName(model, kind);
  const parameters =
    kind === "gear"
      ? { n: rounded(-b.radius / a.radius, 9) }
      : { radius_a: a.radius, radius_b: b.radius };
  model.set(["components", name], {
    ...{ use: `porthos:${kind}`, parameters },
    between: { a: centerOf(model, a.name), b: centerOf(model, b.name) },
  });
  return name;
}

function discsAt(drawing: Drawing, from: Target, to: Target) {
  const [a, b] = [from, to].map((target) => bodyNamed(drawing, moverAt(drawing, target)));
  return a?.kind === "disc" && b?.kind === "disc" && a !== b ? ([a, b] as const) : null;
}
