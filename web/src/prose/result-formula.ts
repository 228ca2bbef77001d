/** A run, as far as a formula reads it. */
export interface Results {
  /** The values of a column over the rows; null if there is no such column. */
  column(name: string): ArrayLike<number> | null;
  /** The value of a column at a time, s; linear between rows. */
  at(name: string, t: number): number | null;
  /** The value of a parameter; null if there is none of this name. */
  parameter(name: string): number | null;
}

/** Computes the formula of a run; a sentence for its author if a name is not known. */
export type ResultFormula = (results: Results) => number | string;

/** Functions of a column. */
const ofColumn: Readonly<Record<string, (values: ArrayLike<number>) => number>> = {
  max: (values) => reduce(values, Math.max, -Infinity),
  min: (values) => reduce(values, Math.min, Infinity),
  start: (values) => values[0] ?? NaN,
  end: (values) => values[values.length - 1] ?? NaN,
};

const ofNumber: Readonly<Record<string, (value: number) => number>> = {
  ...{ sqrt: Math.sqrt, abs: Math.abs, sin: Math.sin, cos: Math.cos, tan: Math.tan },
  ...{ asin: Math.asin, acos: Math.acos, atan: Math.atan, exp: Math.exp, log: Math.log },
};

function reduce(
  values: ArrayLike<number>,
  pick: (one: number, other: number) => number,
  start: number,
): number {
  let best = start;
  for (let row = 0; row < values.length; row++) best = pick(best, values[row] ?? NaN);
  return best;
}

class Unknown extends Error {}

type Node = (results: Results) => number;
const token =
  /\s*(?:(\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)|([\p{L}_][\p{L}\d_.[\]]*)|(\S))/giuy;

/**
 * Reads a formula of results: numbers, parameters, `max(x)`, `min(x)`, `start(x)`, `end(x)` and
 * `at(x, t)` of columns, + - * / ^, and functions of numbers. Null if it is not such a formula.
 */
export function readFormula(text: string): ResultFormula | null {
  const tokens = [...text.matchAll(token)].map(([whole]) => whole.trim());
  const reader = new Reader(tokens);
  const node = reader.sum();
  if (!node || !reader.isAtEnd) return null;
  return (results) => {
    try {
      return node(results);
    } catch (error) {
      if (error instanceof Unknown) return error.message;
      throw error;
    }
  };
}

class Reader {
  #at = 0;

  constructor(readonly tokens: readonly string[]) {}

  get isAtEnd(): boolean {
    return this.#at === this.tokens.length;
  }

  sum(): Node | null {
    return this.#series(() => this.#product(), {
      "+": (one, other) => one + other,
      "-": (one, other) => one - other,
    });
  }

  #product(): Node | null {
    return this.#series(() => this.#signed(), {
      "*": (one, other) => one * other,
      "/": (one, other) => one / other,
    });
  }

  #series(
    part: () => Node | null,
    operations: Readonly<Record<string, (one: number, other: number) => number>>,
  ): Node | null {
    let whole = part();
    for (;;) {
      const sign = this.tokens[this.#at] ?? "";
      const apply = Object.hasOwn(operations, sign) ? operations[sign] : undefined;
      if (!whole || !apply) return whole;
      this.#at++;
      const [before, next] = [whole, part()];
      whole = next && ((results) => apply(before(results), next(results)));
    }
  }

  #signed(): Node | null {
    if (!this.#take("-")) return this.#power();
    const value = this.#signed();
    return value && ((results) => -value(results));
  }

  #power(): Node | null {
    const base = this.#atom();
    if (!base || !this.#take("^")) return base;
    const exponent = this.#signed();
    return exponent && ((results) => base(results) ** exponent(results));
  }

  #atom(): Node | null {
    const word = this.tokens[this.#at++] ?? "";
    if (word === "(") return this.#closed(this.sum());
    if (/^[\d.]/.test(word)) return () => Number(word);
    if (!/^[\p{L}_]/u.test(word)) return null;
    if (!this.#take("("))
      return word === "pi" ? () => Math.PI : (results) => parameter(results, word);
    if (word === "at" || Object.hasOwn(ofColumn, word)) return this.#ofColumn(word);
    const does = Object.hasOwn(ofNumber, word) ? ofNumber[word] : undefined;
    const value = does && this.#closed(this.sum());
    return value && does ? (results) => does(value(results)) : null;
  }

  #ofColumn(word: string): Node | null {
    const name = this.tokens[this.#at++] ?? "";
    if (!/^[\p{L}_]/u.test(name)) return null;
    const does = ofColumn[word];
    if (does) return this.#closed((results) => does(column(results, name)));
    const t = this.#take(",") ? this.#closed(this.sum()) : null;
    return (
      t &&
      ((results) => {
        const value = results.at(name, t(results));
        if (value === null) throw new Unknown(name);
        return value;
      })
    );
  }

  #closed(value: Node | null): Node | null {
    return this.#take(")") ? value : null;
  }

  #take(word: string): boolean {
    const isNext = this.tokens[this.#at] === word;
    if (isNext) this.#at++;
    return isNext;
  }
}

function column(results: Results, name: string): ArrayLike<number> {
  const values = results.column(name);
  if (!values) throw new Unknown(name);
  return values;
}

function parameter(results: Results, name: string): number {
  const value = results.parameter(name);
  if (value === null) throw new Unknown(name);
  return value;
}
