/**
 * The segments of a line through points (x, y, z of each) that pass a place for the first time, by
 * the indices of their first points. Segments that only cover earlier ones are omitted. Places are
 * cubes of the side `cell`.
 */
export function firstPasses(points: readonly number[], cell: number): number[] {
  const isPassed = new Set<number>();
  const found: number[] = [];
  const [left = 0, front = 0, low = 0] = points;
  const index = (length: number): number => Math.round(length / cell) + 2 ** 16;
  // A number for each place: its three indices have 17 bits.
  const keyAt = (x: number, y: number, z: number): number =>
    (index(x - left) * 2 ** 17 + index(y - front)) * 2 ** 17 + index(z - low);
  for (let at = 0; 3 * at + 5 < points.length; at++) {
    const [x = NaN, y = NaN, z = NaN, toX = NaN, toY = NaN, toZ = NaN] = points.slice(
      3 * at,
      3 * at + 6,
    );
    const length = Math.hypot(toX - x, toY - y, toZ - z);
    const steps = cell > 0 ? Math.max(1, Math.ceil((2 * length) / cell)) : 0;
    let isNew = cell === 0;
    for (let step = 0; step <= steps; step++) {
      const share = steps > 0 ? step / steps : 0;
      const key = keyAt(x + share * (toX - x), y + share * (toY - y), z + share * (toZ - z));
      if (isPassed.has(key)) continue;
      isPassed.add(key);
      isNew = true;
    }
    if (isNew) found.push(at);
  }
  return found;
}
