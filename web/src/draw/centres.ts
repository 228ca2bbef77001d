import { linkageOf } from "./linkage";
import type { Vec } from "./numbers";
import type { Drawing, Pin } from "./things";

/** The point about which a body turns at this moment, m; null of a body that does not turn. */
export interface InstantCentre {
  readonly body: string;
  readonly place: Vec | null;
}

/** The instant centres of the bodies that a driver moves, relative to the ground. */
export function instantCentres(drawing: Drawing, driver: Pin): readonly InstantCentre[] {
  const linkage = linkageOf(drawing);
  if (!linkage || linkage.close() > 1e-7 || linkage.freedom !== 1) return [];
  const rates = linkage.ratesOf(driver.a.body, driver.b.body);
  if (!rates) return [];
  return linkage.names.flatMap((body, index): InstantCentre[] => {
    const k = 3 * index;
    const [vx = 0, vy = 0, omega = 0] = rates.subarray(k, k + 3);
    if (Math.hypot(vx, vy) < 1e-9 && Math.abs(omega) < 1e-9) return []; // at rest
    if (Math.abs(omega) < 1e-7) return [{ body, place: null }];
    const place = { x: (linkage.x[k] ?? 0) - vy / omega, y: (linkage.x[k + 1] ?? 0) + vx / omega };
    return [{ body, place }];
  });
}
