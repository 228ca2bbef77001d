/**
 * The x that minimises |A x - b|^2 + damping |x|^2, by the normal equations and Cholesky. `rows` are those of A, (m x n).
 * Dependent rows do no harm.
 */
export function leastSquares(
  rows: readonly Float64Array[],
  b: Float64Array,
  n: number,
  damping: number,
): Float64Array {
  const normal = Array.from({ length: n }, () => new Float64Array(n));
  const x = new Float64Array(n);
  rows.forEach((row, k) => {
    // Rows have few entries that are not 0.
    const filled: number[] = [];
    for (let i = 0; i < n; i++) if (row[i] !== 0) filled.push(i);
    for (const i of filled) {
      const value = row[i]!;
      const target = normal[i]!;
      x[i] = x[i]! + value * b[k]!;
      for (const j of filled) if (j <= i) target[j] = target[j]! + value * row[j]!;
    }
  });
  const scale = normal.reduce((most, row, i) => Math.max(most, row[i]!), 0);
  for (let i = 0; i < n; i++) {
    const row = normal[i]!;
    row[i] = row[i]! + damping * Math.max(scale, 1);
    for (let j = 0; j <= i; j++) {
      const other = normal[j]!;
      let sum = row[j]!;
      for (let k = 0; k < j; k++) sum -= row[k]! * other[k]!;
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-300)) : sum / other[j]!;
    }
    let sum = x[i]!;
    for (let k = 0; k < i; k++) sum -= row[k]! * x[k]!;
    x[i] = sum / row[i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i]!;
    for (let k = i + 1; k < n; k++) sum -= normal[k]![i]! * x[k]!;
    x[i] = sum / normal[i]![i]!;
  }
  return x;
}

/** The number of independent rows: those whose rest after Gram and Schmidt is larger than this share of them. */
export function rankOf(rows: readonly Float64Array[], least: number): number {
  const basis: Float64Array[] = [];
  for (const row of rows) {
    const size = Math.hypot(...row);
    const rest = row.slice();
    // Twice, so that rounding leaves nothing of the others.
    for (const one of [...basis, ...basis]) {
      let product = 0;
      for (let i = 0; i < rest.length; i++) product += rest[i]! * one[i]!;
      for (let i = 0; i < rest.length; i++) rest[i] = rest[i]! - product * one[i]!;
    }
    const left = Math.hypot(...rest);
    if (left > least * size) basis.push(rest.map((value) => value / left));
  }
  return basis.length;
}
