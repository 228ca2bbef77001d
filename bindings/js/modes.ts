// The modes of contacts, dry friction and one-way laws along a run, and what their events change.
import type { Column, ModelEvent, ModeName } from "./types.js";

/** The modes by their numbers in the columns `mode.NAME`. */
export const modeNames: readonly ModeName[] = [
  ...(["open", "closed", "sticks", "slips", "blocked", "free"] as const),
];

/** A contact, dry friction or one-way law that has a column for its mode. */
export interface Law {
  readonly name: string;
  /** The index of its column. */
  readonly column: number;
  readonly isContact: boolean;
}

/** The laws whose modes a table has. Components called "mode" have their columns before the energies. */
export function lawsOf(columns: readonly Pick<Column, "name">[]): Law[] {
  const energies = columns.findIndex(({ name }) => name === "energy.stored");
  if (energies < 0) return [];
  const own = columns.slice(energies).map(({ name }) => name);
  const gaps = new Set(own.filter((name) => name.startsWith("gap.")));
  return own.flatMap((column, index) => {
    if (!column.startsWith("mode.")) return [];
    const name = column.slice("mode.".length);
    return [{ name, column: energies + index, isContact: gaps.has(`gap.${name}`) }];
  });
}

/** The laws by the names of their events: a contact has `NAME` and, for its friction, `NAME.slip`. */
export function lawsByEvent(laws: readonly Law[]): ReadonlyMap<string, number> {
  const slips = laws.flatMap(({ name, isContact }, index): [string, number][] =>
    isContact ? [[`${name}.slip`, index]] : [],
  );
  return new Map([...slips, ...laws.map(({ name }, index): [string, number] => [name, index])]);
}

/** An event of a run, and the mode of its law before and after it. */
export interface Switch extends ModelEvent {
  /** The index of its law; -1: an event of the model. */
  readonly law: number;
  /** The number of the mode before it; -1: not known. */
  readonly from: number;
  /** The number of the mode after it; -1: not known. */
  readonly to: number;
}

/** A piece of a run. */
export interface Piece {
  readonly table: Float64Array;
  readonly events: readonly ModelEvent[];
}

/**
 * Finds what each event of a run changes: what the event says, else what the rows show. The rows
 * before and after some events show the modes before the first and after the last of them; the
 * modes in between are not known.
 */
export class SwitchReader {
  readonly laws: readonly Law[];
  readonly #byEvent: ReadonlyMap<string, number>;
  readonly #width: number;
  /** The modes of the laws in the last row before the waiting events. */
  #before: readonly number[] = [];
  #waiting: ModelEvent[] = [];

  constructor(columns: readonly Pick<Column, "name">[]) {
    this.laws = lawsOf(columns);
    this.#byEvent = lawsByEvent(this.laws);
    this.#width = columns.length;
  }

  /** The events that a piece completes: a row after them is known, or the run has ended. */
  read({ table, events }: Piece, isLast: boolean): Switch[] {
    const found: Switch[] = [];
    this.#waiting.push(...events);
    for (let at = 0; at < table.length; at += this.#width) {
      const t = table[at] ?? NaN;
      if (this.#waiting.length === 0 && this.laws.length === 0) break;
      const modes = this.laws.map(({ column }) => table[at + column] ?? -1);
      const over = this.#waiting.findIndex((event) => event.t >= t);
      const past = this.#waiting.splice(0, over < 0 ? this.#waiting.length : over);
      found.push(...this.#switches(past, this.#before, modes));
      // The row at the time of an event may show the modes before it or after it.
      if (!this.#waiting.some((event) => event.t <= t)) this.#before = modes;
    }
    if (isLast) found.push(...this.#switches(this.#waiting.splice(0), this.#before, []));
    return found;
  }

  #switches(
    events: readonly ModelEvent[],
    before: readonly number[],
    after: readonly number[],
  ): Switch[] {
    const [first, last] = [events[0]?.t, events.at(-1)?.t];
    const touched = new Set<number>();
    return events.map(({ t, name, switch: change }) => {
      const law = this.#byEvent.get(name) ?? -1;
      if (change) {
        const [from, to] = [modeNames.indexOf(change.from), modeNames.indexOf(change.to)];
        touched.add(law);
        return { t, name, law, from, to };
      }
      // Only its own event closes an open contact.
      const isStillOpen = before[law] === 0 && !touched.has(law);
      touched.add(law);
      const from = (t === first || isStillOpen ? before[law] : undefined) ?? -1;
      const to = (t === last ? after[law] : undefined) ?? -1;
      return { t, name, law, from, to };
    });
  }
}

/** How to describe a switch: by its modes if both are known, otherwise by the known one. */
export type SwitchDescription =
  | { readonly kind: "event" | "bounces" | "touches" | "switches" }
  | { readonly kind: "keeps"; readonly mode: ModeName }
  | { readonly kind: "changes"; readonly from: ModeName; readonly to: ModeName };

/**
 * The known part of a switch. An open contact touches in its own event; if it is open afterwards,
 * it bounces.
 */
export function describeSwitch(
  { law, name, from, to }: Switch,
  laws: readonly Law[],
): SwitchDescription {
  const own = laws[law];
  if (!own) return { kind: "event" };
  const [before, after] = [modeNames[from], modeNames[to]];
  const touches = own.isContact && before === "open" && name === own.name;
  if (!before || !after) return { kind: touches ? "touches" : "switches" };
  if (before !== after) return { kind: "changes", from: before, to: after };
  if (touches) return { kind: "bounces" };
  return { kind: "keeps", mode: before };
}

/** The words for what a switch changes. */
export interface EffectWords extends Readonly<Record<"bounces" | "touches" | "switches", string>> {
  readonly keeps: (mode: ModeName) => string;
  readonly changes: (from: ModeName, to: ModeName) => string;
}

/** What a switch changes, in words; "" for an event of the model. */
export function effectOf(one: Switch, laws: readonly Law[], words: EffectWords): string {
  const what = describeSwitch(one, laws);
  switch (what.kind) {
    case "event":
      return "";
    case "keeps":
      return words.keeps(what.mode);
    case "changes":
      return words.changes(what.from, what.to);
    default:
      return words[what.kind];
  }
}
