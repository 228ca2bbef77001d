import type { Clock } from "./clock";

/** Time between two frames, s, above which motion no longer looks smooth. */
const slow = 1 / 24;
/** Minimum lead of the computation over the figure before it may pause, s of real time. */
const ahead = 10;
/** Pause of the computation after each portion, ms: four times the duration of a portion. */
const rest = 400;
/** Weight of the newest frame in the mean. */
const newest = 0.1;

/**
 * Measures how smoothly a figure plays. A machine that cannot draw and compute at the same time
 * draws first, as long as the computation stays ahead of the display; a paused figure leaves the
 * machine to the computation.
 */
export class Smoothness {
  readonly #clock: Clock;
  #pause = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a frame, `seconds` after the last one. */
  tick(seconds: number): void {
    this.#pause += newest * (seconds - this.#pause);
  }

  /** How long a computation that has reached the time `computed` pauses, ms. */
  restAt(computed: number): number {
    const { isPlaying, time, speed } = this.#clock;
    return isPlaying && this.#pause > slow && computed - time > ahead * speed ? rest : 0;
  }
}
