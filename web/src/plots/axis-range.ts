import { Emitter } from "../base/emitter";
import { niceTicks } from "./ticks";

interface Span {
  readonly low: number;
  readonly high: number;
}

/** The displayed range of an axis: that of its values, or one that the reader has chosen. */
export class AxisRange {
  /** The reader has chosen a range, or all. */
  readonly changed = new Emitter<AxisRange>();
  /** The values have another range. */
  readonly fitted = new Emitter<AxisRange>();
  #own: Span = { low: 0, high: 1 };
  #chosen: Span | null = null;
  #isLog = false;

  get low(): number {
    return (this.#chosen ?? this.#own).low;
  }

  get high(): number {
    return (this.#chosen ?? this.#own).high;
  }

  get isChosen(): boolean {
    return this.#chosen !== null;
  }

  get isLog(): boolean {
    return this.#isLog;
  }

  set isLog(isLog) {
    if (isLog === this.#isLog) return;
    this.#isLog = isLog;
    this.#chosen = null;
    this.changed.emit(this);
  }

  /** Sets the range of the values, which is shown unless the reader has chosen another. */
  fit(low: number, high: number): void {
    if (low === this.#own.low && high === this.#own.high) return;
    this.#own = { low, high };
    this.fitted.emit(this);
  }

  /** Shows a range; one that is empty, or not positive on a logarithmic axis, is ignored. */
  show(low: number, high: number): void {
    if (!(high > low) || !Number.isFinite(high - low) || (this.#isLog && low <= 0)) return;
    this.#chosen = { low, high };
    this.changed.emit(this);
  }

  reset(): void {
    if (!this.#chosen) return;
    this.#chosen = null;
    this.changed.emit(this);
  }

  /** The place of a value on the axis: 0 at its low end, 1 at its high end. */
  share(value: number): number {
    const [from, to] = [this.#scaled(this.low), this.#scaled(this.high)];
    return (this.#scaled(value) - from) / (to - from);
  }

  valueAt(share: number): number {
    const [from, to] = [this.#scaled(this.low), this.#scaled(this.high)];
    const scaled = from + share * (to - from);
    return this.#isLog ? 10 ** scaled : scaled;
  }

  /** Shows a range that is shorter by `factor`; the value at `share` stays at its place. */
  zoom(factor: number, share: number): void {
    this.show(this.valueAt(share - share / factor), this.valueAt(share + (1 - share) / factor));
  }

  /** Moves the values by a part of the axis. */
  pan(share: number): void {
    this.show(this.valueAt(-share), this.valueAt(1 - share));
  }

  /** About `count` round values on the axis; over more than a decade of a logarithmic one, powers of ten. */
  ticks(count: number): number[] {
    const { low, high } = this;
    if (!this.#isLog || high < 10 * low) return niceTicks(low, high, count);
    const [first, last] = [Math.ceil(Math.log10(low)), Math.floor(Math.log10(high))];
    const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(count, 2)));
    const found: number[] = [];
    for (let power = first; power <= last; power += step) found.push(10 ** power);
    return found;
  }

  #scaled(value: number): number {
    return this.#isLog ? Math.log10(value) : value;
  }
}

/** The range of some values with room at both ends; on a logarithmic axis that of the positive ones. */
export function rangeOf(values: ArrayLike<number>, isLog: boolean): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < values.length; k++) {
    const value = values[k] ?? NaN;
    if (isLog && value <= 0) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!Number.isFinite(low + high)) return isLog ? [0.1, 1] : [-1, 1];
  if (isLog) return low === high ? [low / 10, high * 10] : [low / 1.3, high * 1.3];
  const room = 0.06 * (high - low) || Math.abs(high) || 1;
  return [low - room, high + room];
}
