import { findPlaces, type Range } from "./pointer";

/** Keys under which a name is declared, or given a value. */
const declared =
  /\/(parameters|environment|positions|velocities|definitions|start|kinematics|dissipation|outputs|invariants)\/[^/]*$/;
/** Values that are not formulas. */
const words =
  /(^|\/)(unit|\w+_unit|label|name|source|description|type|role|kind|method|use|interface|\$schema)$/;

/** Whether the text at a JSON Pointer is a formula. */
export function isFormula(pointer: string): boolean {
  return !words.test(pointer) && !/\/(between|ports)\/[^/]*$/.test(pointer);
}

/**
 * The places where a model text names a symbol: its declaration, and formulas. Dotted names belong
 * to components. JSON Pointers, separated by spaces, are themselves places.
 */
export function mentions(text: string, symbol: string): readonly Range[] {
  if (symbol.includes("/")) return placesAt(text, symbol.split(" "));
  const found: Range[] = [];
  for (const [pointer, { key, value }] of findPlaces(text)) {
    if (key && declared.test(pointer) && symbolAt(pointer) === symbol)
      found.push({ from: key.from + 1, to: key.to - 1 });
    if (text[value.from] !== '"' || words.test(pointer)) continue;
    const scope = componentsOf(pointer, /\/components\/([^/]*)\/model(?=\/)/g);
    if (!symbol.startsWith(scope)) continue;
    const name = symbol.slice(scope.length);
    const formula = new RegExp(
      `(?<![\\p{L}\\p{M}\\p{N}_.])${escaped(name)}(?!\\.?[\\p{L}\\p{M}\\p{N}_])`,
      "gu",
    );
    for (const { index } of text.slice(value.from, value.to).matchAll(formula))
      found.push({ from: value.from + index, to: value.from + index + name.length });
  }
  return found.sort((one, other) => one.from - other.from);
}

/** The symbol that is declared at a place. */
function symbolAt(pointer: string): string {
  const own = pointer.slice(pointer.lastIndexOf("/") + 1);
  return componentsOf(pointer, /\/components\/([^/]*)/g) + own;
}

/** The names of the components around a place, each with a dot. */
function componentsOf(pointer: string, pattern: RegExp): string {
  return Array.from(pointer.matchAll(pattern), ([, name]) => `${name}.`).join("");
}

/** The name at a place of the text; null if there is none. */
export function nameAt(text: string, at: number): string | null {
  const before = /[\p{L}\p{M}\p{N}_.]*$/u.exec(text.slice(Math.max(0, at - 80), at))?.[0] ?? "";
  const after = /^[\p{L}\p{M}\p{N}_.]*/u.exec(text.slice(at, at + 80))?.[0] ?? "";
  return before + after || null;
}

function escaped(name: string): string {
  return name.replace(/[.*+^${}()|[\]\\]/g, "\\$&");
}

/** The keys at JSON Pointers, and their values if these are on one line. */
function placesAt(text: string, pointers: readonly string[]): readonly Range[] {
  const places = findPlaces(text);
  return pointers
    .flatMap((pointer): Range[] => {
      const place = places.get(pointer);
      if (!place) return [];
      const { key = place.value, value } = place;
      const isLine = !text.slice(value.from, value.to).includes("\n");
      return [{ from: key.from, to: isLine ? value.to : key.to }];
    })
    .sort((one, other) => one.from - other.from);
}

/** The JSON Pointer to the value at a place of the text; null for the text as a whole. */
export function placeAt(text: string, at: number): string | null {
  let found = "";
  for (const [pointer, { key, value }] of findPlaces(text))
    if ((key ?? value).from <= at && at <= value.to && pointer.length > found.length)
      found = pointer;
  return found || null;
}
