/** A number in a formula. */
export interface NumberFormula {
  /** The kind of formula. */
  readonly kind: "number";
  /** The number. */
  readonly value: number;
}

/** A name in a formula. */
export interface NameFormula {
  /** The kind of formula. */
  readonly kind: "name";
  /** The name in the component's text, entries with their index: `phi`, `r.1`. */
  readonly name: string;
}

/** A function or an operation. */
export interface CallFormula {
  /** The kind of formula. */
  readonly kind: "call";
  /** `cos`, `+`, `neg`. */
  readonly name: string;
  /** The operands. */
  readonly args: readonly Formula[];
}

/** A formula as the engine has read it. */
export type Formula = NumberFormula | NameFormula | CallFormula;

/** The value of a formula; NaN if a name or an operation in it is unknown. */
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
    default:
      return NaN;
  }
}
