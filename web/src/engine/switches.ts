import { lawsByEvent, SwitchReader, type Law } from "../../../bindings/js/modes";
import { ModeHistory } from "./mode-history";
import { SwitchLog, type MarkKind } from "./switch-log";
import type { Column, ModelEvent } from "./types";

/** Limit on the changes of all histories together, approximately. */
const mostChanges = 1 << 19;

/** The events of a run, and the modes of its contacts, dry frictions and one-way laws. */
export class Switches {
  readonly laws: readonly Law[];
  /** The history of each law. */
  readonly modes: readonly ModeHistory[];
  readonly log = new SwitchLog();
  readonly #reader: SwitchReader;
  readonly #byEvent: ReadonlyMap<string, number>;
  readonly #byColumn: ReadonlyMap<number, number>;
  readonly #width: number;
  /** The times of switches that no row has followed yet. */
  #waiting: number[] = [];

  constructor(columns: readonly Column[]) {
    this.#reader = new SwitchReader(columns);
    this.laws = this.#reader.laws;
    this.#byEvent = lawsByEvent(this.laws);
    this.#byColumn = new Map(this.laws.map(({ column }, law) => [column, law]));
    this.#width = columns.length;
    const share = Math.floor(mostChanges / Math.max(1, this.laws.length));
    const capacity = Math.min(Math.max(share, 1 << 12), 1 << 17);
    this.modes = this.laws.map(() => new ModeHistory(capacity));
  }

  /** Reads the rows and events of a chunk. */
  append(table: Float64Array, events: readonly ModelEvent[], isLast: boolean): void {
    if (this.laws.length > 0) this.#readModes(table, events);
    for (const one of this.#reader.read({ table, events }, isLast))
      this.log.add(one, this.#kindOf(one.law, one.name));
  }

  /** The law whose modes a column has, by its index; undefined for other columns. */
  lawOf(column: number): number | undefined {
    return this.#byColumn.get(column);
  }

  #kindOf(law: number, name: string): MarkKind {
    const own = this.laws[law];
    if (!own) return "event";
    return own.isContact && own.name === name ? "contact" : "switch";
  }

  /** A mode changes at a row, or at the time of the switches since the last row if they have one time. */
  #readModes(table: Float64Array, events: readonly ModelEvent[]): void {
    for (const { t, name } of events) if (this.#byEvent.has(name)) this.#waiting.push(t);
    for (let at = 0; at < table.length; at += this.#width) {
      const t = table[at] ?? NaN;
      const past = this.#waiting.findIndex((time) => time > t);
      const times = past < 0 ? this.#waiting : this.#waiting.slice(0, past);
      const [first = t] = times;
      const begin = times.at(-1) === first ? first : t;
      this.laws.forEach(({ column }, law) => {
        this.modes[law]?.begin(begin, table[at + column] ?? -1);
      });
      // The row at the time of a switch may show the mode before it.
      this.#waiting = this.#waiting.filter((time) => time >= t);
    }
  }
}
