import { formatUnit, superscript } from "../../../bindings/js/figure/names";
import { words } from "../words/words";

export { formatUnit, superscript };

/** Formats numbers, names and units for readers. */

/** A number with `digits` significant digits: 0.5236, −12.3, 3.1 × 10⁻¹⁵. */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e5 || magnitude < 1e-3) {
    const [mantissa = "", exponent = "0"] = value.toExponential(Math.min(digits, 3) - 1).split("e");
    return `${minus(mantissa)} × 10${superscript(String(Number(exponent)))}`;
  }
  return minus(String(Number(value.toPrecision(digits))));
}

/** Decimals that show `digits` digits of the largest of some numbers, so that all of them align. */
export function decimalsFor(largest: number, digits: number): number {
  if (!(largest > 0) || !Number.isFinite(largest)) return 0;
  return Math.min(Math.max(digits - 1 - Math.floor(Math.log10(largest)), 0), 12);
}

/** A number with a fixed number of decimals; very small numbers are written with a power of ten. */
export function formatFixed(value: number, decimals: number): string {
  if (value === 0) return "0";
  if (decimals > 6 || Math.abs(value) >= 1e7) return formatNumber(value, 3);
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : minus(text);
}

const prefixes = ["f", "p", "n", "µ", "m", "", "k", "M", "G", "T"] as const;
export type Prefix = (typeof prefixes)[number];

/**
 * The prefix of a unit in which numbers up to `largest` are short, and the number of units that it means: 4.2e-4 J are
 * written in µJ. From 0.1 to a million no prefix is needed.
 */
export function prefixFor(largest: number): { readonly prefix: Prefix; readonly factor: number } {
  if (!Number.isFinite(largest) || largest <= 0 || (largest >= 0.1 && largest < 1e6))
    return { prefix: "", factor: 1 };
  const thousands = Math.min(Math.max(Math.floor(Math.log10(largest) / 3), -5), 4);
  return { prefix: prefixes[thousands + 5] ?? "", factor: 1000 ** thousands };
}

/** The same number in words a screen reader can say: 3.1e-15 becomes "3.1 times 10 to the minus 15". */
export function spellNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return words.noNumber;
  const magnitude = Math.abs(value);
  if (value !== 0 && (magnitude >= 1e5 || magnitude < 1e-3)) {
    const [mantissa = "", exponent = "0"] = value.toExponential(1).split("e");
    return words.timesTen(mantissa, exponent.replace("-", `${words.minus} `).replace("+", ""));
  }
  return String(Number(value.toPrecision(digits)));
}

/** A time with constant width while it changes: 2.310. */
export function formatTime(t: number): string {
  return t.toFixed(2);
}

export function spellUnit(unit: string): string {
  const own = words.units[unit];
  return own ?? unit.replace(/\^2/g, ` ${words.squared}`).replace(/\//g, ` ${words.per} `);
}

function minus(text: string): string {
  return text.replace("-", "−");
}
