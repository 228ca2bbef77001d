import type { Clock } from "./clock";

/** Between two pictures, s: more, and motion no longer looks smooth. */
const slow = 1 / 24;
/** Least lead of the computation over the figure before it may rest, s of the reader's time. */
const ahead = 10;
/** Rest of the computation after each portion, ms: four times as long as a portion takes. */
const rest = 400;
/** Weight of the newest picture in the mean. */
const newest = 0.1;

/**
 * How smoothly a figure plays. A machine that cannot draw and compute at once draws first, as long as the computation
 * stays ahead of what is shown; a figure that stands leaves the machine to the computation.
 */
export class Smoothness {
  readonly #clock: Clock;
  #pause = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** One more picture, `seconds` after the last one. */
  tick(seconds: number): void {
    this.#pause += newest * (seconds - this.#pause);
  }

  /** How long a computation that has come to the time `computed` rests, ms. */
  restAt(computed: number): number {
    const { isPlaying, time, speed } = this.#clock;
    return isPlaying && this.#pause > slow && computed - time > ahead * speed ? rest : 0;
  }
}
