import type { Vec } from "./numbers";
import { driversOf, pointCurves, sweepOf, type Sweep } from "./sweep";
import { bodiesOf, flat, thingsOf, type Drawing } from "./things";

/** A sweep of a larger mechanism takes too long to follow the pointer. */
const mostBodies = 12;

const known = new WeakMap<Drawing, Sweep | null>();

/** The sweep of a small mechanism by its first driver; null where it has none. */
export function firstSweep(drawing: Drawing): Sweep | null {
  const before = known.get(drawing);
  if (before !== undefined) return before;
  const [driver] = bodiesOf(drawing).length <= mostBodies ? driversOf(drawing) : [];
  const sweep = driver ? sweepOf(drawing, driver) : null;
  known.set(drawing, sweep);
  return sweep;
}

/** The curves of the pens over the whole motion of the crank, m. */
export function penCurves(drawing: Drawing): readonly (readonly Vec[])[] {
  const pens = thingsOf(flat(drawing), "pen");
  const sweep = pens.length > 0 ? firstSweep(drawing) : null;
  if (!sweep) return [];
  return pens.map((pen) => {
    const [x, y] = pointCurves(sweep, pen);
    return x && y ? x.values.map((value, row) => ({ x: value, y: y.values[row] ?? 0 })) : [];
  });
}
