const levels = [1, 0.7, 0.5] as const; // pixels drawn per pixel of the screen, along each side
const slow = 42; // ms between pictures: below 24 per second motion no longer looks smooth
const patience = 8; // pictures that are too slow before fewer pixels are drawn; fewer of them the slower they are
const rest = 160; // ms without change after which the picture is drawn in full

/**
 * Draws fewer pixels while a slow machine shows motion, and all of them as soon as it stands still.
 * A machine that was too slow once is not tried again: switching back and forth would be visible.
 */
export class Quality {
  #level = 0;
  #slowPictures = 0;
  #last = 0;
  #isFull = true;

  /** Share of the pixels for a picture that is drawn now because something changed. */
  forMotion(now: number): number {
    const pause = now - this.#last;
    this.#last = now;
    if (pause < rest * 4) this.#judge(pause);
    this.#isFull = this.#level === 0;
    return levels[this.#level] ?? 1;
  }

  /** Whether the picture has stood still long enough to be drawn again in full. */
  wantsFull(now: number): boolean {
    if (this.#isFull || now - this.#last < rest) return false;
    this.#isFull = true;
    return true;
  }

  #judge(pause: number): void {
    this.#slowPictures =
      pause > slow ? this.#slowPictures + pause / slow : Math.max(0, this.#slowPictures - 2);
    if (this.#slowPictures < patience || this.#level === levels.length - 1) return;
    this.#level++;
    this.#slowPictures = 0;
  }
}
