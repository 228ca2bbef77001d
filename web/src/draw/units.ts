import { valueOf } from "./formula";
import { rounded } from "./numbers";

/** Units that may be entered, what they are of the unit of a field, and as a formula. */
const units: readonly (readonly [RegExp, string, number])[] = [
  [/\s*(rpm|1\/min|U\/min)$/i, "rad/s", 1 / 30],
  [/\s*(°\/s|deg\/s)$/i, "rad/s", 1 / 180],
  [/\s*(°|deg)$/i, "rad", 1 / 180],
];

/** A value that was entered in another unit, in that of its field: "60 rpm" is "2*pi" rad/s. */
export function inUnit(text: string, unit: string): string {
  for (const [name, of, share] of units) {
    if (of !== unit || !name.test(text)) continue;
    const value = valueOf(text.replace(name, ""), () => undefined);
    if (value === undefined) return text;
    const parts = rounded(value * share, 9);
    return Math.abs(parts * 360 - Math.round(parts * 360)) < 1e-6
      ? `${parts === 1 ? "" : parts === -1 ? "-" : `${parts}*`}pi`
      : String(rounded(value * share * Math.PI, 9));
  }
  return text;
}
