import { listOf, type ModelText } from "./model-text";

/** Names that a component cannot have. */
const reserved = new Set(["ground", "t", "pi"]);

/** A plain name that the text does not use: rod, rod_2, rod_3. */
export function freshName(model: ModelText, base: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!isTaken(model, name)) return name;
  }
}

/** The name of a copy: a letter for a pin, else rod_2 for that of rod. It is free in all of these texts. */
export function copyName(model: ModelText, name: string, ...others: readonly ModelText[]): string {
  const isFree = (each: string): boolean => ![model, ...others].some((one) => isTaken(one, each));
  const letter = /^[A-Z]$/.test(name) ? letters.find(isFree) : undefined;
  if (letter !== undefined) return letter;
  const base = /^[A-Z]$/.test(name) ? "pin" : name.replace(/_\d+$/, "");
  for (let number = 2; ; number++) if (isFree(`${base}_${number}`)) return `${base}_${number}`;
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The name of a new pin, a letter: A, B, C. */
export function freshLetter(model: ModelText): string {
  return letters.find((letter) => !isTaken(model, letter)) ?? freshName(model, "pin");
}

/** Whether a text already uses a name, or no text may. */
export function isTaken(model: ModelText, name: string): boolean {
  const groups = ["components", "parameters", "ports", "positions", "velocities", "definitions"];
  if (reserved.has(name)) return true;
  if (groups.some((group) => Object.hasOwn(model.members(group), name))) return true;
  const bodies = model.at("view", "bodies");
  return (
    Array.isArray(bodies) &&
    bodies.some((body: unknown) => (body as { readonly name?: unknown } | null)?.name === name)
  );
}

/** Whether a text may have a name. */
export function isName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]{0,39}$/u.test(name);
}

/** Values that are no formulas, by their keys. */
const plain =
  /^(unit|\w+_unit|label|name|source|description|type|role|kind|method|use|interface|\$schema)$/;

/** Whether the values of a key are no formulas. */
export const isPlain = (key: string): boolean => plain.test(key);

/** Renames a component, and wherever the text names it. */
export function renameComponent(model: ModelText, name: string, to: string): void {
  const named = new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}_.])${name.replace(/\W/g, "\\$&")}(?![\\p{L}\\p{M}\\p{N}_])`,
    "gu",
  );
  model.rename(["components", name], to);
  listOf(model.at("view", "bodies")).forEach((body, index) => {
    const isDrawn = [`${name}.r`, `${name}.frame.r`].includes(String(body["position"]));
    if (isDrawn && body["name"] === name) model.set(["view", "bodies", String(index), "name"], to);
  });
  for (const input of Object.keys(model.members("inputs")))
    if (input.startsWith(`${name}.`))
      model.rename(["inputs", input], `${to}${input.slice(name.length)}`);
  model.rewriteValues(
    (path) => !isPlain(path.at(-1) ?? "") && !path.includes("model"),
    (text) => text.replace(named, to),
  );
}
