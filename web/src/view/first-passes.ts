/**
 * Of the segments of a line through points (x, y, z of each) those that pass a place for the first time, by the
 * indices of the points where they begin: what only covers earlier ones is left out. Places are cubes of the side
 * `cell`.
 */
export function firstPasses(points: readonly number[], cell: number): number[] {
  const isPassed = new Set<string>();
  const found: number[] = [];
  for (let at = 0; 3 * at + 5 < points.length; at++) {
    const start = points.slice(3 * at, 3 * at + 3);
    const way = start.map((from, axis) => (points[3 * at + 3 + axis] ?? NaN) - from);
    const steps = cell > 0 ? Math.ceil((2 * Math.hypot(...way)) / cell) : 0;
    let isNew = cell === 0;
    for (let step = 0; step <= steps; step++) {
      const place = start.map((from, axis) =>
        Math.round((from + ((way[axis] ?? NaN) * step) / Math.max(1, steps)) / cell),
      );
      const key = place.join();
      if (isPassed.has(key)) continue;
      isPassed.add(key);
      isNew = true;
    }
    if (isNew) found.push(at);
  }
  return found;
}
