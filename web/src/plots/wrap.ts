/** A turn in the units in which angles are shown. */
const turns: Readonly<Record<string, number>> = { rad: 2 * Math.PI, "°": 360 };

/**
 * Whether an angle begins anew at a row: it jumps by more than half a turn. A line across the plot would be no part of
 * the motion.
 */
export function beginsAnew(values: ArrayLike<number>, row: number, unit: string): boolean {
  const turn = turns[unit];
  if (turn === undefined || row === 0) return false;
  return Math.abs((values[row] ?? 0) - (values[row - 1] ?? 0)) > turn / 2;
}
