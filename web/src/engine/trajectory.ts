import { several } from "./mode-history";
import { Switches } from "./switches";
import { poseWidth, type Column, type ModelEvent, type Scene } from "./types";
import { words } from "../words/words";

/** Rows of equal length in one array. The last rows can be removed. */
class Rows {
  #data: Float64Array;
  count = 0;

  constructor(readonly width: number) {
    this.#data = new Float64Array(width * 256);
  }

  /** Appends one row of `values`. */
  append(values: Float64Array, row: number): void {
    const used = this.count * this.width;
    if (used + this.width > this.#data.length) {
      const larger = new Float64Array(Math.max(used + this.width, 2 * this.#data.length));
      larger.set(this.#data.subarray(0, used));
      this.#data = larger;
    }
    this.#data.set(values.subarray(row * this.width, (row + 1) * this.width), used);
    this.count += 1;
  }

  /** Drops every second row. */
  thin(): void {
    const { width } = this;
    const kept = Math.ceil(this.count / 2);
    for (let row = 1; row < kept; row++)
      this.#data.copyWithin(row * width, 2 * row * width, (2 * row + 1) * width);
    this.count = kept;
  }

  set(row: number, index: number, value: number): void {
    this.#data[row * this.width + index] = value;
  }

  at(row: number, index: number): number {
    return this.#data[row * this.width + index] ?? NaN;
  }
}

/**
 * The smallest and largest values computed from one kept row to the next, including the first of
 * them.
 */
class Extremes {
  readonly #lows: Rows;
  readonly #highs: Rows;

  constructor(width: number) {
    this.#lows = new Rows(width);
    this.#highs = new Rows(width);
  }

  append(values: Float64Array, row: number): void {
    this.#lows.append(values, row);
    this.#highs.append(values, row);
  }

  /** Adds a row that is not kept to the last kept one. */
  include(values: Float64Array, row: number): void {
    const { count, width } = this.#lows;
    for (let index = 0; index < width; index++) {
      const value = values[row * width + index] ?? NaN;
      if (value < this.#lows.at(count - 1, index)) this.#lows.set(count - 1, index, value);
      if (value > this.#highs.at(count - 1, index)) this.#highs.set(count - 1, index, value);
    }
  }

  takeBack(): void {
    this.#lows.count -= 1;
    this.#highs.count -= 1;
  }

  /** Merges each pair into one. */
  thin(): void {
    const { count, width } = this.#lows;
    for (let row = 0; row + 1 < count; row += 2)
      for (let index = 0; index < width; index++) {
        const [low, high] = [this.#lows.at(row + 1, index), this.#highs.at(row + 1, index)];
        if (low < this.#lows.at(row, index)) this.#lows.set(row, index, low);
        if (high > this.#highs.at(row, index)) this.#highs.set(row, index, high);
      }
    this.#lows.thin();
    this.#highs.thin();
  }

  low(row: number, index: number): number {
    return this.#lows.at(row, index);
  }

  high(row: number, index: number): number {
    return this.#highs.at(row, index);
  }
}

const maxRows = 1 << 16; // many times the pixels of a screen
const maxNumbers = 1 << 22; // of rows and poses together: 32 MB

/** The largest number of kept rows, for rows of this length. */
function capacityFor(width: number): number {
  return Math.max(64, Math.min(maxRows, Math.floor(maxNumbers / width)));
}

/**
 * The computed part of a run: a table of rows, and their poses. Rows are in order of time; the
 * first column is the time in seconds. If a run is too long to be kept whole, only every second,
 * fourth, ... row is kept, and the last one.
 */
export class Trajectory {
  readonly #rows: Rows;
  readonly #poses: Rows;
  readonly #extremes: Extremes;
  readonly #index: ReadonlyMap<string, number>;
  readonly #largest: Float64Array;
  /** The events of the run, and the modes of its laws. */
  readonly switches: Switches;
  /** One out of this many rows is kept. */
  stride = 1;
  /** Rows computed so far, kept or not. */
  computed = 0;
  /** Whether the last row is kept only because it is the last. */
  #hasTail = false;

  constructor(
    readonly columns: readonly Column[],
    readonly scene: Scene,
    /** The planned end of the run, s. */
    readonly until: number,
  ) {
    this.#rows = new Rows(columns.length);
    this.#poses = new Rows(poseWidth(scene));
    this.#extremes = new Extremes(columns.length);
    this.#index = new Map(columns.map((column, index) => [column.name, index]));
    this.#largest = new Float64Array(columns.length);
    this.switches = new Switches(columns);
  }

  append(
    rows: Float64Array,
    poses: Float64Array,
    events: readonly ModelEvent[] = [],
    isLast = false,
  ): void {
    const { width } = this.#rows;
    this.switches.append(rows, events, isLast);
    for (let row = 0; (row + 1) * width <= rows.length; row++) {
      if (this.#hasTail) {
        this.#rows.count -= 1;
        this.#poses.count -= 1;
        this.#extremes.takeBack();
      } else if (this.rowCount >= capacityFor(3 * width + this.#poses.width)) {
        this.#rows.thin();
        this.#poses.thin();
        this.#extremes.thin();
        this.stride *= 2;
      }
      this.#hasTail = this.computed % this.stride !== 0;
      if (this.#hasTail) this.#extremes.include(rows, row);
      this.#rows.append(rows, row);
      this.#poses.append(poses, row);
      this.#extremes.append(rows, row);
      this.computed += 1;
      for (let index = 0; index < width; index++) {
        const size = Math.abs(rows[row * width + index] ?? 0);
        if (size > (this.#largest[index] ?? 0)) this.#largest[index] = size;
      }
    }
  }

  /** Rows kept. */
  get rowCount(): number {
    return this.#rows.count;
  }

  /** Time of the last computed row, s. */
  get end(): number {
    return this.rowCount === 0 ? 0 : this.#rows.at(this.rowCount - 1, 0);
  }

  /** Index of a column, or -1. */
  indexOf(name: string): number {
    return this.#index.get(name) ?? -1;
  }

  value(row: number, column: number): number {
    return this.#rows.at(row, column);
  }

  pose(row: number, index: number): number {
    return this.#poses.at(row, index);
  }

  /** Largest magnitude of a column over all rows computed so far. */
  largest(column: number): number {
    return this.#largest[column] ?? NaN;
  }

  /** A copy of one column, (rowCount). */
  column(index: number): Float64Array {
    const values = new Float64Array(this.rowCount);
    for (let row = 0; row < values.length; row++) values[row] = this.#rows.at(row, index);
    return values;
  }

  /**
   * A column for a plot over `drawnTimes`: if rows are missing, the smallest and the largest value
   * from one kept row to the next.
   */
  drawn(index: number): Float64Array {
    if (this.stride === 1) return this.column(index);
    const values = new Float64Array(2 * this.rowCount);
    for (let row = 0; row < this.rowCount; row++) {
      const [low, high] = [this.#extremes.low(row, index), this.#extremes.high(row, index)];
      const falls = this.value(row, index) - low > high - this.value(row, index);
      values[2 * row] = falls ? high : low;
      values[2 * row + 1] = falls ? low : high;
    }
    return values;
  }

  drawnTimes(): Float64Array {
    const times = this.column(0);
    return this.stride === 1 ? times : doubled(times);
  }

  /** The row at or before time t, and the position of t towards the next one, in [0, 1). */
  locate(t: number): { readonly row: number; readonly fraction: number } {
    let low = 0;
    let high = this.rowCount - 1;
    if (high <= 0 || t <= 0) return { row: 0, fraction: 0 };
    if (t >= this.end) return { row: high, fraction: 0 };
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#rows.at(middle, 0) <= t) low = middle;
      else high = middle;
    }
    const before = this.#rows.at(low, 0);
    const after = this.#rows.at(high, 0);
    return { row: low, fraction: after > before ? (t - before) / (after - before) : 0 };
  }

  /** Value of a column at time t, linear between rows. A mode lasts until the next row. */
  valueAt(t: number, column: number): number {
    const { row, fraction } = this.locate(t);
    const before = this.value(row, column);
    if (fraction === 0) return before;
    const law = this.switches.lawOf(column);
    if (law !== undefined) {
      const mode = this.switches.modes[law]?.at(t) ?? before;
      return mode === several ? before : mode;
    }
    return before + fraction * (this.value(row + 1, column) - before);
  }
}

/** Each time, and the middle between it and the next one. */
function doubled(times: Float64Array): Float64Array {
  return Float64Array.from({ length: 2 * times.length }, (_, k) => {
    const [now, next] = [times[k >> 1] ?? 0, times[(k >> 1) + 1]];
    return k % 2 === 0 || next === undefined ? now : (now + next) / 2;
  });
}

/** A column of one run at the times of another, NaN beyond its end. */
export function columnAt(
  run: Trajectory,
  times: Float64Array,
  valueAt: (t: number) => number,
): Float64Array {
  const end = run.end * (1 + 1e-12);
  return times.map((t) => (t <= end ? valueAt(t) : NaN));
}

/** A note about rows that are not kept; "" if all are. */
export function thinningNote({ stride, computed }: Trajectory): string {
  if (stride === 1) return "";
  return words.rowsThinned(computed, stride);
}

/** Whether a run has all of its rows. */
export function isWhole({ end, until }: Trajectory): boolean {
  return end >= until * (1 - 1e-9);
}
