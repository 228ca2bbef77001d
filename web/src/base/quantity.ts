/** A unit as a factor to SI units, and its dimension as exponents of the base units. */
interface Measure {
  readonly factor: number;
  readonly dimension: Readonly<Record<string, number>>;
}

const of = (factor: number, dimension: Record<string, number> = {}): Measure => ({
  factor,
  dimension,
});
const energy = { kg: 1, m: 2, s: -2 };
const force = { kg: 1, m: 1, s: -2 };
const power = { kg: 1, m: 2, s: -3 };

/** Names without prefixes. */
const plain: Readonly<Record<string, Measure>> = {
  "1": of(1),
  rad: of(1),
  "°": of(Math.PI / 180),
  deg: of(Math.PI / 180),
  rev: of(2 * Math.PI),
  rpm: of(Math.PI / 30, { s: -1 }),
  "%": of(0.01),
  "‰": of(0.001),
  min: of(60, { s: 1 }),
  h: of(3600, { s: 1 }),
  kg: of(1, { kg: 1 }),
};

/** Names that may have a prefix. */
const prefixable: Readonly<Record<string, Measure>> = {
  m: of(1, { m: 1 }),
  g: of(1e-3, { kg: 1 }),
  t: of(1e3, { kg: 1 }),
  s: of(1, { s: 1 }),
  A: of(1, { A: 1 }),
  K: of(1, { K: 1 }),
  mol: of(1, { mol: 1 }),
  N: of(1, force),
  J: of(1, energy),
  W: of(1, power),
  Wh: of(3600, energy),
  Hz: of(1, { s: -1 }),
  Pa: of(1, { kg: 1, m: -1, s: -2 }),
  bar: of(1e5, { kg: 1, m: -1, s: -2 }),
  l: of(1e-3, { m: 3 }),
  L: of(1e-3, { m: 3 }),
  C: of(1, { A: 1, s: 1 }),
  V: of(1, { ...power, A: -1 }),
  F: of(1, { kg: -1, m: -2, s: 4, A: 2 }),
  Ohm: of(1, { ...power, A: -2 }),
  ohm: of(1, { ...power, A: -2 }),
  Ω: of(1, { ...power, A: -2 }),
  S: of(1, { kg: -1, m: -2, s: 3, A: 2 }),
  H: of(1, { ...energy, A: -2 }),
  Wb: of(1, { ...energy, A: -1 }),
  T: of(1, { kg: 1, s: -2, A: -1 }),
};

const prefixes: Readonly<Record<string, number>> = {
  ...{ p: 1e-12, n: 1e-9, µ: 1e-6, μ: 1e-6, u: 1e-6, m: 1e-3, c: 1e-2, d: 1e-1 },
  ...{ k: 1e3, M: 1e6, G: 1e9 },
};

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Converts superscript digits to `^2`, and a typographic minus to "-". */
function tidied(text: string): string {
  return text
    .replace(/[−–⁻]/g, "-")
    .replace(/(-?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, sign: string, digits: string) => {
      return `^${sign}${[...digits].map((digit) => raised.indexOf(digit)).join("")}`;
    });
}

function named(name: string): Measure | null {
  if (Object.hasOwn(plain, name)) return plain[name] ?? null;
  if (Object.hasOwn(prefixable, name)) return prefixable[name] ?? null;
  const [first = "", ...rest] = name;
  const base = rest.join("");
  if (!Object.hasOwn(prefixes, first) || !Object.hasOwn(prefixable, base)) return null;
  const { factor, dimension } = prefixable[base]!;
  return { factor: factor * (prefixes[first] ?? 1), dimension };
}

/** Reads a unit such as `kg m^2`, `J/(kg K)` or `cm/s²`; null if a name in it is not a unit. */
export function readUnit(text: string): Measure | null {
  const tokens = tidied(text).match(/\^?-?\d+|[a-zA-ZµμΩ°%‰]+|[/()*·⋅×^]|\S/g) ?? [];
  let at = 0;
  const product = (): Measure | null => {
    let whole = of(1);
    let sign = 1;
    for (; at < tokens.length && tokens[at] !== ")";) {
      const token = tokens[at]!;
      if (/^[*·⋅×]$/.test(token)) at++;
      else if (token === "/") {
        sign = -1;
        at++;
      } else {
        const factor = power();
        if (!factor) return null;
        whole = times(whole, factor, sign);
        sign = 1;
      }
    }
    return sign === 1 ? whole : null;
  };
  const power = (): Measure | null => {
    const token = tokens[at++]!;
    let base: Measure | null;
    if (token === "(") {
      base = product();
      if (tokens[at++] !== ")") return null;
    } else base = named(token);
    const [, exponent] = /^\^(-?\d+)$/.exec(tokens[at] ?? "") ?? [];
    if (!base || exponent === undefined) return base;
    at++;
    return times(of(1), base, Number(exponent));
  };
  const whole = product();
  return at === tokens.length ? whole : null;
}

function times(one: Measure, other: Measure, exponent: number): Measure {
  const dimension: Record<string, number> = { ...one.dimension };
  for (const [base, count] of Object.entries(other.dimension))
    dimension[base] = (dimension[base] ?? 0) + exponent * count;
  return { factor: one.factor * other.factor ** exponent, dimension };
}

function isSameDimension(one: Measure, other: Measure): boolean {
  const bases = new Set([...Object.keys(one.dimension), ...Object.keys(other.dimension)]);
  return [...bases].every((base) => (one.dimension[base] ?? 0) === (other.dimension[base] ?? 0));
}

const numberPattern =
  /^([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?)(?:\s*(?:[*·⋅×x])\s*10\^([+-]?\d+))?\s*(.*)$/is;

/** Removes separators between groups of three digits: 1 234.5, 1,234.5, 1.234,5. */
function ungrouped(text: string): string {
  const join = (_: string, first: string, groups: string): string =>
    first + groups.replace(/\D/g, "");
  return text
    .replace(/^([+-]?\d{1,3})((?:[ \u00a0\u202f']\d{3})+)(?![\d])/, join)
    .replace(/^([+-]?\d{1,3})((?:,\d{3})+)(?=\.\d)/, join)
    .replace(/^([+-]?\d{1,3})((?:\.\d{3})+)(?=,\d)/, join);
}

/**
 * A reader's answer in `unit`: "0.2", "0,2", "20 cm", "3.1 × 10⁻³ m". A number alone is in that
 * unit. For an invalid answer, what is missing: a number, or a unit of the same kind.
 */
export function readQuantity(text: string, unit: string): number | "number" | "unit" {
  const tidy = ungrouped(tidied(text.trim()));
  const powerAlone = /^10\^([+-]?\d+)\s*(.*)$/s.exec(tidy);
  const [, digits, exponent, rest = ""] = powerAlone
    ? ["", "1", powerAlone[1], powerAlone[2]]
    : (numberPattern.exec(tidy) ?? []);
  if (digits === undefined) return "number";
  // Parsed as one numeral, because a product with a power of ten would be rounded twice.
  const numeral = digits.replace(",", ".");
  const value = Number(
    exponent === undefined ? numeral : /e/i.test(numeral) ? "" : `${numeral}e${exponent}`,
  );
  if (!Number.isFinite(value) || (exponent !== undefined && /e/i.test(numeral))) return "number";
  if (rest.trim() === "" || rest.trim() === unit.trim()) return value;
  const given = readUnit(rest);
  const wanted = readUnit(unit);
  if (!given || !wanted || !isSameDimension(given, wanted)) return "unit";
  return (value * given.factor) / wanted.factor;
}

/** The factor from one unit to another of the same kind; null if there is none. */
export function conversion(from: string, to: string): number | null {
  const [given, wanted] = [readUnit(from), readUnit(to)];
  return given && wanted && isSameDimension(given, wanted) ? given.factor / wanted.factor : null;
}
