import { poseWidth, type Column, type Scene } from "./types";

/** A growing list of equally long rows, kept in one array. */
class Rows {
  #data: Float64Array;
  count = 0;

  constructor(readonly width: number) {
    this.#data = new Float64Array(width * 256);
  }

  append(values: Float64Array): void {
    const used = this.count * this.width;
    const needed = used + values.length;
    if (needed > this.#data.length) {
      const larger = new Float64Array(Math.max(needed, 2 * this.#data.length));
      larger.set(this.#data.subarray(0, used));
      this.#data = larger;
    }
    this.#data.set(values, used);
    this.count = this.width === 0 ? 0 : needed / this.width;
  }

  at(row: number, index: number): number {
    return this.#data[row * this.width + index] ?? NaN;
  }
}

/**
 * What has been computed so far: a table of rows and the poses that belong to them.
 * Rows are in order of time; the first column is the time in seconds.
 */
export class Trajectory {
  readonly #rows: Rows;
  readonly #poses: Rows;
  readonly #index: ReadonlyMap<string, number>;

  constructor(
    readonly columns: readonly Column[],
    readonly scene: Scene,
    /** Time at which the run is meant to end, s. */
    readonly until: number,
  ) {
    this.#rows = new Rows(columns.length);
    this.#poses = new Rows(poseWidth(scene));
    this.#index = new Map(columns.map((column, index) => [column.name, index]));
  }

  append(rows: Float64Array, poses: Float64Array): void {
    this.#rows.append(rows);
    this.#poses.append(poses);
  }

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

  /** A copy of one column, (rowCount). */
  column(index: number): Float64Array {
    const values = new Float64Array(this.rowCount);
    for (let row = 0; row < values.length; row++) values[row] = this.#rows.at(row, index);
    return values;
  }

  /** The row at or before time t and how far t lies towards the next one, in [0, 1). */
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

  /** Value of a column at time t, linear between rows. */
  valueAt(t: number, column: number): number {
    const { row, fraction } = this.locate(t);
    const before = this.value(row, column);
    if (fraction === 0) return before;
    return before + fraction * (this.value(row + 1, column) - before);
  }
}
