/**
 * Whether an angle begins anew at a row: it jumps by more than half a turn. A line across the plot would be no part of
 * the motion.
 */
export function beginsAnew(values: ArrayLike<number>, row: number, unit: string): boolean {
  if (unit !== "rad" || row === 0) return false;
  return Math.abs((values[row] ?? 0) - (values[row - 1] ?? 0)) > Math.PI;
}
