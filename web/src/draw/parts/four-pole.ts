import { drawnAt, netAt } from "../circuit";
import { element } from "../circuit-symbols";
import { listOf, type ModelText } from "../model-text";
import { freshName } from "../names";
import { awayFromLine, dot, middle, minus, pair } from "../numbers";
import { s } from "../svg";
import type { Target } from "../target";
import type { FourPoleKind, Terminal, TwoPole } from "../things";
import { drawnElement, earthsOf, pairsOf, textAt } from "./drawn-element";
import type { Paper, Part, Tool } from "./part";

const sides = ["a", "b", "c", "d"] as const;

interface Kind<K extends FourPoleKind> {
  readonly kind: K;
  readonly parameter: string;
  readonly unit: string;
  readonly symbol: Parameters<typeof element>[2];
  /** The current from c to d. */
  second(value: (column: string) => number, thing: TwoPole): number;
}

/** An element of a circuit between two pairs of nodes, a to b and c to d: the view has a rod for each. */
export function fourPole<K extends FourPoleKind>(kind: Kind<K>): Part<K> {
  const part: Part<FourPoleKind> = {
    ...(drawnElement as Part<FourPoleKind>),
    kinds: [kind.kind],
    elements: [`porthos:${kind.kind}`],
    first: [kind.parameter],
    read(reader, name) {
      const body = ["view", "bodies", String(drawnAt(reader.model, name)), "shapes"];
      const shapes = listOf(reader.model.at(...body));
      const places = shapes.flatMap(({ from, to }) => [reader.place(from), reader.place(to)]);
      const ends = sides.flatMap((side, index): Terminal[] => {
        const place = places[index];
        return place ? [{ net: reader.between(name, side), place }] : [];
      });
      const [a, b, ...more] = ends;
      if (!a || !b || more.length !== 2) return null;
      const value = reader.number(name, kind.parameter);
      const shown = value === undefined ? reader.given(name, kind.parameter) : value;
      const label = `${kind.parameter} = ${String(shown)} ${kind.unit}`.trim();
      const ratio = value === undefined ? {} : { ratio: value };
      return { kind: kind.kind, name, ends: [a, b, ...more], label, ...ratio };
    },
    place: ({ ends }) => centreOf(ends),
    away: ({ ends }, place) =>
      Math.min(...pairsOf(ends).map(([a, b]) => awayFromLine(a.place, b.place, place))),
    paint: (thing, paper) => paintFourPole(thing, paper, kind),
    branches: (thing) => {
      const { name } = thing;
      const [first, second] = pairsOf(thing.ends);
      return first && second
        ? [
            { ends: first, current: (value) => value(`${name}.current`) },
            { ends: second, current: (value) => kind.second(value, thing) },
          ]
        : [];
    },
  };
  return part as unknown as Part<K>;
}

function centreOf(ends: TwoPole["ends"]) {
  const [first, second] = pairsOf(ends).map(([a, b]) => middle(a.place, b.place));
  return first && second ? middle(first, second) : ends[0].place;
}

function paintFourPole(
  { ends, label }: TwoPole,
  paper: Paper,
  { symbol }: Kind<FourPoleKind>,
): readonly SVGElement[] {
  const { at } = paper;
  const { x, y } = at(centreOf(ends));
  const [one, other] = pairsOf(ends).map(([a, b]) => at(middle(a.place, b.place)));
  const link = one && other ? `M${one.x} ${one.y}L${other.x} ${other.y}` : "";
  return [
    s("path", { class: "board-coupling", d: link }),
    ...pairsOf(ends).flatMap(([a, b]) => {
      const [from, to] = [at(a.place), at(b.place)];
      // The arcs of a symbol are on the left of its direction: they face the other side.
      const facing = minus({ x, y }, middle(from, to));
      const isFacing = dot({ x: to.y - from.y, y: from.x - to.x }, facing) >= 0;
      return isFacing ? element(from, to, symbol) : element(to, from, symbol);
    }),
    textAt("board-value", label, x, y - 26),
    ...earthsOf(ends, paper),
  ];
}

/** The tool for an element between four places. */
export function fourPoleTool<Id extends FourPoleKind>(id: Id, key: string, icon: string): Tool<Id> {
  return {
    ...{ id, key, icon, places: 4, group: "circuit", domain: "circuit", preview: "line" },
    use: (model, _drawing, places) => addFourPole(model, id, places),
  };
}

function addFourPole(model: ModelText, kind: FourPoleKind, places: readonly Target[]): string {
  const [from, to, from2, to2] = places;
  if (!from || !to || !from2 || !to2) return "";
  const nets = places.map((place) => netAt(model, place));
  const name = freshName(model, kind);
  model.set(["components", name], {
    use: `porthos:${kind}`,
    between: Object.fromEntries(sides.map((side, index) => [side, nets[index]])),
  });
  const rod = (one: Target, other: Target): object => {
    return { type: "rod", from: pair(one.place), to: pair(other.place), radius: 0.006 };
  };
  const shapes = [rod(from, to), rod(from2, to2)];
  model.append(["view", "bodies"], { name, role: "frame", shapes });
  return name;
}
