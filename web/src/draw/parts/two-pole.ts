import { addElement, drawnAt, withPrefix } from "../circuit";
import { element } from "../circuit-symbols";
import type { Field } from "../field";
import { declaredBy } from "../../models/library";
import { elementLabel } from "../../words/element-labels";
import { listOf, type ModelText } from "../model-text";
import { awayFromLine, middle } from "../numbers";
import { shownValue } from "../shown";
import { line } from "../symbols";
import type { CircuitKind, TwoPole } from "../things";
import { drawnElement, earthsOf, textAt } from "./drawn-element";
import { heatAt } from "./heat-place";
import type { Paper, Part, Tool } from "./part";

type Symbol = Parameters<typeof element>[2];

interface Kind<K extends CircuitKind> {
  readonly kind: K;
  readonly element: string;
  /** The parameters that the inspector shows first; the drawing shows the first one. */
  readonly first: readonly string[];
  readonly unit: string;
  readonly symbol: Symbol;
  /** The symbol of ANSI, where that is another. */
  readonly ansi?: Symbol;
  /** It drives the shaft of a body. */
  readonly hasShaft?: boolean;
  /** A source: the port whose input is its value where that depends on time, and whether the input is a flow. */
  readonly source?: { readonly port: string; readonly isFlow: boolean };
  /** A letter in the symbol. */
  readonly letter?: string;
  /** A voltmeter carries no current. */
  readonly carries?: "nothing";
  /** Its heat goes to a body. */
  readonly hasHeat?: boolean;
}

/** An element of a circuit between two nodes. */
export function twoPole<K extends CircuitKind>(kind: Kind<K>): Part<K> {
  const part: Part<CircuitKind> = {
    ...drawnElement,
    kinds: [kind.kind],
    elements: [`porthos:${kind.element}`],
    first: kind.first,
    read(reader, name) {
      const [shape] = listOf(
        reader.model.at("view", "bodies", String(drawnAt(reader.model, name)), "shapes"),
      );
      const [from, to] = [reader.place(shape?.["from"]), reader.place(shape?.["to"])];
      const shaft = kind.hasShaft ? reader.side(name, "shaft") : undefined;
      const heats = kind.hasHeat ? heatAt(reader, reader.between(name, "body")) : undefined;
      if (!from || !to || shaft === null || heats === null) return null;
      const [first = ""] = kind.first;
      const driven = kind.source && inputOf(reader.model, name, kind.source.port);
      const value = driven === undefined ? reader.number(name, first) : undefined;
      const given = String(driven ?? reader.given(name, first) ?? "");
      return {
        ...{ kind: kind.kind, name },
        ends: [
          { net: reader.between(name, "a"), place: from },
          { net: reader.between(name, "b"), place: to },
        ],
        label: kind.unit === "" ? "" : value === undefined ? given : withPrefix(value, kind.unit),
        ...(shaft ? { shaft } : {}),
        ...(heats ? { heats } : {}),
      };
    },
    fields: (model, { name }) => sourceFields(model, name, kind),
    place: ({ ends: [a, b] }) => middle(a.place, b.place),
    away: ({ ends: [a, b] }, place) => awayFromLine(a.place, b.place, place),
    paint: (thing, paper) => paintTwoPole(thing, paper, kind),
    branches: ({ name, ends: [a, b] }) => [
      { ends: [a, b], current: (value) => currentIn(value, name, kind) },
    ],
  };
  return part as unknown as Part<K>;
}

/** The value of a source's input; undefined where it has none. */
function inputOf(model: ModelText, name: string, port: string): unknown {
  const { flow } = model.members("inputs", `${name}.${port}`);
  return flow ?? model.at("inputs", `${name}.${port}`);
}

/** The value of a source: a parameter, or an input where it depends on time. */
function sourceFields(
  model: ModelText,
  name: string,
  { source, first: [parameter = ""], element: use, unit }: Kind<CircuitKind>,
): readonly Field[] {
  const driven = source && inputOf(model, name, source.port);
  const declared = declaredBy(`porthos:${use}`).find((one) => one.name === parameter);
  const given = model.at("components", name, "parameters", parameter);
  const isKnob = typeof given === "string" && model.at("parameters", given) !== undefined;
  if (!source || !declared || isKnob) return [];
  const input = ["inputs", `${name}.${source.port}`];
  return [
    {
      ...{ id: parameter, group: "main", label: elementLabel(declared.label), unit },
      value: shownValue(driven ?? given ?? declared.value),
      set(edited, to) {
        const path = ["components", name, "parameters", parameter];
        if (/\bt\b/.test(String(to))) {
          if (edited.at(...path) !== undefined) edited.remove(path);
          return edited.set(input, source.isFlow ? { flow: to } : to);
        }
        if (edited.at(...input) !== undefined) edited.remove(input, 0);
        edited.set(path, to);
      },
    },
  ];
}

/** The current from a to b. That of a source is the effort of its port, which it supplies to a. */
function currentIn(
  value: (column: string) => number,
  name: string,
  { source, carries }: Kind<CircuitKind>,
): number {
  if (carries === "nothing") return 0;
  return source ? -value(`${name}.${source.port}.effort`) : value(`${name}.current`);
}

function paintTwoPole(
  { ends, label, shaft, heats }: TwoPole,
  paper: Paper,
  { symbol, ansi, letter }: Kind<CircuitKind>,
): readonly SVGElement[] {
  const { at, standard } = paper;
  const [from, to] = [at(ends[0].place), at(ends[1].place)];
  const centre = middle(from, to);
  const { x, y } = centre;
  const isUpright = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
  return [
    ...(shaft ? [line("board-shaft", at(shaft.place), centre)] : []),
    ...(heats ? [line("board-heat-link", at(heats.place), centre)] : []),
    ...element(from, to, standard === "ANSI" && ansi ? ansi : symbol),
    ...(letter ? [textAt("board-letter", letter, x, y + 5)] : []),
    isUpright
      ? textAt("board-value", label, x + 21, y + 5, "start")
      : textAt("board-value", label, x, y - 20),
    ...earthsOf(ends, paper),
  ];
}

interface ToolOf<Id extends string> {
  readonly id: Id;
  readonly key: string;
  readonly element: string;
  readonly base: string;
  readonly icon: string;
  /** What a new one has instead of the defaults of its element. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** The tool for an element between two places. */
export function twoPoleTool<Id extends string>({
  element: use,
  base,
  parameters,
  ...tool
}: ToolOf<Id>): Tool<Id> {
  return {
    ...{ ...tool, places: 2, group: "circuit", domain: "circuit", preview: "line" },
    use: (model, _drawing, places) => addElement(model, base, use, places, {}, parameters),
  };
}
