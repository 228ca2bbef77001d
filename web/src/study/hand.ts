import type { Steer } from "../engine/client";
import type { Clock } from "./clock";
import { Emitter } from "../base/emitter";
import type { Experiment } from "./experiment";
import type { Grip } from "./hand-text";
import { withHands } from "./hand-text";
import { solvePose } from "./pose";
import { before, stepOf, type Pull } from "./pull";
import { words } from "../words/words";

/** A pull in progress. */
type Growing = Pull & { readonly path: number[][]; end?: number };

interface Held {
  readonly grip: Grip;
  readonly isPose: boolean;
  /** Place of the hand in the world frame, m. */
  place: readonly number[];
  isReleased: boolean;
  /** Whether the run has reached the time of the grab. */
  isLive: boolean;
}

/** Limit on the searches for a pose for one place of the hand. */
const mostSearches = 6;
/** Computed time ahead of the clock, s of real time. */
const lead = 1 / 30;
/** Natural frequency, rad/s, and damping ratio of the spring with the heaviest mass. */
const frequency = 12;
const damping = 0.5;

/**
 * The reader's hand. While the clock is at the start, it sets the pose; later it pulls. A pull
 * begins at the time of the clock and continues with it; the run follows step by step, and keeps it
 * as an input.
 */
export class Hand {
  /** Something was grabbed, moved or released. */
  readonly changed = new Emitter<Hand>();
  #held: Held | null = null;
  #isSolving = false;
  #isStuck = false;

  constructor(
    readonly experiment: Experiment,
    readonly clock: Clock,
  ) {
    experiment.changed.on(({ status }) => {
      if (this.#held && !this.#held.isPose && status !== "computing") this.release();
    });
  }

  get isHolding(): boolean {
    return this.#held !== null;
  }

  /** Whether the clock is at the start: then a grabbed body is posed, not pulled. */
  get isPosing(): boolean {
    return this.clock.time === 0 && !this.clock.isPlaying;
  }

  /** The place of the hand and the body that it holds; null if it is empty. */
  get held(): Readonly<Held> | null {
    return this.#held;
  }

  /** The fixed starts that keep the held body from following; "" while it follows. */
  get obstacle(): string {
    const fixed = (this.experiment.description?.states ?? []).filter((state) => state.fixed);
    if (!this.#isStuck) return "";
    return fixed.map(({ name }) => name).join(", ") || words.theConstraints;
  }

  /** Whether there is anything to undo. */
  get hasWorked(): boolean {
    const { pulls = [], starts } = this.experiment.settings;
    return pulls.length > 0 || starts !== undefined;
  }

  canTake(grip: Grip): boolean {
    const { experiment } = this;
    return experiment.description !== null && withHands(experiment.source, [grip]) !== null;
  }

  /** Grabs a body at a point that is at `place` now; false if it cannot be held. */
  take(grip: Grip, place: readonly number[]): boolean {
    const isPose = this.isPosing;
    if (this.#held || !this.canTake(grip) || (!isPose && this.clock.isAtEnd)) return false;
    this.#held = { grip, isPose, place: place.map(rounded), isReleased: false, isLive: isPose };
    this.#isStuck = false;
    if (!isPose) void this.#pull(this.#held);
    this.changed.emit(this);
    return true;
  }

  move(place: readonly number[]): void {
    const held = this.#held;
    if (!held) return;
    const from = held.place;
    held.place = place.map(rounded);
    if (held.isPose) void this.#put(held, from);
    this.changed.emit(this);
  }

  release(): void {
    if (!this.#held) return;
    this.#held.isReleased = true;
    this.#held = null;
    this.changed.emit(this);
  }

  /** Undoes all pulls, and the pose. */
  undo(): void {
    this.release();
    const { starts: _starts, pulls: _pulls, ...rest } = this.experiment.settings;
    void this.experiment.change({ ...rest, starts: undefined, pulls: undefined }, true);
  }

  async #pull(held: Held): Promise<void> {
    const { experiment, clock } = this;
    const h = experiment.step;
    const first = stepOf(clock.time, h);
    const stiffness = this.#mass() * frequency ** 2;
    const pull: Growing = {
      ...held.grip,
      stiffness: rounded(stiffness),
      damping: rounded((2 * damping * stiffness) / frequency),
      path: [],
    };
    const earlier = before(experiment.settings.pulls ?? [], first * h);
    const pulls = [...earlier, pull];
    const follow = (replay: Steer): Steer => {
      let isKept = false;
      let last = 0;
      return async (done, signal) => {
        last = done;
        if (done === 0) signal.addEventListener("abort", () => (pull.end ??= last * h));
        if (done < first || isKept) {
          const turn = await replay(done, signal);
          if (isKept) return turn;
          return { ...turn, steps: Math.min(turn.steps ?? Infinity, first - done) };
        }
        if (!held.isLive) this.#begin(held, first * h);
        await this.#until(() => (clock.time + lead * clock.speed) / h >= done + 1, held, signal);
        if (held.isReleased) {
          pull.end = done * h;
          isKept = true;
          experiment.keep(pulls);
          return replay(done, signal);
        }
        if (!isAt(pull.path.at(-1), held.place)) pull.path.push([done * h, ...held.place]);
        const goal = Math.floor((clock.time + lead * clock.speed) / h);
        const turn = await replay(done, signal);
        return { ...turn, steps: Math.max(1, goal - done) };
      };
    };
    clock.pause(); // until the run has reached this time again
    await experiment.pull(pulls, first * h, follow);
    if (pull.end === undefined && pull.path.length > 0 && experiment.end) {
      pull.end = experiment.trajectory?.end ?? 0;
      experiment.keep(pulls);
    }
    if (this.#held === held) this.release();
    // Released before it was held.
    if (pull.path.length === 0 && experiment.settings.pulls === pulls)
      void experiment.change({ pulls: earlier }, true);
  }

  #begin(held: Held, time: number): void {
    held.isLive = true;
    this.clock.seek(time);
    this.clock.play();
    this.changed.emit(this);
  }

  /** Waits until the clock has reached the time, the hand releases, or the run is cancelled. */
  #until(isTime: () => boolean, held: Held, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!isTime() && !held.isReleased && !signal.aborted) return;
        ends.forEach((end) => end());
        signal.removeEventListener("abort", check);
        resolve();
      };
      const ends = [this.clock.changed.on(check), this.changed.on(check)];
      signal.addEventListener("abort", check);
      check();
    });
  }

  /** Moves the point as near to the hand as the constraints allow, by repeated searches. */
  async #put(held: Held, from: readonly number[]): Promise<void> {
    if (this.#isSolving) return;
    this.#isSolving = true;
    const { experiment } = this;
    try {
      let at = from;
      let goal: readonly number[] = from;
      while (goal !== held.place && !held.isReleased) {
        goal = held.place;
        for (let search = 0; search < mostSearches; search++) {
          const found = await solvePose(experiment, held.grip, at, goal);
          this.#isStuck = search === 0 && found === null;
          if (!found) break;
          at = found.place;
          void experiment.change({ starts: found.starts }, true);
        }
        this.changed.emit(this);
      }
    } finally {
      this.#isSolving = false;
    }
  }

  /** kg: the largest mass that the model names, otherwise 1. */
  #mass(): number {
    const { description, settings } = this.experiment;
    const masses = (description?.parameters ?? [])
      .filter(({ unit }) => unit === "kg")
      .map(({ name, value }) => settings.set[name] ?? value)
      .filter((mass) => mass > 0);
    return masses.length > 0 ? Math.max(...masses) : 1;
  }
}

function isAt(known: readonly number[] | undefined, place: readonly number[]): boolean {
  return known !== undefined && place.every((x, axis) => known[axis + 1] === x);
}

/** Rounds a coordinate, which keeps links short. The rounding error is far below a pixel. */
function rounded(x: number): number {
  return Number(x.toPrecision(6));
}
