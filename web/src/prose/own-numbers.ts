/** A parameter whose value each reader draws from `from`, `from + by`, … up to `to`. */
export interface Range {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** A name in braces, as in a question: the reader's number with its unit stands there. */
export const nameInText = /\{([^{}\s]+)\}/g;

const number = String.raw`([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)`;
const pattern = new RegExp(`^(\\S+):\\s*${number}\\s+to\\s+${number}\\s+by\\s+${number}$`, "i");
/** More values would be no easier to tell apart. */
const mostValues = 10_000;

/** Reads "omega_0: 3 to 7 by 0.5, l: 0.1 to 0.2 by 0.01"; null if it is not of this form. */
export function readRanges(text: string): readonly Range[] | null {
  const ranges = text
    .split(/[,;]/)
    .filter((one) => one.trim() !== "")
    .map((one): Range | null => {
      const [, name = "", ...numbers] = pattern.exec(one.trim()) ?? [];
      const [from = NaN, to = NaN, by = NaN] = numbers.map(Number);
      const isRange = name !== "" && by > 0 && to > from && (to - from) / by <= mostValues;
      return isRange ? { name, from, to, by } : null;
    });
  return ranges.every((range) => range !== null) ? ranges : null;
}

/**
 * The values that a reader with this seed has in this task. The same seed gives the same values on
 * every machine; values are decimal numbers with the digits of `from` and `by`.
 */
export function drawNumbers(
  ranges: readonly Range[],
  seed: string,
  task: number,
): Record<string, number> {
  return Object.fromEntries(
    ranges.map(({ name, from, to, by }) => {
      const count = Math.floor((to - from) / by + 1e-9) + 1;
      const index = Math.floor(fraction(`${seed}\n${task}\n${name}`) * count);
      const digits = Math.max(digitsOf(from), digitsOf(by));
      return [name, Number((from + index * by).toFixed(digits))];
    }),
  );
}

/** The digits after the point of a decimal number. */
function digitsOf(value: number): number {
  const [, digits = "", exponent = "0"] =
    /^-?\d+(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(`${value}`) ?? [];
  return Math.min(20, Math.max(0, digits.length - Number(exponent)));
}

/** The numbers from 0 to `count` - 1 in an order that a text determines, and not in ascending order. */
export function shuffled(count: number, text: string): readonly number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(fraction(`${text}\n${last}`) * (last + 1));
    [all[last], all[other]] = [all[other] ?? 0, all[last] ?? 0];
  }
  const isAscending = all.every((one, index) => one === index);
  return isAscending ? [...all.slice(1), ...all.slice(0, 1)] : all;
}

/** A number in [0, 1) that a text determines: FNV-1a with the final mixing of MurmurHash3. */
function fraction(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return (hash >>> 0) / 2 ** 32;
}
