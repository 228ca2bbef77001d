import { Emitter } from "../base/emitter";
import { conversion } from "../base/quantity";
import type { Trajectory } from "../engine/trajectory";
import type { TableColumn } from "./table";

/** What the engine's table and a reader's table have in common: a name and a unit. */
interface Named {
  readonly name: string;
  readonly unit: string;
}

/** Points of a column of the run. */
export interface Points {
  /** s */
  readonly times: readonly number[];
  /** In the unit of the column of the run. */
  readonly values: readonly number[];
}

/** How a column of the data is used. */
export interface Match {
  /** The column of the run; "" for none. */
  readonly column: string;
  /** From the unit of the data to that of the run. */
  readonly factor: number;
}

/** Measured values of a reader, which stand beside the run. */
export class OwnData {
  readonly changed = new Emitter<void>();
  /** The measured motion is shown in the figure, or is not any more. */
  readonly moved = new Emitter<Trajectory | null>();
  /** The measured motion. */
  motion: Trajectory | null = null;
  columns: readonly TableColumn[] = [];
  name = "";
  /** Index of the column with the times. */
  timeColumn = 0;
  /** Seconds of one unit of the time column. */
  timeFactor = 1;
  /** Added to all times, s. */
  shift = 0;
  /** For each column of the data. */
  matches: readonly Match[] = [];

  get isEmpty(): boolean {
    return this.columns.length === 0;
  }

  /** Takes a table and matches its columns by name with those of the run. */
  take(name: string, columns: readonly TableColumn[], run: readonly Named[]): void {
    this.name = name;
    this.columns = columns;
    const time = columns.findIndex((column) => /^(t|time|zeit|sec|seconds?)$/i.test(column.name));
    this.timeColumn = Math.max(0, time);
    this.timeFactor = conversion(columns[this.timeColumn]?.unit ?? "", "s") ?? 1;
    this.shift = 0;
    this.matches = columns.map((column, index) =>
      index === this.timeColumn ? unmatched : matchOf(column, run),
    );
    this.changed.emit();
  }

  /** Changes the time, or how a column is used. */
  change(changes: Partial<Pick<OwnData, "timeColumn" | "timeFactor" | "shift" | "matches">>): void {
    Object.assign(this, changes);
    this.changed.emit();
  }

  /** Shows a measured motion in the figure; null: none. */
  show(motion: Trajectory | null): void {
    this.motion = motion;
    this.moved.emit(motion);
  }

  clear(): void {
    if (this.motion) this.show(null);
    this.columns = [];
    this.matches = [];
    this.changed.emit();
  }

  /** The points of a column of the run; null if no column of the data belongs to it. */
  of(column: string): Points | null {
    const index = this.matches.findIndex((match) => match.column === column);
    const given = this.columns[index];
    const times = this.columns[this.timeColumn];
    const { factor = 1 } = this.matches[index] ?? {};
    if (!given || !times || index === this.timeColumn) return null;
    return {
      times: times.values.map((t) => t * this.timeFactor + this.shift),
      values: given.values.map((value) => value * factor),
    };
  }
}

const unmatched: Match = { column: "", factor: 1 };

/** Letters and digits of a name, in lower case: "crank.omega_1" and "Crank omega1" are alike. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The column of the run with this name; if there is none, the only one that ends like it. */
function matchOf({ name, unit }: TableColumn, run: readonly Named[]): Match {
  const own = plain(name);
  const same = run.filter((column) => plain(column.name) === own);
  const alike = run.filter((column) => plain(column.name).endsWith(own));
  const [found] = same.length > 0 ? same : alike.length === 1 ? alike : [];
  return found ? { column: found.name, factor: factorTo(unit, found.unit) } : unmatched;
}

/** The factor between two units; 1 if one of them is not known, or is of another kind. */
export const factorTo = (from: string, to: string): number =>
  from === "" ? 1 : (conversion(from, to) ?? 1);
