/**
 * A subset of the points (x, y, z of each), by their indices in ascending order, including the
 * first and the last. The line through them passes all other points within `tolerance`. Douglas and
 * Peucker (1973).
 */
export function thinned(points: readonly number[], tolerance: number): number[] {
  const count = Math.floor(points.length / 3);
  const isKept = new Uint8Array(count);
  if (count > 0) isKept[0] = isKept[count - 1] = 1;
  const spans: [number, number][] = [[0, count - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [farthest, largest] = [0, tolerance * tolerance];
    for (let at = from + 1; at < to; at++) {
      const square = squareDistance(points, at, from, to);
      if (square > largest) [farthest, largest] = [at, square];
    }
    if (farthest === 0) continue;
    isKept[farthest] = 1;
    spans.push([from, farthest], [farthest, to]);
  }
  return Array.from({ length: count }, (_, at) => at).filter((at) => isKept[at]);
}

/** From a point to the segment between two others, squared. */
function squareDistance(points: readonly number[], at: number, from: number, to: number): number {
  let [along, length, own] = [0, 0, 0];
  for (let axis = 0; axis < 3; axis++) {
    const start = points[3 * from + axis] ?? NaN;
    const way = (points[3 * to + axis] ?? NaN) - start;
    const reached = (points[3 * at + axis] ?? NaN) - start;
    along += way * reached;
    length += way * way;
    own += reached * reached;
  }
  const share = length > 0 ? Math.min(1, Math.max(0, along / length)) : 0;
  return own - share * (2 * along - share * length);
}
