/** The mode of a piece in which several modes follow each other too quickly to be distinguished. */
export const several = 255;

/** A piece of a band: pixels from `from` up to `to` in one mode, or in several. */
export interface BandPiece {
  readonly from: number;
  readonly to: number;
  readonly mode: number;
}

/**
 * The modes of one law along a run, as the times at which they change. Beyond `capacity` changes,
 * neighbouring pieces are merged into pieces with several modes.
 */
export class ModeHistory {
  #starts = new Float64Array(64);
  #modes = new Uint8Array(64);
  /** The modes that have occurred. */
  readonly occurring = new Set<number>();
  count = 0;

  constructor(readonly capacity = 1 << 15) {}

  /** The mode of the last piece; -1 if there is none. */
  get last(): number {
    return this.count === 0 ? -1 : (this.#modes[this.count - 1] ?? -1);
  }

  /** The law is in this mode from t on. */
  begin(t: number, mode: number): void {
    if (mode === this.last) return;
    this.occurring.add(mode);
    if (this.count >= this.capacity) this.#merge();
    if (this.count === this.#modes.length) this.#grow();
    this.#starts[this.count] = t;
    this.#modes[this.count] = mode;
    this.count += 1;
  }

  start(piece: number): number {
    return this.#starts[piece] ?? NaN;
  }

  mode(piece: number): number {
    return this.#modes[piece] ?? -1;
  }

  /** The piece at time t; the first one before all of them. */
  pieceAt(t: number): number {
    let [low, high] = [0, this.count];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.start(middle) <= t) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The mode at time t, or `several`; -1 if none is known. */
  at(t: number): number {
    return this.mode(this.pieceAt(t));
  }

  /**
   * The pieces of a band of `width` pixels over the times `from` to `to`, up to the end of the run.
   * A pixel in which the mode changes more than once is one of several modes.
   */
  band(from: number, to: number, width: number, end: number): BandPiece[] {
    const pieces: BandPiece[] = [];
    const scale = width / (to - from);
    const x = (t: number): number => (t - from) * scale;
    const right = Math.min(width, x(end));
    if (this.count === 0 || !(right > 0)) return pieces;
    const add = (until: number, mode: number): void => {
      const last = pieces.at(-1);
      const begin = last?.to ?? 0;
      if (!(until > begin)) return;
      if (last?.mode === mode) pieces[pieces.length - 1] = { ...last, to: until };
      else pieces.push({ from: begin, to: until, mode });
    };
    let piece = this.pieceAt(from);
    while (piece < this.count) {
      const next = piece + 1 < this.count ? x(this.start(piece + 1)) : Infinity;
      if (next >= right) {
        add(right, this.mode(piece));
        break;
      }
      const pixel = Math.floor(Math.max(next, 0));
      const after = Math.max(piece + 1, this.pieceAt(from + (pixel + 1) / scale));
      if (after === piece + 1) {
        add(next, this.mode(piece));
      } else {
        add(pixel, this.mode(piece));
        add(Math.min(pixel + 1, right), several);
      }
      piece = after;
    }
    return pieces;
  }

  /** The time in each mode until `end`, s, by the numbers of the modes. */
  durations(end: number): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (let piece = 0; piece < this.count; piece++) {
      const until = piece + 1 < this.count ? this.start(piece + 1) : end;
      const mode = this.mode(piece);
      found.set(mode, (found.get(mode) ?? 0) + Math.max(0, until - this.start(piece)));
    }
    return found;
  }

  #grow(): void {
    const starts = new Float64Array(2 * this.count);
    const modes = new Uint8Array(2 * this.count);
    starts.set(this.#starts);
    modes.set(this.#modes);
    [this.#starts, this.#modes] = [starts, modes];
  }

  /** Merges the shortest neighbouring pieces: their number falls at least by half. */
  #merge(): void {
    const lengths = Float64Array.from({ length: this.count - 1 }, (_, piece) => {
      return this.start(piece + 1) - this.start(piece);
    });
    const limit = lengths.slice().sort()[Math.floor(0.75 * lengths.length)] ?? 0;
    let kept = 0;
    for (let piece = 0; piece < this.count; piece++) {
      const isShort = (lengths[piece] ?? Infinity) <= limit;
      const mode = isShort ? several : this.mode(piece);
      if (kept > 0 && this.#modes[kept - 1] === mode) continue;
      this.#starts[kept] = this.start(piece);
      this.#modes[kept] = mode;
      kept += 1;
    }
    this.count = kept;
  }
}
