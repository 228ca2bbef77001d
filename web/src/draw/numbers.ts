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

/**
 * The length of a taut rope, to eleven decimals and not below `x`: a rope that is too short by rounding would pull
 * its ends at once.
 */
export function ropeLength(x: number): number {
  return Math.ceil(x * 1e11 - 1e-3) / 1e11; // a thousandth is rounding of `x`
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

/** A start to eleven decimals where fewer would not do: a contact must not be penetrated by more than 1e-10 m. */
export function finely({ x, y }: Vec): readonly [number, number] {
  const short = pair({ x, y });
  const isSame = Math.max(Math.abs(short[0] - x), Math.abs(short[1] - y)) < 2e-11;
  return isSame ? short : [rounded(x, 11), rounded(y, 11)];
}

/** A place for a text. */
export function pair({ x, y }: Vec): readonly [number, number] {
  return [rounded(x), rounded(y)];
}

/** An angle for a text: multiples of 15 degrees as parts of pi. */
export function angleText(angle: number, decimals = usual): number | string {
  const parts = Math.round((angle * 12) / Math.PI);
  if (Math.abs(angle - (parts * Math.PI) / 12) > 10 ** -decimals) return rounded(angle, decimals);
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

/** The distance of a place from a segment, m. */
export function awayFromLine(from: Vec, to: Vec, place: Vec): number {
  const share = nearestOn(from, to, place);
  return distance(plus(from, times(minus(to, from), share)), place);
}

/** Whether a place is inside a polygon. */
export function isInside(corners: readonly Vec[], { x, y }: Vec): boolean {
  let isIn = false;
  corners.forEach((one, index) => {
    const next = corners[(index + 1) % corners.length] ?? one;
    const isBetween = one.y > y !== next.y > y;
    if (isBetween && x < ((next.x - one.x) * (y - one.y)) / (next.y - one.y) + one.x) isIn = !isIn;
  });
  return isIn;
}

/** Area, centre and second moment about the centre, of a simple polygon. */
export function polygon(corners: readonly Vec[]): {
  readonly area: number;
  readonly center: Vec;
  readonly moment: number;
} {
  let [area, x, y, moment] = [0, 0, 0, 0];
  corners.forEach((one, index) => {
    const next = corners[(index + 1) % corners.length] ?? one;
    const cross = one.x * next.y - one.y * next.x;
    area += cross / 2;
    x += ((one.x + next.x) * cross) / 6;
    y += ((one.y + next.y) * cross) / 6;
    moment += (cross * (dot(one, one) + dot(one, next) + dot(next, next))) / 12;
  });
  if (area === 0)
    return { area, center: middle(corners[0] ?? { x, y }, corners[1] ?? { x, y }), moment: 0 };
  const center = { x: x / area, y: y / area };
  return {
    area: Math.abs(area),
    center,
    moment: Math.abs(moment / area - dot(center, center)) * Math.abs(area),
  };
}
