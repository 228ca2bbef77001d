import type { Switch } from "../../../bindings/js/modes";

/** The meaning of a mark on the time axis. */
export const markKinds = ["event", "contact", "switch"] as const;
export type MarkKind = (typeof markKinds)[number];

/** This many of the first events are always kept. */
const mostListed = 200;

const unknown = 255;

/**
 * The events of a run in the order of time. If there are very many, only every second, fourth, ...
 * is kept.
 */
export class SwitchLog {
  #times = new Float64Array(64);
  /** For each kept event: kind, name, law + 1, mode before, mode after. */
  #facts = new Uint16Array(5 * 64);
  /** The first events. */
  readonly first: Switch[] = [];
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];
  /** Number of kept events. */
  count = 0;
  /** One out of this many events is kept. */
  stride = 1;
  /** Number of events of each kind, kept or not. */
  readonly totals: Record<MarkKind, number> = { event: 0, contact: 0, switch: 0 };
  #total = 0;

  constructor(readonly capacity = 1 << 18) {}

  add(one: Switch, kind: MarkKind): void {
    const { t, name, law, from, to } = one;
    if (this.first.length < mostListed) this.first.push(one);
    const number = this.#numberOf(name);
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    this.#total += 1;
    this.totals[kind] += 1;
    if ((this.#total - 1) % this.stride !== 0) return;
    if (this.count >= this.capacity) this.#thin();
    if (this.count === this.#times.length) this.#grow();
    this.#times[this.count] = t;
    const facts = [markKinds.indexOf(kind), number, law + 1, code(from), code(to)];
    this.#facts.set(facts, 5 * this.count);
    this.count += 1;
  }

  /** Number of all events, kept or not. */
  get total(): number {
    return this.#total;
  }

  /** The number of events of each name, the first name first. */
  get counts(): ReadonlyMap<string, number> {
    return new Map(this.#names.map((name, number) => [name, this.#counts[number] ?? 0]));
  }

  time(index: number): number {
    return this.#times[index] ?? NaN;
  }

  kind(index: number): MarkKind {
    return markKinds[this.#facts[5 * index] ?? 0] ?? "event";
  }

  at(index: number): Switch {
    const [, name = 0, law = 0, from = unknown, to = unknown] = this.#facts.subarray(
      5 * index,
      5 * index + 5,
    );
    const mode = (stored: number): number => (stored === unknown ? -1 : stored);
    const t = this.time(index);
    return { t, name: this.#names[name] ?? "", law: law - 1, from: mode(from), to: mode(to) };
  }

  /** The index of the first kept event at or after t. */
  firstFrom(t: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time(middle) < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of events of each kind in each of `width` pixels over the times `from` to `to`. */
  pixels(from: number, to: number, width: number): Readonly<Record<MarkKind, Uint32Array>> {
    const found = {
      event: new Uint32Array(width),
      contact: new Uint32Array(width),
      switch: new Uint32Array(width),
    };
    for (let index = this.firstFrom(from); index < this.count; index++) {
      const t = this.time(index);
      if (t > to) break;
      const pixel = Math.min(width - 1, Math.floor(((t - from) / (to - from)) * width));
      const own = found[this.kind(index)];
      own[pixel] = (own[pixel] ?? 0) + 1;
    }
    return found;
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  #grow(): void {
    const times = new Float64Array(2 * this.count);
    const facts = new Uint16Array(10 * this.count);
    times.set(this.#times);
    facts.set(this.#facts);
    [this.#times, this.#facts] = [times, facts];
  }

  /** Drops every second kept event. The next event has an even number, so it is kept. */
  #thin(): void {
    const kept = Math.ceil(this.count / 2);
    for (let index = 1; index < kept; index++) {
      this.#times[index] = this.time(2 * index);
      this.#facts.copyWithin(5 * index, 10 * index, 10 * index + 5);
    }
    this.count = kept;
    this.stride *= 2;
  }
}

const code = (mode: number): number => (mode < 0 ? unknown : mode);
