import { findPlaces, type Range } from "../editor/pointer";
import { lineText, longest, memberText, Raw } from "./json-format";

export type Path = readonly string[];

interface Member {
  readonly key: Range;
  readonly value: Range;
}

/** Members that a text has in this order; a new one goes before the first later one. */
const rootOrder = [
  ...["porthos", "name", "description", "source", "environment", "parameters", "components"],
  ...["ports", "offers", "inputs", "events", "outputs", "view", "simulation"],
];
const componentOrder = ["use", "between", "parameters", "start"];

/** A text, and its value. Those of the models in it edit the same one. */
interface Whole {
  text: string;
  root: unknown;
}

/** A model text under edit. Each change replaces as few characters as possible, and keeps the author's layout. */
export class ModelText {
  readonly #whole: Whole;

  /** Throws where the text is no JSON object. `base` is the place of the model in the text. */
  constructor(
    text: string | Whole,
    readonly base: Path = [],
  ) {
    this.#whole = typeof text === "string" ? { text, root: JSON.parse(text) as unknown } : text;
    if (!isObject(this.at())) throw new SyntaxError("not an object");
  }

  get text(): string {
    return this.#whole.text;
  }

  /** The model in a component; "arm.hand" is in a component of a component. Throws where there is none. */
  within(name: string): ModelText {
    const steps = name === "" ? [] : name.split(".");
    return new ModelText(this.#whole, [
      ...this.base,
      ...steps.flatMap((step) => ["components", step, "model"]),
    ]);
  }

  /** The model that has a component, and the component's name in it: those of "arm.hand" are in "arm". */
  holderOf(name: string): readonly [ModelText | null, string] {
    const [own = "", ...groups] = name.split(".").reverse();
    const isThere = groups.every((_, at) =>
      isObject(
        this.at(
          ...groups
            .slice(at)
            .reverse()
            .flatMap((step) => ["components", step, "model"]),
        ),
      ),
    );
    return [isThere ? this.within(groups.reverse().join(".")) : null, own];
  }

  /** The value at a place; undefined where there is none. */
  at(...path: Path): unknown {
    let found: unknown = this.#whole.root;
    for (const step of [...this.base, ...path]) {
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
      const range = this.#places().get(this.#pointerOf(path))?.value;
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
    const last = places.get(this.#pointerOf([...path, String(list.length - 1)]))?.value;
    const holder = places.get(this.#pointerOf(path))?.value;
    if (!last || !holder) return;
    if (this.#isTight(holder, value)) return this.#layOut(path, [...(list as unknown[]), value]);
    const gap = /\n\s*$/.exec(this.#whole.text.slice(0, last.from))?.[0] ?? " ";
    this.#replace(
      { from: last.to, to: last.to },
      `,${gap}${memberText(value, indentAt(this.text, last.from))}`,
    );
  }

  /** Removes a member of an object or an entry of a list, and then the objects and lists that are empty by that. */
  remove(path: Path, keeps = 1): void {
    const all = this.#membersOf(path.slice(0, -1));
    const index = all.findIndex(({ step }) => step === path.at(-1));
    const own = all[index];
    if (!own) return;
    const [before, after] = [all[index - 1], all[index + 1]];
    if (before) this.#replace({ from: before.value.to, to: own.value.to }, "");
    else if (after) this.#replace({ from: own.key.from, to: after.key.from }, "");
    else if (path.length > keeps + 1) this.remove(path.slice(0, -1), keeps);
    else {
      const holder = this.#places().get(this.#pointerOf(path.slice(0, -1)))?.value;
      if (holder) this.#replace(holder, this.#whole.text[holder.from] === "[" ? "[]" : "{}");
    }
  }

  /** Gives a member another key at its place. */
  rename(path: Path, name: string): void {
    const key = this.#places().get(this.#pointerOf(path))?.key;
    if (key) this.#replace(key, JSON.stringify(name));
  }

  /** The text of a value as it stands, without the indent of its line. */
  raw(path: Path): Raw {
    const range = this.#places().get(this.#pointerOf(path))?.value ?? { from: 0, to: 0 };
    const indent = indentAt(this.text, range.from);
    return new Raw(this.text.slice(range.from, range.to).replaceAll(`\n${indent}`, "\n"));
  }

  /** Puts members in the place of another one. */
  splice(path: Path, members: readonly (readonly [string, unknown])[]): void {
    const own = this.#places().get(this.#pointerOf(path));
    if (!own?.key) return;
    const { from } = own.key;
    const gap = /\s*$/.exec(this.text.slice(0, from))?.[0] ?? "";
    const indent = indentAt(this.text, from);
    const texts = members.map(([name, value]) => {
      const key = JSON.stringify(name);
      return `${key}: ${memberText(value, indent, key.length + 2)}`;
    });
    this.#replace({ from, to: own.value.to }, texts.join(`,${gap || " "}`));
  }

  /** Replaces the whole text. */
  rewrite(text: string): void {
    this.#replace({ from: 0, to: this.text.length }, text);
  }

  /** Changes the strings at all places that `isMeant` names. */
  rewriteValues(isMeant: (path: Path) => boolean, change: (text: string) => string): void {
    const base = this.#pointerOf([]);
    const isOurs = (pointer: string): boolean => pointer.startsWith(`${base}/`);
    const ranges = [...this.#places()]
      .filter(
        ([pointer, { value }]) =>
          isOurs(pointer) &&
          this.#whole.text[value.from] === '"' &&
          isMeant(stepsOf(pointer.slice(base.length))),
      )
      .map(([, { value }]) => value)
      .sort((one, other) => other.from - one.from);
    for (const range of ranges) {
      const before = JSON.parse(this.#whole.text.slice(range.from, range.to)) as string;
      const after = change(before);
      if (after !== before) this.#replace(range, JSON.stringify(after));
    }
  }

  #insert(path: Path, name: string, value: unknown): void {
    const all = this.#membersOf(path);
    const key = JSON.stringify(name);
    const next = all.find(({ step }) => isLater(path, step, name));
    const last = all.at(-1);
    const holder = this.#places().get(this.#pointerOf(path))?.value;
    if (holder && last && this.#isTight(holder, { [name]: value })) {
      const members = Object.entries(this.members(...path));
      const at = next ? members.findIndex(([step]) => step === next.step) : members.length;
      members.splice(at, 0, [name, value]);
      return this.#layOut(path, Object.fromEntries(members));
    }
    if (next) {
      const gap = /\s*$/.exec(this.#whole.text.slice(0, next.key.from))?.[0] ?? "";
      const text = memberText(value, indentAt(this.text, next.key.from), key.length + 2);
      this.#replace({ from: next.key.from, to: next.key.from }, `${key}: ${text},${gap || " "}`);
    } else if (last) {
      const gap = /\s*$/.exec(this.#whole.text.slice(0, last.key.from))?.[0] ?? "";
      const text = memberText(value, indentAt(this.text, last.key.from), key.length + 2);
      this.#replace({ from: last.value.to, to: last.value.to }, `,${gap || " "}${key}: ${text}`);
    } else this.#fill(path, key, value);
  }

  /** Whether something is on one line that has no room for more. */
  #isTight({ from, to }: Range, more: unknown): boolean {
    const begin = this.#whole.text.lastIndexOf("\n", from) + 1;
    const isOneLine = !this.#whole.text.slice(from, to).includes("\n");
    return isOneLine && to - begin + lineText(more).length > longest;
  }

  /** Replaces a value, and lays out anew what stands around it on its line. */
  #layOut(path: Path, value: unknown): void {
    const places = this.#places();
    let depth = path.length;
    const rangeAt = (steps: number): Range | undefined =>
      places.get(this.#pointerOf(path.slice(0, steps)))?.value;
    const isOneLine = (range: Range | undefined): boolean =>
      range !== undefined && !this.#whole.text.slice(range.from, range.to).includes("\n");
    while (depth > 1 && isOneLine(rangeAt(depth - 1))) depth--;
    const range = rangeAt(depth);
    const whole = path.slice(depth).reduceRight<unknown>((inner, step, index) => {
      const around = this.at(...path.slice(0, depth + index));
      if (Array.isArray(around))
        return around.map((each: unknown, at) => (String(at) === step ? inner : each));
      return { ...(around as object), [step]: inner };
    }, value);
    if (range) this.#replace(range, memberText(whole, indentAt(this.text, range.from), longest));
  }

  /** The first member of an empty object. */
  #fill(path: Path, key: string, value: unknown): void {
    const holder = this.#places().get(this.#pointerOf(path))?.value;
    if (!holder) return;
    const indent = indentAt(this.text, holder.from);
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
        const place = places.get(this.#pointerOf([...path, step]));
        return place ? [{ step, value: place.value, key: place.key ?? place.value }] : [];
      })
      .sort((one, other) => one.key.from - other.key.from);
  }

  #pointerOf(path: Path): string {
    return pointerOf([...this.base, ...path]);
  }

  #places(): ReturnType<typeof findPlaces> {
    return findPlaces(this.#whole.text);
  }

  #replace({ from, to }: Range, text: string): void {
    this.#whole.text = this.#whole.text.slice(0, from) + text + this.#whole.text.slice(to);
    this.#whole.root = JSON.parse(this.#whole.text);
  }

  /** The indent of a place's line, and what the line has between that and the place. */
  #lieOf(at: number): readonly [string, number] {
    const indent = indentAt(this.text, at);
    return [indent, at - (this.#whole.text.lastIndexOf("\n", at - 1) + 1) - indent.length];
  }
}

/** White space at the beginning of the line of a place. */
function indentAt(text: string, at: number): string {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(begin))?.[0] ?? "";
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
