import { isWhole, type Trajectory } from "../engine/trajectory";
import { Quality } from "./quality";

/** After a picture, added rows alone are not drawn for this many times as long as it took: drawing delays computing. */
const growthPause = 5;

/** Decides when a picture is drawn again, and with how many pixels. */
export class Freshness {
  readonly #quality = new Quality();
  #isStale = true;
  /** Number of rows that were drawn last. */
  #rows = 0;
  /** When added rows may be drawn again, ms. */
  #nextGrowth = 0;

  /** `host` has the attribute data-stale until its picture is up to date and has all pixels. */
  constructor(readonly host: HTMLElement) {
    this.touch();
  }

  /** Asks for another picture. */
  touch(): void {
    this.#isStale = true;
    this.host.toggleAttribute("data-stale", true);
  }

  /** Another motion is shown. */
  restart(): void {
    this.#rows = 0;
    this.touch();
  }

  /** Whether there are rows that were not drawn yet. */
  hasNewRows({ computed }: Trajectory): boolean {
    return computed !== this.#rows;
  }

  /** The share of the pixels that a picture needs now; 0 if it needs no picture. */
  shareFor(trajectory: Trajectory, now: number): number {
    if (this.hasNewRows(trajectory) && (now >= this.#nextGrowth || isWhole(trajectory)))
      this.touch();
    const isFinal = !this.#isStale && this.#quality.wantsFull(now);
    if (trajectory.computed === 0 || !(this.#isStale || isFinal)) return 0;
    return isFinal ? 1 : this.#quality.forMotion(now);
  }

  /** A picture was drawn with this share of its pixels. It was begun at the time `begin`, ms. */
  drawn({ computed }: Trajectory, share: number, begin: number): void {
    this.#isStale = false;
    if (share === 1) this.host.removeAttribute("data-stale");
    this.#rows = computed;
    this.#nextGrowth = begin + growthPause * (performance.now() - begin);
  }
}
