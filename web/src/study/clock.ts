import { Emitter } from "../base/emitter";

export const speeds = [0.1, 0.25, 0.5, 1, 2, 5] as const;

/**
 * The page's own time: plays a trajectory independently of the speed of the computation. The 3-D
 * view, the traces, the ledger and the time slider all follow it.
 */
export class Clock {
  readonly changed = new Emitter<Clock>();
  #time = 0;
  #isPlaying = false;
  #speed = 1;
  /** The end of the displayable time, s. */
  #end = 0;
  /** Whether more rows will come after `end`. */
  #isGrowing = true;
  /** Starts again after the end. */
  loops = false;

  get time(): number {
    return this.#time;
  }

  /** The end of the displayable time, s. */
  get end(): number {
    return this.#end;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get speed(): number {
    return this.#speed;
  }

  get isAtEnd(): boolean {
    return !this.#isGrowing && this.#time >= this.#end;
  }

  set speed(speed: number) {
    this.#speed = speed;
    this.changed.emit(this);
  }

  setEnd(end: number, isGrowing: boolean): void {
    this.#end = end;
    this.#isGrowing = isGrowing;
    if (!isGrowing && this.#time > end) this.seek(end);
  }

  play(): void {
    if (this.isAtEnd) this.#time = 0;
    this.#isPlaying = true;
    this.changed.emit(this);
  }

  pause(): void {
    this.#isPlaying = false;
    this.changed.emit(this);
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  /** Stops at the start. */
  reset(): void {
    this.#isPlaying = false;
    this.seek(0);
  }

  seek(t: number): void {
    this.#time = Math.max(0, this.#isGrowing ? t : Math.min(t, this.#end));
    this.changed.emit(this);
  }

  /** Advances the clock by `seconds` of real time. */
  tick(seconds: number): void {
    if (!this.#isPlaying) return;
    const next = this.#time + seconds * this.#speed;
    if (next < this.#end) this.#time = next;
    else if (this.#isGrowing)
      this.#time = Math.max(this.#time, this.#end); // waits for the engine
    else {
      this.#isPlaying = this.loops && this.#end > 0;
      this.#time = this.#isPlaying ? 0 : this.#end;
    }
    this.changed.emit(this);
  }
}
