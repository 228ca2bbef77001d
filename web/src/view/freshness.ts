import { isWhole, type Trajectory } from "../engine/trajectory";
import { Quality } from "./quality";

/**
 * After a frame, added rows alone are not drawn for this multiple of its drawing time, since
 * drawing delays computing.
 */
const growthPause = 5;

/** Decides when a frame is redrawn, and with how many pixels. */
export class Freshness {
  readonly #quality = new Quality();
  #isStale = true;
  /** Number of rows at the last drawing. */
  #rows = 0;
  /** Earliest time at which added rows are drawn again, ms. */
  #nextGrowth = 0;

  /** `host` has the attribute data-stale until its picture is up to date and has all pixels. */
  constructor(readonly host: HTMLElement) {
    this.touch();
  }

  /** Requests another frame. */
  touch(): void {
    this.#isStale = true;
    this.host.toggleAttribute("data-stale", true);
  }

  /** Another motion is shown. */
  restart(): void {
    this.#rows = 0;
    this.touch();
  }

  /** Whether there are rows that have not been drawn yet. */
  hasNewRows({ computed }: Trajectory): boolean {
    return computed !== this.#rows;
  }

  /** The share of the pixels for a frame now; 0 if no frame is needed. */
  shareFor(trajectory: Trajectory, now: number): number {
    if (this.hasNewRows(trajectory) && (now >= this.#nextGrowth || isWhole(trajectory)))
      this.touch();
    const isFinal = !this.#isStale && this.#quality.wantsFull(now);
    if (trajectory.computed === 0 || !(this.#isStale || isFinal)) return 0;
    return isFinal ? 1 : this.#quality.forMotion(now);
  }

  /** A frame was drawn with this share of its pixels. Drawing started at the time `begin`, ms. */
  drawn({ computed }: Trajectory, share: number, begin: number): void {
    this.#isStale = false;
    if (share === 1) this.host.removeAttribute("data-stale");
    this.#rows = computed;
    this.#nextGrowth = begin + growthPause * (performance.now() - begin);
  }
}
