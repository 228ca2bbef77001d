/** The value of a name; undefined where it has none. */
export type Scope = (name: string) => number | undefined;

const functions: Readonly<Record<string, (...all: number[]) => number>> = {
  ...{ sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos },
  ...{ atan: Math.atan, atan2: Math.atan2, sqrt: Math.sqrt, abs: Math.abs, exp: Math.exp },
  ...{ log: Math.log, min: Math.min, max: Math.max },
};

const token =
  /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_.]*)|(\S))/giuy;

/** The value of a number or a formula of constants and parameters; undefined where it is of another kind. */
export function valueOf(formula: unknown, scope: Scope): number | undefined {
  if (typeof formula === "number") return formula;
  if (typeof formula !== "string") return undefined;
  try {
    const value = new Reader(formula, scope).read();
    return Number.isFinite(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads sums of products of powers, as the engine does: -a^2 is -(a^2). */
class Reader {
  readonly #tokens: { readonly text: string; readonly kind: "number" | "name" | "sign" }[] = [];
  #at = 0;

  constructor(
    formula: string,
    readonly scope: Scope,
  ) {
    token.lastIndex = 0;
    for (let match = token.exec(formula); match; match = token.exec(formula)) {
      const [, number, name, sign] = match;
      const kind = number ? "number" : name ? "name" : "sign";
      this.#tokens.push({ text: number ?? name ?? sign ?? "", kind });
    }
  }

  read(): number {
    const value = this.#sum();
    if (this.#at < this.#tokens.length) throw new SyntaxError("more than a formula");
    return value;
  }

  #takes(...signs: readonly string[]): string | undefined {
    const next = this.#tokens[this.#at];
    if (next?.kind !== "sign" || !signs.includes(next.text)) return undefined;
    this.#at++;
    return next.text;
  }

  #sum(): number {
    let value = this.#product();
    for (let sign = this.#takes("+", "-"); sign; sign = this.#takes("+", "-"))
      value += (sign === "+" ? 1 : -1) * this.#product();
    return value;
  }

  #product(): number {
    let value = this.#signed();
    for (let sign = this.#takes("*", "/"); sign; sign = this.#takes("*", "/")) {
      const factor = this.#signed();
      value = sign === "*" ? value * factor : value / factor;
    }
    return value;
  }

  #signed(): number {
    const sign = this.#takes("+", "-");
    if (sign) return (sign === "-" ? -1 : 1) * this.#signed();
    const base = this.#atom();
    return this.#takes("^") ? base ** this.#signed() : base;
  }

  #atom(): number {
    if (this.#takes("(")) return this.#closed(this.#sum());
    const next = this.#tokens[this.#at++];
    if (next?.kind === "number") return Number(next.text);
    if (next?.kind !== "name") throw new SyntaxError("expected a value");
    const call = functions[next.text];
    if (call && this.#takes("(")) {
      const all = [this.#sum()];
      while (this.#takes(",")) all.push(this.#sum());
      return this.#closed(call(...all));
    }
    const value = next.text === "pi" ? Math.PI : this.scope(next.text);
    if (value === undefined) throw new SyntaxError(`no value of ${next.text}`);
    return value;
  }

  #closed(value: number): number {
    if (!this.#takes(")")) throw new SyntaxError("expected )");
    return value;
  }
}
