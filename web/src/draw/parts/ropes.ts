import { moverAt, pointAt } from "../attach";
import { setNumber } from "../change-values";
import type { ModelText } from "../model-text";
import { freshName } from "../names";
import { awayFromLine, distance, middle, ropeLength, type Vec } from "../numbers";
import type { Target } from "../target";
import { s } from "../svg";
import { disc, path } from "../symbols";
import { sidesOf, type Drawing, type Rope } from "../things";
import type { Part, Refusal } from "./part";

interface RopeKind<K extends Rope["kind"]> {
  readonly kind: K;
  readonly first: readonly string[];
  /** The sides of the element, in the order in which they are clicked. */
  readonly sides: readonly string[];
  /** The stretches of the rope, by the sides at their ends; and the parameter with how often the first one is there. */
  readonly strands: readonly (readonly [number, number])[];
  readonly count?: string;
  /** Sides at which there is a pulley. */
  readonly pulleys: readonly number[];
}

/** A rope along some points. */
export function ropePart<K extends Rope["kind"]>(rope: RopeKind<K>): Part<K> {
  const strandsOf = (thing: Rope): readonly (readonly [Vec, Vec])[] =>
    rope.strands.flatMap(([from, to]) => {
      const [a, b] = [thing.sides[from], thing.sides[to]];
      return a && b ? [[a.place, b.place] as const] : [];
    });
  const part: Part<Rope["kind"]> = {
    kinds: [rope.kind],
    elements: [`porthos:${rope.kind}`],
    first: rope.first,
    read(reader, name) {
      const sides = reader.sides(name, ...rope.sides);
      const length = reader.number(name, "length");
      if (!sides || length === undefined) return null;
      const count = rope.count === undefined ? 1 : (reader.number(name, rope.count) ?? 1);
      const reach = rope.strands.reduce((sum, [from, to], index) => {
        const [a, b] = [sides[from], sides[to]];
        return sum + (index === 0 ? count : 1) * (a && b ? distance(a.place, b.place) : 0);
      }, 0);
      return { kind: rope.kind, name, sides, length, reach };
    },
    follow(model, before, after) {
      const isTaut = Math.abs(before.reach - before.length) < 1e-6;
      if (!isTaut && after.reach <= after.length) return;
      if (after.reach < 1e-6) return; // its ends meet: a rope has a length
      setNumber(model, ["components", after.name, "parameters", "length"], ropeLength(after.reach));
    },
    place(thing) {
      const [first] = strandsOf(thing);
      return first ? middle(...first) : { x: 0, y: 0 };
    },
    away: (thing, place) =>
      Math.min(...strandsOf(thing).map(([from, to]) => awayFromLine(from, to, place))),
    paint(thing, { at }) {
      const sides = sidesOf(thing);
      const d = strandsOf(thing)
        .map(([from, to]) => path([at(from), at(to)]))
        .join("");
      const wheels = rope.pulleys.flatMap((index) => {
        const side = sides[index];
        return side ? [disc("board-pulley", at(side.place), 8)] : [];
      });
      return [
        s("path", { class: "board-halo", d }),
        ...wheels,
        s("path", { class: "board-rope", d }),
      ];
    },
  };
  return part as unknown as Part<K>;
}

/** A taut rope. An end on nothing gets a fixed point of the ground. */
export function addRope(
  model: ModelText,
  kind: Rope["kind"],
  sides: readonly string[],
  places: readonly Target[],
  length: number,
): string {
  const between = Object.fromEntries(
    sides.map((side, index) => [side, pointAt(model, places[index] ?? { place: { x: 0, y: 0 } })]),
  );
  const name = freshName(model, kind === "tackle" ? "tackle" : "rope");
  model.set(["components", name], {
    ...{ use: `porthos:${kind}`, between, parameters: { length: ropeLength(length) } },
  });
  return name;
}

/** A rope holds a body, and not by its own. */
export function refuseRope(drawing: Drawing, places: readonly Target[]): Refusal | null {
  const bodies = new Set(places.map((target) => moverAt(drawing, target)));
  return bodies.size > 1 ? null : "needsBody";
}

/** The length of the way along some places, m. */
export function wayAlong(places: readonly Target[]): number {
  return places.slice(1).reduce((sum, { place }, index) => {
    return sum + distance(place, places[index]?.place ?? place);
  }, 0);
}
