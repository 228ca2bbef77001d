import type { Trajectory } from "../engine/trajectory";
import type { Camera } from "../engine/types";
import type { Painter } from "./painter";
import { painterOf } from "./painters";

/** The displayed motion, the next one, and the painter for both. */
export class ShownRun {
  /** The displayed motion. */
  current: Trajectory | null = null;
  /** undefined while it is being loaded; null if it is not available. */
  painter: Painter | null | undefined;
  /** Resolves when the painter is loaded, or known to be missing. */
  loaded: Promise<void> = Promise.resolve();
  /** Whether another motion is shown instead of the run. */
  isLent = false;
  #run: Trajectory | null = null;
  #next: Trajectory | null = null;
  #kind: Camera["kind"] | "" = "";

  /** Replaces the run as soon as the new one has a row. */
  show(trajectory: Trajectory): void {
    this.#run = this.#next = trajectory;
    this.isLent = false;
    const { kind } = trajectory.scene.camera;
    if (kind !== this.#kind) this.loaded = this.#load(kind);
  }

  /** Shows another motion of the same bodies; null shows the run again. */
  lend(motion: Trajectory | null): void {
    this.#next = motion ?? this.#run;
    this.isLent = motion !== null;
  }

  /** Takes the next motion if it can be drawn now. */
  advance(): Trajectory | null {
    const next = this.#next;
    if (!next || next.rowCount === 0 || !this.painter) return null;
    this.#next = null;
    this.current = next;
    return next;
  }

  async #load(kind: Camera["kind"]): Promise<void> {
    this.#kind = kind;
    this.painter = undefined;
    const painter = await painterOf({ kind });
    if (kind === this.#kind) this.painter = painter;
  }
}
