const levels = [1, 0.7, 0.5] as const; // drawn pixels per pixel of the screen, along each side
const slow = 42; // ms between frames: below 24 per second motion no longer looks smooth
// Number of slow frames before fewer pixels are drawn; it is smaller the slower they are.
const patience = 8;
const rest = 160; // ms without change before the picture is drawn in full

/**
 * Draws fewer pixels while a slow machine shows motion, and all of them as soon as the motion
 * stops. A machine that was too slow once is not tried again: switching back and forth would be
 * visible.
 */
export class Quality {
  #level = 0;
  #slowPictures = 0;
  #last = 0;
  #isFull = true;

  /** Share of the pixels for a frame of a motion. */
  forMotion(now: number): number {
    const pause = now - this.#last;
    this.#last = now;
    if (pause < rest * 4) this.#judge(pause);
    this.#isFull = this.#level === 0;
    return levels[this.#level] ?? 1;
  }

  /** Whether the picture has been still long enough to be redrawn in full. */
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
