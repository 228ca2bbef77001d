import { findPlaces, type Range } from "../editor/pointer";
import { lineText, longest, memberText } from "./json-format";

export type Path = readonly string[];

interface Member {
  readonly key: Range;
  readonly value: Range;
}

/** Members that a text has in this order; a new one goes before the first later one. */
const rootOrder = [
  ...["porthos", "name", "description", "source", "environment", "parameters", "components"],
  ...["ports", "inputs", "events", "outputs", "view", "simulation"],
];
const componentOrder = ["use", "between", "parameters", "start"];

/** A model text under edit. Each change replaces as few characters as possible, and keeps the author's layout. */
export class ModelText {
  #text: string;
  #root: unknown;

  /** Throws where the text is no JSON object. */
  constructor(text: string) {
    this.#text = text;
    this.#root = JSON.parse(text);
    if (!isObject(this.#root)) throw new SyntaxError("not an object");
  }

  get text(): string {
    return this.#text;
  }

  /** The value at a place; undefined where there is none. */
  at(...path: Path): unknown {
    let found: unknown = this.#root;
    for (const step of path) {
      if (!isObject(found) && !Array.isArray(found)) return undefined;
      found = (found as Record<string, unknown>)[step];
    }
    return found;
  }

  /** The object at a place; an empty one where there is none. */
  members(...path: Path): Readonly<Record<string, unknown>> {
    const found = this.at(...path);
    return isObject(found) ? found : {};
  }

  /** Replaces a value, or inserts it with the objects around it that are missing. */
  set(path: Path, value: unknown): void {
    const present = this.at(...path);
    if (JSON.stringify(present) === JSON.stringify(value)) return;
    if (present !== undefined) {
      const range = this.#places().get(pointerOf(path))?.value;
      if (range) this.#replace(range, memberText(value, ...this.#lieOf(range.from)));
      return;
    }
    let depth = path.length - 1;
    while (!isObject(this.at(...path.slice(0, depth)))) depth--;
    const wrapped = path.slice(depth + 1).reduceRight<unknown>((inner, step) => {
      return { [step]: inner };
    }, value);
    this.#insert(path.slice(0, depth), path[depth] ?? "", wrapped);
  }

  /** Adds a value to the list at a place, or begins one. */
  append(path: Path, value: unknown): void {
    const list = this.at(...path);
    if (!Array.isArray(list) || list.length === 0) return this.set(path, [value]);
    const places = this.#places();
    const last = places.get(pointerOf([...path, String(list.length - 1)]))?.value;
    const holder = places.get(pointerOf(path))?.value;
    if (!last || !holder) return;
    if (this.#isTight(holder, value)) return this.#layOut(path, [...(list as unknown[]), value]);
    const gap = /\n\s*$/.exec(this.#text.slice(0, last.from))?.[0] ?? " ";
    this.#replace(
      { from: last.to, to: last.to },
      `,${gap}${memberText(value, this.#indentAt(last.from))}`,
    );
  }

  /** Removes a member of an object or an entry of a list, and then the objects and lists that are empty by that. */
  remove(path: Path, keeps = 1): void {
    const pointer = pointerOf(path);
    const all = this.#membersOf(path.slice(0, -1));
    const index = all.findIndex(({ step }) => step === path.at(-1));
    const own = all[index];
    if (!own || pointer === "") return;
    const [before, after] = [all[index - 1], all[index + 1]];
    if (before) this.#replace({ from: before.value.to, to: own.value.to }, "");
    else if (after) this.#replace({ from: own.key.from, to: after.key.from }, "");
    else if (path.length > keeps + 1) this.remove(path.slice(0, -1), keeps);
    else {
      const holder = this.#places().get(pointerOf(path.slice(0, -1)))?.value;
      if (holder) this.#replace(holder, this.#text[holder.from] === "[" ? "[]" : "{}");
    }
  }

  /** Gives a member another key at its place. */
  rename(path: Path, name: string): void {
    const key = this.#places().get(pointerOf(path))?.key;
    if (key) this.#replace(key, JSON.stringify(name));
  }

  /** Changes the strings at all places that `isMeant` names. */
  rewriteValues(isMeant: (path: Path) => boolean, change: (text: string) => string): void {
    const ranges = [...this.#places()]
      .filter(([pointer, { value }]) => this.#text[value.from] === '"' && isMeant(stepsOf(pointer)))
      .map(([, { value }]) => value)
      .sort((one, other) => other.from - one.from);
    for (const range of ranges) {
      const before = JSON.parse(this.#text.slice(range.from, range.to)) as string;
      const after = change(before);
      if (after !== before) this.#replace(range, JSON.stringify(after));
    }
  }

  #insert(path: Path, name: string, value: unknown): void {
    const all = this.#membersOf(path);
    const key = JSON.stringify(name);
    const next = all.find(({ step }) => isLater(path, step, name));
    const last = all.at(-1);
    const holder = this.#places().get(pointerOf(path))?.value;
    if (holder && last && this.#isTight(holder, { [name]: value })) {
      const members = Object.entries(this.members(...path));
      const at = next ? members.findIndex(([step]) => step === next.step) : members.length;
      members.splice(at, 0, [name, value]);
      return this.#layOut(path, Object.fromEntries(members));
    }
    if (next) {
      const gap = /\s*$/.exec(this.#text.slice(0, next.key.from))?.[0] ?? "";
      const text = memberText(value, this.#indentAt(next.key.from), key.length + 2);
      this.#replace({ from: next.key.from, to: next.key.from }, `${key}: ${text},${gap || " "}`);
    } else if (last) {
      const gap = /\s*$/.exec(this.#text.slice(0, last.key.from))?.[0] ?? "";
      const text = memberText(value, this.#indentAt(last.key.from), key.length + 2);
      this.#replace({ from: last.value.to, to: last.value.to }, `,${gap || " "}${key}: ${text}`);
    } else this.#fill(path, key, value);
  }

  /** Whether something is on one line that has no room for more. */
  #isTight({ from, to }: Range, more: unknown): boolean {
    const begin = this.#text.lastIndexOf("\n", from) + 1;
    const isOneLine = !this.#text.slice(from, to).includes("\n");
    return isOneLine && to - begin + lineText(more).length > longest;
  }

  /** Replaces a value, and lays out anew what stands around it on its line. */
  #layOut(path: Path, value: unknown): void {
    const places = this.#places();
    let depth = path.length;
    const rangeAt = (steps: number): Range | undefined =>
      places.get(pointerOf(path.slice(0, steps)))?.value;
    const isOneLine = (range: Range | undefined): boolean =>
      range !== undefined && !this.#text.slice(range.from, range.to).includes("\n");
    while (depth > 1 && isOneLine(rangeAt(depth - 1))) depth--;
    const range = rangeAt(depth);
    const whole = path.slice(depth).reduceRight<unknown>((inner, step, index) => {
      const around = this.at(...path.slice(0, depth + index));
      if (Array.isArray(around))
        return around.map((each: unknown, at) => (String(at) === step ? inner : each));
      return { ...(around as object), [step]: inner };
    }, value);
    if (range) this.#replace(range, memberText(whole, this.#indentAt(range.from), longest));
  }

  /** The first member of an empty object. */
  #fill(path: Path, key: string, value: unknown): void {
    const holder = this.#places().get(pointerOf(path))?.value;
    if (!holder) return;
    const indent = this.#indentAt(holder.from);
    const isOpen = path.length <= 1;
    const inner = isOpen ? `${indent}  ` : indent;
    const text = `${key}: ${memberText(value, inner, key.length + 2)}`;
    this.#replace(holder, isOpen ? `{\n${inner}${text}\n${indent}}` : `{ ${text} }`);
  }

  #membersOf(path: Path): readonly (Member & { readonly step: string })[] {
    const places = this.#places();
    const holder = this.at(...path);
    return Object.keys((holder ?? {}) as object)
      .flatMap((step) => {
        const place = places.get(pointerOf([...path, step]));
        return place ? [{ step, value: place.value, key: place.key ?? place.value }] : [];
      })
      .sort((one, other) => one.key.from - other.key.from);
  }

  #places(): ReturnType<typeof findPlaces> {
    return findPlaces(this.#text);
  }

  #replace({ from, to }: Range, text: string): void {
    this.#text = this.#text.slice(0, from) + text + this.#text.slice(to);
    this.#root = JSON.parse(this.#text);
  }

  /** The indent of a place's line, and what the line has between that and the place. */
  #lieOf(at: number): readonly [string, number] {
    const indent = this.#indentAt(at);
    return [indent, at - (this.#text.lastIndexOf("\n", at - 1) + 1) - indent.length];
  }

  /** White space at the beginning of the line. */
  #indentAt(at: number): string {
    const begin = this.#text.lastIndexOf("\n", at - 1) + 1;
    return /^[ \t]*/.exec(this.#text.slice(begin))?.[0] ?? "";
  }
}

function isLater(path: Path, step: string, name: string): boolean {
  const isComponent = path.length === 2 && path[0] === "components";
  const order = path.length === 0 ? rootOrder : isComponent ? componentOrder : [];
  const own = order.indexOf(name);
  return own >= 0 && order.indexOf(step) > own;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function pointerOf(path: Path): string {
  return path.map((step) => `/${step.replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");
}

function stepsOf(pointer: string): Path {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/** An object of a list. */
export type Entry = Readonly<Record<string, unknown>>;

/** The objects of a list; none where a value is no list. */
export function listOf(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? (value as readonly Entry[]) : [];
}
