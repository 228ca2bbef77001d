import { effectOf, SwitchReader, type EffectWords, type Switch } from "./modes.js";
import type { Chunk, Column } from "./types.js";

/** An event of a run with its effect in words; "" for an event of the model. */
export interface DescribedEvent {
  readonly t: number;
  readonly name: string;
  readonly effect: string;
}

const effectWords: EffectWords = {
  bounces: "bounces",
  touches: "touches",
  switches: "switches",
  keeps: (mode) => `${mode} before and after`,
  changes: (from, to) => `${from} -> ${to}`,
};

/** The first events of a run, and the number of all by their names. */
export class EventSummary {
  readonly #reader: SwitchReader;
  readonly #first: DescribedEvent[] = [];
  readonly #counts = new Map<string, number>();

  constructor(
    columns: readonly Pick<Column, "name">[],
    /** The number of events that are kept. */
    readonly most = 20,
  ) {
    this.#reader = new SwitchReader(columns);
  }

  add({ table, events, done }: Pick<Chunk, "table" | "events" | "done">): void {
    for (const { name } of events) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#keep(this.#reader.read({ table, events }, done));
  }

  /** The first events, in their order. */
  first(): readonly DescribedEvent[] {
    this.#keep(this.#reader.read({ table: new Float64Array(), events: [] }, true));
    return this.#first;
  }

  /** The number of events of each name. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  #keep(switches: readonly Switch[]): void {
    for (const one of switches.slice(0, this.most - this.#first.length))
      this.#first.push({
        t: one.t,
        name: one.name,
        effect: effectOf(one, this.#reader.laws, effectWords),
      });
  }
}
