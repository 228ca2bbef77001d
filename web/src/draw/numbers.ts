/** A place or a displacement in the plane, m. */
export interface Vec {
  readonly x: number;
  readonly y: number;
}

/** Decimals of lengths, m, and angles, rad, that a text needs no more of. */
const usual = 6;
/** Decimals where a length closes a loop: the engine closes redundant loops to 1e-8. */
const exact = 9;

export function rounded(x: number, decimals = usual): number {
  return Number(x.toFixed(decimals)) + 0; // no -0
}

/** A length to nine decimals, to fewer where those say the same. */
export function exactly(x: number): number {
  const short = rounded(x);
  return Math.abs(short - x) < 10 ** -exact ? short : rounded(x, exact);
}

/** A place that the rounding of starts has moved a little, back where it was meant. */
export function tidy({ x, y }: Vec): Vec {
  const meant = (value: number): number => {
    const short = rounded(value, 3);
    return Math.abs(short - value) < 3e-6 ? short : rounded(value, exact);
  };
  return { x: meant(x), y: meant(y) };
}

/** A place for a text. */
export function pair({ x, y }: Vec): readonly [number, number] {
  return [rounded(x), rounded(y)];
}

/** An angle for a text: multiples of 15 degrees as parts of pi. */
export function angleText(angle: number): number | string {
  const parts = Math.round((angle * 12) / Math.PI);
  if (Math.abs(angle - (parts * Math.PI) / 12) > 10 ** -usual) return rounded(angle);
  if (parts === 0) return 0;
  const divisor = greatest(Math.abs(parts), 12);
  const [over, under] = [Math.abs(parts) / divisor, 12 / divisor];
  const sign = parts < 0 ? "-" : "";
  return `${sign}${over === 1 ? "" : `${over}*`}pi${under === 1 ? "" : `/${under}`}`;
}

function greatest(a: number, b: number): number {
  return b === 0 ? a : greatest(b, a % b);
}

export const plus = (a: Vec, b: Vec): Vec => ({ x: a.x + b.x, y: a.y + b.y });
export const minus = (a: Vec, b: Vec): Vec => ({ x: a.x - b.x, y: a.y - b.y });
export const times = (a: Vec, k: number): Vec => ({ x: a.x * k, y: a.y * k });
export const dot = (a: Vec, b: Vec): number => a.x * b.x + a.y * b.y;
export const distance = (a: Vec, b: Vec): number => Math.hypot(a.x - b.x, a.y - b.y);
export const middle = (a: Vec, b: Vec): Vec => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
export const directionOf = (angle: number): Vec => ({ x: Math.cos(angle), y: Math.sin(angle) });
export const angleOf = ({ x, y }: Vec): number => Math.atan2(y, x);
export const turned = ({ x, y }: Vec, by: number): Vec => ({
  x: x * Math.cos(by) - y * Math.sin(by),
  y: x * Math.sin(by) + y * Math.cos(by),
});

/** The parameter, from 0 to 1, of the point of a segment that is nearest to a place. */
export function nearestOn(from: Vec, to: Vec, place: Vec): number {
  const along = minus(to, from);
  const square = dot(along, along);
  if (square === 0) return 0;
  return Math.min(1, Math.max(0, dot(minus(place, from), along) / square));
}
