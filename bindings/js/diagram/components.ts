import type { Draft, End } from "./draft.js";
import { parseFormula, valueOf } from "./formula.js";
import type { BoxKind, Diagram } from "./graph.js";
import { asMembers, isMembers, type Json, type Members, type System } from "./system.js";

/** More copies of a component than this are one box. */
const mostCopies = 24;

/** A component, or one of several with an index. */
export interface Component {
  readonly name: string;
  readonly text: Members;
  /** JSON Pointers, of the component and of its own text. */
  readonly part: string;
  readonly place: string;
  /** Its key in the text, before an index. */
  readonly key: string;
  /** Values of the letters of `for`. */
  readonly letters: ReadonlyMap<string, number>;
  readonly between: Members;
}

/** All components of a text, each copy by itself where there are few. */
export function componentsOf(system: System): Component[] {
  return Object.entries(system.members("components")).flatMap(([key, value]): Component[] => {
    const given = asMembers(value);
    const [text, place] = textOf(system, key, given);
    const base = {
      text,
      part: system.at("components", key),
      place,
      key,
      between: asMembers(given["between"]),
    };
    const range = rangeOf(given, system.numbers());
    if (!range) return [{ ...base, name: key, letters: system.numbers() }];
    const { letter, first, last } = range;
    if (!(last - first < mostCopies))
      return [{ ...base, name: `${key}[…]`, letters: system.numbers() }];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
      ...base,
      name: `${key}[${first + index}]`,
      letters: new Map([...system.numbers(), [letter, first + index]]),
    }));
  });
}

function rangeOf(given: Members, numbers: ReadonlyMap<string, number>) {
  const value = (formula: Json): number => valueOf(parseFormula(String(formula)), numbers);
  if (given["count"] !== undefined) return { letter: "", first: 1, last: value(given["count"]) };
  const [entry] = Object.entries(asMembers(given["for"]));
  if (!entry || !Array.isArray(entry[1])) return undefined;
  const [first, last] = entry[1] as Json[];
  return { letter: entry[0], first: value(first), last: value(last) };
}

function textOf(system: System, key: string, given: Members): [Members, string] {
  if (isMembers(given["model"])) return [given["model"], system.at("components", key, "model")];
  const use = typeof given["use"] === "string" ? given["use"] : "";
  const file = system.files[use];
  try {
    const text: Json = typeof file === "string" ? JSON.parse(file.replace(/^\uFEFF/, "")) : file;
    return [asMembers(text), `${use}#`];
  } catch {
    return [{}, `${use}#`];
  }
}

/** "link[i+1].tail" as ["link[2]", "tail"], by the components that there are. */
export function splitPath(
  path: string,
  letters: ReadonlyMap<string, number>,
  all: readonly Component[],
): [string, string] {
  const [, key = path, index, rest = ""] =
    /^([^.[]+)(?:\[([^\]]*)\])?(?:\.(.*))?$/.exec(path) ?? [];
  if (index === undefined) return [all.some(({ name }) => name === key) ? key : `${key}[…]`, rest];
  const name = `${key}[${valueOf(parseFormula(index), letters)}]`;
  return [all.some((one) => one.name === name) ? name : `${key}[…]`, rest];
}

/** What a component is as a whole, and whether there is something to see in it. */
export function kindOf(inside: Diagram, text: Members): { kind: BoxKind; opens: boolean } {
  const kinds = new Set(inside.boxes.map(({ kind }) => kind));
  const [only] = inside.boxes;
  const opens = inside.boxes.length > 1;
  if (!only) return { kind: "reversible", opens: false };
  if (kinds.size === 1 && kinds.has("reversible"))
    return { kind: isProcess(text) ? "irreversible" : "reversible", opens };
  return { kind: opens ? "composite" : only.kind, opens };
}

/** A skew matrix that depends on what it couples, one port of it thermal: entropy is made (Onsager's form). */
function isProcess(text: Members): boolean {
  const units = Object.values(asMembers(text["ports"])).map((port) => asMembers(port)["flow_unit"]);
  const velocities = Object.keys(asMembers(text["velocities"]));
  const entries = JSON.stringify(text["gyroscopic"] ?? "");
  const depends = velocities.some((name) => new RegExp(`\\b${name}\\b`).test(entries));
  return units.length > 1 && units.includes("K") && depends;
}

/** Adds a component's box. `ends` are what others have tied to it. */
export function addComponent(
  draft: Draft,
  scope: string,
  component: Component,
  inside: Diagram,
  ends: readonly End[],
): void {
  const { kind, opens } = kindOf(inside, component.text);
  const { name, part } = component;
  const within = opens ? [] : inside.boxes.flatMap(({ parts }) => parts);
  const symbols = inside.boxes.flatMap((box) => box.symbols);
  const isEmpty = Object.keys(component.text).length === 0; // its text is not at hand
  draft.box(
    {
      ...{ key: name, name, parts: [part, ...within], kind: isEmpty ? "composite" : kind },
      symbols: [`${scope}${name}`, ...new Set(symbols)],
      ...(isEmpty ? {} : { accounts: inside.accounts }),
      ...(opens ? { inside } : {}),
    },
    ends,
  );
}
