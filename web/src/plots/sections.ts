/** Rows of a run as plots of points read them. */
export interface Rows {
  readonly times: Float64Array;
  /** The values in which a condition is looked for. */
  readonly values: Float64Array;
  /** Whether the values are angles, which begin anew after a turn. */
  readonly isAngle?: boolean;
}

/**
 * The times at which the values rise through a level, linear between rows. An angle passes its level once in each turn,
 * whether it is counted on or begins anew.
 */
export function risingTimes({ times, values, isAngle = false }: Rows, level: number): Float64Array {
  const found: number[] = [];
  for (let row = 1; row < values.length; row++) {
    let before = (values[row - 1] ?? NaN) - level;
    let after = (values[row] ?? NaN) - level;
    if (isAngle) {
      const change = turned(after - before);
      before = turned(before);
      after = before + change;
    }
    if (!(before < 0 && after >= 0)) continue;
    const [from, to] = [times[row - 1] ?? 0, times[row] ?? 0];
    found.push(from + ((to - from) * before) / (before - after));
  }
  return Float64Array.from(found);
}

/** An angle from -pi to pi. */
function turned(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** Every multiple of a period up to the end of the run; none if the period is not positive or too short to tell apart. */
export function periodicTimes({ times }: Pick<Rows, "times">, period: number): Float64Array {
  const end = times.at(-1) ?? 0;
  const count = Math.floor((end / period) * (1 + 1e-12)) + 1;
  if (!(period > 0) || count > times.length) return new Float64Array();
  return Float64Array.from({ length: count }, (_, k) => k * period);
}

/** The maxima of the values: the vertices of the parabolas through three rows of equal distance. */
export function maximaOf(values: Float64Array): Float64Array {
  const found: number[] = [];
  for (let row = 1; row + 1 < values.length; row++) {
    const [before, at, after] = [
      values[row - 1] ?? NaN,
      values[row] ?? NaN,
      values[row + 1] ?? NaN,
    ];
    if (!(at > before && at >= after)) continue;
    const bend = before - 2 * at + after;
    found.push(at - (after - before) ** 2 / (8 * bend));
  }
  return Float64Array.from(found);
}

/** Each maximum over the one before it (E. N. Lorenz, J. Atmos. Sci. 20 (1963), 130, fig. 4). */
export function maximaMap(values: Float64Array): {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
} {
  const maxima = maximaOf(values);
  return { xs: maxima.slice(0, -1), ys: maxima.slice(1) };
}
