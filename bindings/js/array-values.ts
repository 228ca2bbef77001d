// Values for individual components of an array of components, written as a formula of their index.
import { asObject, withKey, type Found, type JsonObject } from "./json-object.js";

/** A value for one component of an array. */
interface Given {
  /** The text with the array, the name of the component, and the common value in the text. */
  readonly text: JsonObject;
  readonly word: string;
  readonly found: Found;
  readonly index: number;
  /** The prefix of the text's component names, from outside. */
  readonly prefix: string;
  readonly key: string;
  readonly own: string;
  readonly value: number;
  /** The values of all components without the options, by their names from outside. */
  readonly known: ReadonlyMap<string, number>;
}

/** Collects such values and writes them together. */
export class Arrays {
  readonly #groups = new Map<string, Given[]>();

  add(given: Given): void {
    const { prefix, word, key, own } = given;
    const name = `${prefix}${word.replace(/\[.*$/, "")} ${key} ${own}`;
    this.#groups.set(name, [...(this.#groups.get(name) ?? []), given]);
  }

  write(): void {
    for (const group of this.#groups.values()) writeGroup(group);
  }
}

function writeGroup(group: readonly Given[]): void {
  const [first] = group;
  if (!first) return;
  const { text, word, prefix, key, own, known } = first;
  const name = word.replace(/\[.*$/, "");
  const components = asObject(text["components"]);
  let use = asObject(components[name]);
  if (use["count"] !== undefined) {
    const range = { [freeName(text, use)]: [1, use["count"]] };
    use = withKey(use, "count", "for", range);
  }
  const [index = ""] = Object.keys(asObject(use["for"]));
  const given = asObject(use[key]);
  const old = asObject(given[own])["value"] ?? given[own];
  const values = new Map<number, string>();
  if (old === undefined)
    for (const [full, value] of known) {
      const [, at] =
        full.startsWith(`${prefix}${name}[`) && full.endsWith(`].${own}`)
          ? (/^(\d+)\]/.exec(full.slice(prefix.length + name.length + 1)) ?? [])
          : [];
      if (at !== undefined) values.set(Number(at), String(value));
    }
  for (const { index: at, value } of group) values.set(at, String(value));
  const ordered = [...values].sort(([one], [other]) => one - other);
  const formula =
    old === undefined
      ? halved(ordered, index)
      : ordered.reduceRight(
          (rest, [at, value]) => `if(${index} == ${at}, ${value}, ${rest})`,
          String(old),
        );
  components[name] = { ...use, [key]: { ...given, [own]: formula } };
}

/** A formula that gives these values for an index, with few nested brackets. */
function halved(values: readonly (readonly [number, string])[], index: string): string {
  const [first] = values;
  if (values.length === 1 && first) return first[1];
  const half = values.length >> 1;
  const border = values[half - 1]?.[0] ?? 0;
  return `if(${index} <= ${border}, ${halved(values.slice(0, half), index)}, ${halved(values.slice(half), index)})`;
}

/** An index name that the text does not use. */
function freeName(text: JsonObject, use: JsonObject): string {
  const taken = JSON.stringify([text["parameters"], text["environment"], text["definitions"], use]);
  let name = "i";
  while (new RegExp(`\\b${name}\\b`).test(taken)) name += "_";
  return name;
}
