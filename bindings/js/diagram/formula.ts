/** A number in a formula. */
export interface NumberFormula {
  /** Which formula it is. */
  readonly kind: "number";
  /** In the unit that the formula makes of it. */
  readonly value: number;
}

/** A name in a formula. */
export interface NameFormula {
  /** Which formula it is. */
  readonly kind: "name";
  /** As the text has it, with dots: `crank.phi`. */
  readonly name: string;
}

/** A function or an operation. */
export interface CallFormula {
  /** Which formula it is. */
  readonly kind: "call";
  /** `cos`, `+`, `neg`, `list`. */
  readonly name: string;
  /** What it is of. */
  readonly args: readonly Formula[];
}

/** A formula of a model's text, as far as a diagram has to understand it. */
export type Formula = NumberFormula | NameFormula | CallFormula;

const token =
  /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([\p{L}_][\p{L}\p{M}\p{N}_]*(?:\[[^\]]*\])?(?:\.[\p{L}\p{M}\p{N}_]+(?:\[[^\]]*\])?)*)|(<=|>=|==|!=|&&|\|\||[-+*/^(),[\]<>!]))/iuy;

const precedence: Readonly<Record<string, number>> = {
  "||": 1,
  "&&": 2,
  "<": 3,
  ">": 3,
  "<=": 3,
  ">=": 3,
  "==": 3,
  "!=": 3,
  "+": 4,
  "-": 4,
  "*": 5,
  "/": 5,
  "^": 7,
};

/** Reads a formula; one that cannot be read becomes a call of nothing with all names in it. */
export function parseFormula(text: string): Formula {
  try {
    return new Parser(text).whole();
  } catch {
    const names = text.match(/[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}\p{M}\p{N}_]+)*/gu) ?? [];
    return { kind: "call", name: "", args: names.map((name) => ({ kind: "name", name })) };
  }
}

class Parser {
  #at = 0;
  #token = "";
  #kind: "number" | "name" | "sign" | "end" = "end";

  constructor(readonly text: string) {
    this.#next();
  }

  whole(): Formula {
    const formula = this.#expression(0);
    if (this.#kind !== "end") throw new SyntaxError(this.#token);
    return formula;
  }

  #next(): void {
    token.lastIndex = this.#at;
    const match = token.exec(this.text);
    if (!match) {
      if (this.text.slice(this.#at).trim() !== "") throw new SyntaxError(this.text);
      this.#kind = "end";
      return;
    }
    this.#at = token.lastIndex;
    const [, number, name, sign] = match;
    this.#token = number ?? name ?? sign ?? "";
    this.#kind = number !== undefined ? "number" : name !== undefined ? "name" : "sign";
  }

  #take(sign: string): boolean {
    if (this.#kind !== "sign" || this.#token !== sign) return false;
    this.#next();
    return true;
  }

  #expression(least: number): Formula {
    let left = this.#operand();
    for (;;) {
      const sign = this.#kind === "sign" ? this.#token : "";
      const binds = precedence[sign];
      if (binds === undefined || binds < least) return left;
      this.#next();
      const right = this.#expression(sign === "^" ? binds : binds + 1);
      left = { kind: "call", name: sign, args: [left, right] };
    }
  }

  #operand(): Formula {
    if (this.#take("-")) return { kind: "call", name: "neg", args: [this.#expression(6)] };
    if (this.#take("+")) return this.#expression(6);
    if (this.#take("!")) return { kind: "call", name: "!", args: [this.#expression(6)] };
    if (this.#take("(")) {
      const inner = this.#expression(0);
      if (!this.#take(")")) throw new SyntaxError(this.#token);
      return inner;
    }
    if (this.#take("[")) return { kind: "call", name: "list", args: this.#list("]") };
    const [word, kind] = [this.#token, this.#kind];
    this.#next();
    if (kind === "number") return { kind, value: Number(word) };
    if (kind !== "name") throw new SyntaxError(word);
    if (this.#take("(")) return { kind: "call", name: word, args: this.#list(")") };
    return { kind, name: word };
  }

  #list(close: string): Formula[] {
    const items: Formula[] = [];
    if (this.#take(close)) return items;
    for (;;) {
      items.push(this.#expression(0));
      if (this.#take(close)) return items;
      if (!this.#take(",")) throw new SyntaxError(this.#token);
    }
  }
}

/** What is added up in a formula: a*(b + c)/d are two terms, a*b/d and a*c/d. */
export function termsOf(formula: Formula): Formula[] {
  if (formula.kind !== "call") return [formula];
  const { name, args } = formula;
  const [first, second] = args;
  if (!first) return [formula];
  const call = (...parts: Formula[]): Formula => ({ kind: "call", name, args: parts });
  if (name === "neg") return termsOf(first).map((term) => call(term));
  if (!second) return [formula];
  if (name === "+" || name === "-") return [...termsOf(first), ...termsOf(second)];
  if (name === "/") return termsOf(first).map((term) => call(term, second));
  if (name !== "*") return [formula];
  const [left, right] = [termsOf(first), termsOf(second)];
  if (left.length * right.length > 400) return [formula];
  return left.flatMap((one) => right.map((other) => call(one, other)));
}

/** The names in a formula, those in `effort(x)` as "effort(x)". */
export function namesOf(formula: Formula, into: Set<string> = new Set()): Set<string> {
  if (formula.kind === "name") into.add(formula.name);
  if (formula.kind !== "call") return into;
  const [first] = formula.args;
  if (/^(effort|momentum|multiplier|rate)$/.test(formula.name) && first?.kind === "name")
    into.add(`${formula.name}(${first.name})`);
  else for (const part of formula.args) namesOf(part, into);
  return into;
}

/** The value of a formula of numbers; NaN where it is not one. */
export function valueOf(formula: Formula, known: Pick<ReadonlyMap<string, number>, "get">): number {
  if (formula.kind === "number") return formula.value;
  if (formula.kind === "name") return known.get(formula.name) ?? NaN;
  const [x = NaN, y = NaN] = formula.args.map((part) => valueOf(part, known));
  switch (formula.name) {
    case "+":
      return x + y;
    case "-":
      return x - y;
    case "neg":
      return -x;
    case "*":
      return x * y;
    case "/":
      return x / y;
    case "^":
      return x ** y;
    case "floor":
      return Math.floor(x);
    default:
      return NaN;
  }
}
