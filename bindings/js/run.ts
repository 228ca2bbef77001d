import { HostError } from "./errors.js";
import { didYouMean } from "./suggest.js";
import type {
  Accuracy,
  Chunk,
  Column,
  Gaps,
  Ledger,
  ModelEvent,
  Outcome,
  Problem,
  Scene,
} from "./types.js";
import type { Summary } from "./types.js";

/** A completed run. Plain data: it holds no memory of the engine. */
export class Run {
  /** The columns of the table. */
  readonly columns: readonly Column[];
  /** The drawing. */
  readonly scene: Scene;
  /** Number of rows. */
  readonly rows: number;
  /** The rows one after the other, (rows x columns), in the units of the columns; the first column is t, s. */
  readonly table: Float64Array;
  /** Computing time of the engine, s: see `Chunk.computing`. */
  readonly computing: number;
  /** For each row the numbers of `Chunk.poses`; empty unless requested. */
  readonly poses: Float64Array;
  /** The object of `porthos run --json`. */
  readonly summary: Summary;
  readonly #index = new Map<string, number>();

  /**
   * Makes a run from all of its chunks; the last one has its summary.
   *
   * @throws RangeError without a summary
   * @throws HostError (PH401) if the host has no memory for the table
   */
  constructor(chunks: readonly Chunk[]) {
    const last = chunks.at(-1);
    if (!last?.summary) throw new RangeError("the run has not come to its end");
    this.columns = last.columns;
    this.scene = last.scene;
    this.computing = last.computing;
    this.rows = chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
    this.table = concatenate(chunks.map((chunk) => chunk.table));
    this.poses = concatenate(chunks.map((chunk) => chunk.poses));
    this.summary = last.summary;
    this.columns.forEach(({ name }, i) => this.#index.set(name, i));
  }

  /** How it ended; see docs/problems.md. */
  get outcome(): Outcome {
    return this.summary.outcome;
  }

  /** A sentence, with advice if the run failed. */
  get message(): string {
    return this.summary.message;
  }

  /** The energy ledger, J. */
  get ledger(): Ledger {
    return this.summary.ledger;
  }

  /** The error of the trajectory, relative to its motion. */
  get accuracy(): Accuracy {
    return this.summary.accuracy;
  }

  /** The largest violations of the constraints, in the units of their equations. */
  get gaps(): Gaps {
    return this.summary.gaps;
  }

  /** The events, in order; at most 10000 (see `summary.eventCount`). */
  get events(): readonly ModelEvent[] {
    return this.summary.events;
  }

  /** The last row, by the names of the columns, in their units. */
  get final(): { [column: string]: number } {
    return this.summary.final;
  }

  /** Warnings. */
  get problems(): readonly Problem[] {
    return this.summary.problems;
  }

  /**
   * A column of the table by its name, as a copy, (rows), in the unit given in `columns`.
   *
   * @throws RangeError if there is no such column
   */
  column(name: string): Float64Array {
    const column = this.#index.get(name);
    if (column === undefined)
      throw new RangeError(`no column "${name}"${didYouMean(name, this.#index.keys())}`);
    const values = new Float64Array(this.rows);
    const width = this.columns.length;
    for (let row = 0; row < this.rows; row++) values[row] = this.table[row * width + column]!;
    return values;
  }
}

/** @throws HostError if the host has no memory for so many numbers */
export function concatenate(parts: readonly Float64Array[]): Float64Array {
  const whole = roomFor(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function roomFor(count: number): Float64Array {
  try {
    return new Float64Array(count);
  } catch (error) {
    throw new HostError("PH401", `a table of ${count} numbers`, { cause: error });
  }
}
