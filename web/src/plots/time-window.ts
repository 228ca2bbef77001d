import { Emitter } from "../base/emitter";

const narrowest = 1e-3; // share of the run

/** The part of a run that all of its charts show. */
export class TimeWindow {
  readonly changed = new Emitter<TimeWindow>();
  from = 0;
  to = 1;
  #until = 1;

  /** Shows the whole of a run; if the length is unchanged, the displayed part stays. */
  begin(until: number): void {
    if (until === this.#until) return;
    this.#until = until;
    this.reset();
  }

  get isWhole(): boolean {
    return this.from === 0 && this.to === this.#until;
  }

  reset(): void {
    this.#set(0, this.#until);
  }

  show(from: number, to: number): void {
    if (to - from >= narrowest * this.#until) this.#set(from, to);
  }

  /** Shows a part that is shorter by `factor`; t stays at its place. */
  zoom(factor: number, t: number): void {
    const at = Math.min(Math.max(t, this.from), this.to);
    const span = Math.max((this.to - this.from) / factor, narrowest * this.#until);
    const share = (at - this.from) / (this.to - this.from);
    this.#set(at - share * span, at + (1 - share) * span);
  }

  /** Moves the displayed part by a share of its length. */
  pan(share: number): void {
    const by = share * (this.to - this.from);
    this.#set(this.from + by, this.to + by);
  }

  /** Scrolls so that t is visible. */
  follow(t: number): void {
    if (this.isWhole || (t >= this.from && t <= this.to)) return;
    const span = this.to - this.from;
    this.#set(t - 0.1 * span, t + 0.9 * span);
  }

  #set(from: number, to: number): void {
    const span = Math.min(to - from, this.#until);
    this.from = Math.min(Math.max(from, 0), this.#until - span);
    this.to = this.from + span;
    this.changed.emit(this);
  }
}
