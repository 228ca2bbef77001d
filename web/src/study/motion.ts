/** The course of a quantity over a run, for a sentence. */
export type Motion =
  | { readonly kind: "rests"; readonly at: number }
  | { readonly kind: "grows" | "falls"; readonly from: number; readonly to: number }
  | {
      readonly kind: "swings";
      readonly low: number;
      readonly high: number;
      /** Mean time between a turn and the next turn in the same direction, s. */
      readonly period: number;
    }
  | { readonly kind: "moves"; readonly low: number; readonly high: number };

/** Smaller reversals, relative to the span, do not count as turns. */
const ripple = 0.05;
/** A smaller span, relative to the size, counts as rest. */
const still = 1e-6;

/** Describes the course of values over time by the rows at which they turn. */
export function motionOf(times: Float64Array, values: Float64Array): Motion {
  const [low, high] = [values.reduce(least, Infinity), values.reduce(largest, -Infinity)];
  const [from, to] = [values[0] ?? 0, values.at(-1) ?? 0];
  const span = high - low;
  if (!(span > still * Math.max(Math.abs(low), Math.abs(high), still)))
    return { kind: "rests", at: from };
  const turns = turnsOf(values, ripple * span).map((row) => times[row] ?? 0);
  if (turns.length === 0) return { kind: to > from ? "grows" : "falls", from, to };
  const [first = 0, last = 0] = [turns[0], turns.at(-1)];
  if (turns.length < 3) return { kind: "moves", low, high };
  return { kind: "swings", low, high, period: (2 * (last - first)) / (turns.length - 1) };
}

/** Rows of the extremes after which the values return by more than `enough`. */
function turnsOf(values: Float64Array, enough: number): readonly number[] {
  const turns: number[] = [];
  let direction = 0;
  let extreme = 0;
  for (let row = 1; row < values.length; row++) {
    const way = (values[row] ?? 0) - (values[extreme] ?? 0);
    if (direction === 0 ? Math.abs(way) > enough : way * direction > 0) {
      direction = Math.sign(way);
      extreme = row;
    } else if (direction !== 0 && Math.abs(way) > enough) {
      turns.push(extreme);
      direction = -direction;
      extreme = row;
    }
  }
  return turns;
}

const least = (one: number, other: number): number => Math.min(one, other);
const largest = (one: number, other: number): number => Math.max(one, other);
