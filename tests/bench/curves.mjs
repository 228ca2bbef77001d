// Errors and their CPU times.

/** @typedef {import("./linkages.mjs").Json} Json */
/** @typedef {{ error: number, seconds: number, job?: Json }} Point */

/**
 * @typedef {object} Curve
 * @property {string} name the method
 * @property {"native" | "wasm" | "ida" | "simbody"} where
 * @property {Point[]} points none is both slower and less accurate than another; the errors fall
 * @property {{ job: Json, text: string }[]} failures jobs that did not finish
 */

/**
 * The points that no other point beats.
 * @param {Point[]} points
 */
export function front(points) {
  let best = Infinity;
  return points
    .sort((a, b) => a.seconds - b.seconds)
    .filter(({ error: now }) => {
      const isBetter = now < best;
      best = Math.min(best, now);
      return isBetter;
    });
}

/**
 * CPU time for an error, s, interpolated logarithmically; Infinity if it is not reached.
 * @param {Curve | undefined} curve
 * @param {number} wanted
 */
export function secondsFor(curve, wanted) {
  const points = curve?.points ?? [];
  const i = points.findIndex(({ error: now }) => now <= wanted);
  const [before, after] = [points[i - 1], points[i]];
  if (!after) return Infinity;
  if (!before) return after.seconds;
  const share = Math.log(wanted / before.error) / Math.log(after.error / before.error);
  return before.seconds * (after.seconds / before.seconds) ** share;
}
