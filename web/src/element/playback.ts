import { onFrame } from "../base/ticker";
import type { Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import type { Settings } from "../study/settings";
import { Smoothness } from "../study/smoothness";

/** The start of a simulation. */
export interface Start {
  readonly settings: Settings;
  /** s */
  readonly time: number;
  readonly plays: boolean;
}

/** Advances the clock with each frame, draws, and keeps the clock within the computed rows. */
export class Playback {
  readonly #smoothness: Smoothness;
  #start: Start = { settings: { set: {}, inputs: {} }, time: 0, plays: false };
  #hasBegun = false;
  #endTicks: (() => void) | null = null;

  constructor(
    readonly experiment: Experiment,
    readonly clock: Clock,
    readonly draw: () => void,
  ) {
    this.#smoothness = new Smoothness(clock);
    experiment.restAt = (t) => this.#smoothness.restAt(t);
    experiment.grown.on(() => this.#followRun());
    experiment.changed.on(() => this.#followRun());
  }

  /** Starts like this when the next run has its first row. */
  begin(start: Start): void {
    this.#start = start;
    this.#hasBegun = false;
  }

  /** Whether the clock runs and frames are drawn. */
  setLive(live: boolean): void {
    if (live)
      this.#endTicks ??= onFrame((seconds) => {
        this.clock.tick(seconds);
        this.#smoothness.tick(seconds);
        this.draw();
      });
    else {
      this.#endTicks?.();
      this.#endTicks = null;
    }
  }

  /** Stops the clock and moves it by a number of rows. */
  step(rows: number): void {
    const { trajectory } = this.experiment;
    if (!trajectory) return;
    this.clock.pause();
    const row = trajectory.locate(this.clock.time + 1e-9).row + rows;
    this.clock.seek(trajectory.value(Math.min(Math.max(row, 0), trajectory.rowCount - 1), 0));
  }

  #followRun(): void {
    const { clock } = this;
    const { trajectory, status } = this.experiment;
    if (!trajectory) return;
    clock.setEnd(trajectory.end, status === "computing" || status === "reading");
    if (!this.#hasBegun && trajectory.rowCount > 0) {
      this.#hasBegun = true;
      if (this.#start.time > 0) clock.seek(this.#start.time);
      if (this.#start.plays) clock.play();
    }
    if (!clock.isPlaying) clock.seek(clock.time);
  }
}
