import type { EquationSymbol } from "./types.js";

// Converts the LaTeX of the engine to MathML, which browsers typeset without libraries or fonts.

const letters: { readonly [command: string]: string } = {
  ...{ alpha: "α", beta: "β", gamma: "γ", delta: "δ", zeta: "ζ", eta: "η", theta: "θ" },
  ...{ iota: "ι", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ" },
  ...{ sigma: "σ", tau: "τ", upsilon: "υ", chi: "χ", psi: "ψ", omega: "ω" },
  ...{
    phi: "ϕ",
    varphi: "φ",
    epsilon: "ϵ",
    varepsilon: "ε",
    vartheta: "ϑ",
    nabla: "∇",
    infty: "∞",
    ell: "ℓ",
  },
};
const capitals: { readonly [command: string]: string } = {
  ...{ Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ", Xi: "Ξ", Pi: "Π", Sigma: "Σ" },
  ...{ Upsilon: "Υ", Phi: "Φ", Psi: "Ψ", Omega: "Ω" },
};
const operators: { readonly [command: string]: string } = {
  ...{ cdot: "⋅", le: "≤", land: "∧", lor: "∨", lnot: "¬", top: "⊤", cdots: "⋯" },
  ...{ lfloor: "⌊", rfloor: "⌋" },
};
const relations: { readonly [command: string]: string } = { ge: "≥", in: "∈", perp: "⊥" };
const spaces: { readonly [command: string]: string } = {
  ...{ ",": "0.17em", ";": "0.28em", quad: "1em", " ": "0.3em" },
};
const functionNames = /^(a?r?c?(sin|cos|tan)h?|ln|min|max)$/;

/** A piece of a row: its MathML, and whether a line may end next to it. */
interface Item {
  readonly ml: string;
  readonly kind: "atom" | "relation" | "sum" | "open" | "close" | "other";
  /** The content of large brackets. */
  readonly inner?: readonly Item[];
}

class Reader {
  #at = 0;
  #marks = true;

  constructor(
    readonly tex: string,
    readonly names: ReadonlyMap<string, string>,
  ) {}

  /** Reads items up to the end of the group, or to one of these commands. */
  items(...ends: readonly string[]): Item[] {
    const items: Item[] = [];
    while (this.#at < this.tex.length && this.tex[this.#at] !== "}") {
      if (ends.some((end) => this.tex.startsWith(end, this.#at))) break;
      const item = this.#scripted();
      if (item) items.push(item);
    }
    return items;
  }

  #row(...ends: readonly string[]): string {
    return row(this.items(...ends));
  }

  /** An atom with its indices and exponents; symbols of the model are marked. */
  #scripted(): Item | null {
    const from = this.#at;
    const base = this.#atom();
    if (!base || !/[_^']/.test(this.tex[this.#at] ?? "")) return base && this.#marked(base, from);
    let [below, above, inner] = ["", "", this.#name(from)];
    for (let sign = ""; /[_^']/.test((sign = this.tex[this.#at] ?? ""));) {
      this.#at++;
      if (sign === "_") {
        below = this.#group();
        if (above === "") inner = this.#name(from);
      } else above += sign === "'" ? "<mo>′</mo>" : this.#group();
    }
    const outer = above === "" ? undefined : this.#name(from);
    const index = below ? `<msub>${base.ml}${below}</msub>` : base.ml;
    if (above === "") return { ...base, ml: mark(index, inner) };
    if (outer || !inner)
      return { ...base, ml: mark(scripts(base.ml, below, `<mrow>${above}</mrow>`), outer) };
    return { ...base, ml: `<msup>${mark(index, inner)}<mrow>${above}</mrow></msup>` };
  }

  #marked(item: Item, from: number): Item {
    return { ...item, ml: mark(item.ml, this.#name(from)) };
  }

  /** The name of the symbol in the text since `from`; a rate has the name of its state. */
  #name(from: number): string | undefined {
    if (!this.#marks) return undefined;
    const tex = this.tex.slice(from, this.#at).trim();
    return this.names.get(tex.replace(/^\\dot\{((?:[^{}]|\{[^{}]*\})*)\}/, "$1"));
  }

  /** A group that is only a part of a symbol. */
  #unmarked(): string {
    const before = this.#marks;
    this.#marks = false;
    const content = this.#group();
    this.#marks = before;
    return content;
  }

  #group(): string {
    while (this.tex[this.#at] === " ") this.#at++;
    if (this.tex[this.#at] !== "{") return this.#atom()?.ml ?? "<mrow></mrow>";
    this.#at++;
    const content = this.#row();
    this.#at++;
    return content;
  }

  /** The letters between braces, unchanged. */
  #word(): string {
    const end = this.tex.indexOf("}", this.#at);
    const word = this.tex.slice(this.#at + 1, end).replaceAll("\\", "");
    this.#at = end + 1;
    return word;
  }

  #atom(): Item | null {
    const rest = this.tex.slice(this.#at);
    const number = /^\d+(\.\d+)?/.exec(rest)?.[0];
    if (number) return ((this.#at += number.length), atom(`<mn>${number}</mn>`));
    const command = /^\\([A-Za-z]+|.)/.exec(rest);
    if (command) {
      this.#at += command[0].length;
      return this.#command(command[1] ?? "");
    }
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 32);
    this.#at += character.length;
    if (character === " ") return null;
    if (character === "{") {
      const content = this.items();
      this.#at++;
      // A sign in braces is no operator and has no space around it, such as the comma of 0{,}5.
      const isSign = content.length === 1 && content[0]?.kind === "other";
      const ml = row(content);
      return atom(isSign ? ml.replace(/^<mo>/, '<mo lspace="0" rspace="0">') : ml);
    }
    return ordinary(character);
  }

  #command(name: string): Item | null {
    const letter = letters[name];
    if (letter) return atom(`<mi>${letter}</mi>`);
    if (capitals[name]) return atom(`<mi mathvariant="normal">${capitals[name]}</mi>`);
    if (operators[name]) return { ml: `<mo>${operators[name]}</mo>`, kind: "other" };
    if (relations[name]) return { ml: `<mo>${relations[name]}</mo>`, kind: "relation" };
    if (name in spaces) return { ml: `<mspace width="${spaces[name]}"></mspace>`, kind: "other" };
    if (functionNames.test(name)) return atom(`<mi>${name}</mi><mo>\u2061</mo>`);
    switch (name) {
      case "frac":
        return atom(`<mfrac>${this.#group()}${this.#group()}</mfrac>`);
      case "sqrt":
        return atom(`<msqrt>${this.#group()}</msqrt>`);
      case "dot":
        return atom(`<mover accent="true">${this.#unmarked()}<mo>˙</mo></mover>`);
      case "mathrm":
        return atom(`<mi mathvariant="normal">${escape(this.#word())}</mi>`);
      case "mathcal":
        return atom(`<mi mathvariant="script">${escape(this.#word())}</mi>`);
      case "operatorname":
        return atom(`<mi mathvariant="normal">${escape(this.#word())}</mi><mo>\u2061</mo>`);
      case "text":
        return atom(`<mtext>${escape(this.#word())}</mtext>`);
      case "left":
        return this.#fenced();
      case "begin":
        return this.#table(this.#word());
      default:
        return atom(`<mtext>\\${escape(name)}</mtext>`);
    }
  }

  /** \left( … \right) */
  #fenced(): Item {
    const open = this.#delimiter();
    const content = this.items("\\right");
    this.#at += "\\right".length;
    const close = this.#delimiter();
    const fence = (mark: string, kind: Item["kind"]): Item => ({ ml: `<mo>${mark}</mo>`, kind });
    const inner = [fence(open, "open"), ...content, fence(close, "close")];
    return { ...atom(row(inner)), inner };
  }

  #delimiter(): string {
    const [all, command, character] =
      /^\\([a-z]+) ?|^(.)/.exec(this.tex.slice(this.#at)) ?? ([""] as string[]);
    this.#at += (all ?? "").length;
    return command ? (operators[command] ?? "") : escape(character ?? "");
  }

  #table(kind: string): Item {
    const end = `\\end{${kind}}`;
    const rows: string[] = [];
    let cells: string[] = [];
    for (;;) {
      cells.push(`<mtd>${this.#row("&", "\\\\", end)}</mtd>`);
      if (this.tex[this.#at] === "&") this.#at++;
      else {
        rows.push(`<mtr>${cells.join("")}</mtr>`);
        cells = [];
        if (!this.tex.startsWith("\\\\", this.#at)) break;
        this.#at += 2;
      }
    }
    this.#at += end.length;
    const table = `<mtable>${rows.join("")}</mtable>`;
    return kind === "cases"
      ? atom(`<mrow class="cases"><mo>{</mo>${table}</mrow>`)
      : atom(`<mrow class="matrix"><mo>[</mo>${table}<mo>]</mo></mrow>`);
  }
}

const scripts = (base: string, below: string, above: string): string =>
  below ? `<msubsup>${base}${below}${above}</msubsup>` : `<msup>${base}${above}</msup>`;
const atom = (ml: string): Item => ({ ml, kind: "atom" });
const row = (items: readonly Item[]): string =>
  items.length === 1 ? items[0]!.ml : `<mrow>${items.map(({ ml }) => ml).join("")}</mrow>`;

function ordinary(character: string): Item {
  if (/[=<>]/.test(character)) return { ml: `<mo>${escape(character)}</mo>`, kind: "relation" };
  if (character === "+") return { ml: "<mo>+</mo>", kind: "sum" };
  if (character === "-") return { ml: "<mo>−</mo>", kind: "sum" };
  if (/[([]/.test(character)) return { ml: `<mo stretchy="false">${character}</mo>`, kind: "open" };
  if (/[)\]]/.test(character))
    return { ml: `<mo stretchy="false">${character}</mo>`, kind: "close" };
  if (/[\p{L}]/u.test(character)) return atom(`<mi>${character}</mi>`);
  return { ml: `<mo>${escape(character)}</mo>`, kind: "other" };
}

function mark(ml: string, name: string | undefined): string {
  return name === undefined ? ml : `<mrow data-symbol="${escape(name)}">${ml}</mrow>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const namesOf = (symbols: readonly EquationSymbol[]) =>
  new Map(symbols.map(({ tex, name }) => [tex, name]));

/**
 * The content of one <math> element for LaTeX as in `equations()`. Each of `symbols` is in an <mrow
 * data-symbol="name">.
 */
export function mathml(tex: string, symbols: readonly EquationSymbol[] = []): string {
  return row(withoutFirstSpace(new Reader(tex, namesOf(symbols)).items()));
}

/** A relation at the start stands behind a word or a formula, whose space is enough. */
function withoutFirstSpace([first, ...rest]: readonly Item[]): readonly Item[] {
  if (first?.kind !== "relation") return first ? [first, ...rest] : [];
  return [{ ...first, ml: first.ml.replace("<mo>", '<mo lspace="0">') }, ...rest];
}

/** LaTeX longer than this may also be broken inside large brackets. */
const long = 120;

/** The same in pieces between which a line may end: before + and − of a sum, and after =. */
export function mathmlPieces(tex: string, symbols: readonly EquationSymbol[] = []): string[] {
  const pieces: Item[][] = [[]];
  let last: Item["kind"] | "" = "";
  const items = withoutFirstSpace(new Reader(tex, namesOf(symbols)).items());
  for (const item of tex.length > long ? items.flatMap((one) => one.inner ?? [one]) : items) {
    const isBinary = item.kind === "sum" && (last === "atom" || last === "close");
    if (isBinary || last === "relation") pieces.push([]);
    // At the start of a piece the operator would be read as a sign.
    const ml = isBinary ? item.ml.replace("<mo>", '<mo form="infix">') : item.ml;
    pieces.at(-1)!.push({ ...item, ml });
    last = item.kind;
  }
  return pieces.map(row);
}
