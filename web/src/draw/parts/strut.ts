import { pointAt } from "../attach";
import type { ModelText } from "../model-text";
import { freshName } from "../names";
import { awayFromLine, distance, middle, rounded, type Vec } from "../numbers";
import type { Target } from "../target";
import { s } from "../svg";
import type { Strut } from "../things";
import type { Part } from "./part";

/** Springs and dampers: a symbol between two points. */
export function strutPart(
  kind: Strut["kind"],
  first: readonly string[],
  symbol: (from: Vec, to: Vec) => string,
): Part<Strut["kind"]> {
  return {
    kinds: [kind],
    elements: [`porthos:${kind}`],
    first,
    read(reader, name) {
      const sides = reader.sides(name, "a", "b");
      return sides && { kind, name, sides };
    },
    place: ({ sides: [a, b] }) => (a && b ? middle(a.place, b.place) : { x: 0, y: 0 }),
    away: ({ sides: [a, b] }, place) => (a && b ? awayFromLine(a.place, b.place, place) : Infinity),
    paint({ sides: [a, b] }, { at }) {
      if (!a || !b) return [];
      const d = symbol(at(a.place), at(b.place));
      return [s("path", { class: "board-halo", d }), s("path", { class: "board-strut", d })];
    },
  };
}

/** A spring or a damper. An end on nothing gets a fixed point of the ground. */
export function addStrut(model: ModelText, kind: Strut["kind"], from: Target, to: Target): string {
  const a = pointAt(model, from);
  const b = pointAt(model, to);
  const name = freshName(model, kind);
  const rest = { parameters: { rest: rounded(distance(from.place, to.place)) } };
  model.set(["components", name], {
    ...{ use: `porthos:${kind}`, between: { a, b } },
    ...(kind === "spring" ? rest : {}),
  });
  return name;
}
