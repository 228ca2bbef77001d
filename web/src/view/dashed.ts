/**
 * Cuts segments (x, y, z of both ends of each), which may follow each other, into dashes that are
 * as long as the gaps. A dash continues around bends. Another pass along the same path would fill
 * the gaps, so it is not drawn.
 */
export function dashed(ends: readonly number[], length: number): number[] {
  const cut: number[] = [];
  const passes = new Passes(length / 2, ends);
  let way = 0; // from the start of a dash; the next begins after twice the length
  for (let at = 0; at + 5 < ends.length; at += 6) {
    const [from, to] = [ends.slice(at, at + 3), ends.slice(at + 3, at + 6)];
    const all = Math.hypot(...to.map((x, axis) => x - (from[axis] ?? NaN)));
    const place = (s: number): number[] =>
      from.map((x, axis) => x + (s / all) * ((to[axis] ?? NaN) - x));
    for (let s = 0; s < all;) {
      const isDash = way < length;
      const next = Math.min(all, s + (isDash ? length : 2 * length) - way);
      const isFirst = passes.goOn(place((s + next) / 2), next - s);
      if (isDash && isFirst) cut.push(...place(s), ...place(next));
      way = next < all ? (isDash ? length : 0) : way + next - s;
      s = next;
    }
  }
  return cut;
}

/** The cubes of side `cell` that a path has passed, counted from its start. */
class Passes {
  /** The length of the path when it first entered a cube. */
  readonly #first = new Map<number, number>();
  #way = 0;

  constructor(
    readonly cell: number,
    readonly start: readonly number[],
  ) {}

  /**
   * Continues by `length` near a place; returns whether the path has not been near before, except
   * in its latest part.
   */
  goOn(place: readonly number[], length: number): boolean {
    const [i = 0, j = 0, k = 0] = place.map((x, axis) =>
      Math.round((x - (this.start[axis] ?? NaN)) / this.cell),
    );
    this.#way += length;
    const recent = this.#way - 5 * this.cell;
    let isFirst = true;
    for (const di of [-1, 0, 1])
      for (const dj of [-1, 0, 1])
        for (const dk of [-1, 0, 1])
          isFirst &&= !((this.#first.get(keyOf(i + di, j + dj, k + dk)) ?? Infinity) < recent);
    const key = keyOf(i, j, k);
    if (!this.#first.has(key)) this.#first.set(key, this.#way);
    return isFirst;
  }
}

/** A number for each cube: its three indices have 17 bits. */
function keyOf(i: number, j: number, k: number): number {
  const half = 2 ** 16;
  return ((i + half) * 2 ** 17 + j + half) * 2 ** 17 + k + half;
}
