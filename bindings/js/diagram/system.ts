import { namesOf, parseFormula, valueOf, type Formula } from "./formula.js";

/** A JSON value of a model's text. */
export type Json = unknown;

/** An object of a model's text. */
export type Members = { readonly [key: string]: Json };

/** What something in a formula is. */
export type Meaning =
  | { readonly kind: "position" | "velocity"; readonly name: string }
  | { readonly kind: "side"; readonly name: string; readonly quantity: string }
  | { readonly kind: "component"; readonly name: string; readonly rest: string }
  | { readonly kind: "parameter"; readonly name: string }
  | { readonly kind: "time" };

/** One text of a model: the outermost one or that of a component. */
export class System {
  readonly positions: readonly string[];
  readonly velocities: readonly string[];
  readonly components: readonly string[];
  readonly #known = new Map<string, Set<string>>();

  constructor(
    readonly text: Members,
    /** Names of the components around it, each with a dot. */
    readonly scope: string,
    /** JSON Pointer to the text. */
    readonly place: string,
    /** Other texts by the names that `use` gives. */
    readonly files: { readonly [name: string]: string | object | undefined },
  ) {
    this.positions = Object.keys(this.members("positions"));
    this.velocities = Object.keys(this.members("velocities"));
    this.components = Object.keys(this.members("components"));
  }

  /** An object of the text; empty where there is none. */
  members(key: string): Members {
    return asMembers(this.text[key]);
  }

  /** Where something of this text stands. */
  at(...steps: (string | number)[]): string {
    const escaped = steps.map((step) => String(step).replace(/~/g, "~0").replace(/\//g, "~1"));
    return [this.place, ...escaped].join("/");
  }

  /** What names in a formula, or in several, stand for; definitions are written out. */
  meanings(formulas: Json): Meaning[] {
    const names = new Set<string>();
    for (const formula of formulasOf(formulas)) this.#collect(parseFormula(formula), names);
    return [...names].flatMap((name) => this.#meaning(name));
  }

  /** As `meanings`, of a formula that has been read. */
  meaningsOf(formula: Formula): Meaning[] {
    const names = new Set<string>();
    this.#collect(formula, names);
    return [...names].flatMap((name) => this.#meaning(name));
  }

  /** Numbers that parameters have by the text. */
  numbers(): Map<string, number> {
    const found = new Map<string, number>();
    for (const [name, given] of Object.entries(this.members("parameters"))) {
      const value = isMembers(given) ? (given["value"] ?? given["formula"]) : given;
      if (typeof value === "number" || typeof value === "string")
        found.set(name, valueOf(parseFormula(String(value)), found));
    }
    return found;
  }

  #collect(formula: Formula, into: Set<string>): void {
    for (const name of namesOf(formula)) {
      const definition = this.members("definitions")[name.replace(/(\.\d+)+$/, "")];
      if (definition === undefined || this.components.includes(name)) into.add(name);
      else for (const used of this.#definition(name.replace(/(\.\d+)+$/, ""))) into.add(used);
    }
  }

  #definition(name: string): Set<string> {
    const known = this.#known.get(name);
    if (known) return known;
    const names = new Set<string>();
    this.#known.set(name, names); // a circle ends here; the engine refuses it
    for (const formula of formulasOf(this.members("definitions")[name]))
      this.#collect(parseFormula(formula), names);
    return names;
  }

  #meaning(name: string): Meaning[] {
    const [, within = "", inner = name] = /^(effort|momentum|rate)\((.*)\)$/.exec(name) ?? [];
    if (name.startsWith("multiplier(")) return [];
    const own = inner.replace(/(\.\d+)+$/, "");
    if (this.positions.includes(own))
      return [{ kind: "position", name: within === "effort" ? `effort(${own})` : own }];
    if (this.velocities.includes(own)) return [{ kind: "velocity", name: own }];
    const [head = "", ...rest] = inner.split(/\.(?![^[]*\])/);
    if (head in this.members("between"))
      return [{ kind: "side", name: head, quantity: rest[0] ?? "" }];
    const component = head.replace(/\[.*\]$/, "");
    if (rest.length > 0 && this.components.includes(component))
      return [{ kind: "component", name: head, rest: rest.join(".").replace(/(\.\d+)+$/, "") }];
    if (own in this.members("parameters") || own in this.members("environment"))
      return [{ kind: "parameter", name: own }];
    return name === "t" ? [{ kind: "time" }] : [];
  }
}

/** A value as an object; empty where it is none. */
export function asMembers(value: Json): Members {
  return isMembers(value) ? value : {};
}

/** Whether a value is an object. */
export function isMembers(value: Json): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All formulas of a value: a number or text, or arrays of them. */
export function formulasOf(value: Json): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(formulasOf);
  return [];
}

/** The formula of what may also be an object with one. */
export function formulaOf(value: Json): Json {
  return isMembers(value) ? value["formula"] : value;
}

/** How many numbers a state has. */
export function sizeOf(state: Json, numbers: ReadonlyMap<string, number>): number {
  const { size, start } = isMembers(state) ? state : { size: undefined, start: state };
  const dimensions = Array.isArray(size) ? (size as Json[]) : size === undefined ? [] : [size];
  if (dimensions.length > 0)
    return dimensions.reduce<number>(
      (product, one) => product * (valueOf(parseFormula(String(one)), numbers) || 1),
      1,
    );
  if (Array.isArray(start)) return Math.max(1, start.flat().length);
  const list = typeof start === "string" ? parseFormula(start) : undefined;
  return list?.kind === "call" && list.name === "list" ? Math.max(1, list.args.length) : 1;
}
