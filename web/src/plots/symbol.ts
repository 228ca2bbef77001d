const greek: Readonly<Record<string, string>> = {
  alpha: "α",
  beta: "β",
  gamma: "γ",
  delta: "δ",
  epsilon: "ε",
  zeta: "ζ",
  eta: "η",
  theta: "θ",
  kappa: "κ",
  lambda: "λ",
  mu: "μ",
  nu: "ν",
  xi: "ξ",
  rho: "ρ",
  sigma: "σ",
  tau: "τ",
  phi: "φ",
  chi: "χ",
  psi: "ψ",
  omega: "ω",
  Gamma: "Γ",
  Delta: "Δ",
  Theta: "Θ",
  Lambda: "Λ",
  Sigma: "Σ",
  Phi: "Φ",
  Psi: "Ψ",
  Omega: "Ω",
};

interface Symbol {
  /** "crank" in crank.phi_1. */
  readonly owner: string;
  readonly stem: string;
  readonly index: string;
}

/**
 * Splits a name of the model text as a reader would write it: phi_1 or phi1 is φ with index 1, rod.r.2 is
 * entry 2 of the vector r.
 */
export function parseSymbol(name: string): Symbol {
  const entry = /(\.\d+)+$/.exec(name)?.[0] ?? "";
  const whole = name.slice(0, name.length - entry.length);
  const dot = whole.lastIndexOf(".");
  const own = whole.slice(dot + 1);
  const match = /^([A-Za-z]+?)_?(\d+|(?<=_).+)?$/.exec(own) ?? /^([A-Za-z]+)_(.+)$/.exec(own);
  const stem = match?.[1] ?? own;
  const index = (match?.[2] ?? "")
    .split("_")
    .map((part) => greek[part] ?? part)
    .join(" ");
  return {
    owner: dot > 0 ? whole.slice(0, dot) : "",
    stem: greek[stem] ?? stem,
    index: [index, entry.replaceAll(".", "")].filter((part) => part !== "").join(","),
  };
}

/** A symbol as one line of text, for lists and screen readers: crank.phi1 is written φ₁ (crank). */
export function symbolText(name: string): string {
  const { owner, stem, index } = parseSymbol(name);
  const below = /^\d+$/.test(index) ? subscript(index) : index && `_${index}`;
  return `${stem}${below}${owner ? ` (${owner})` : ""}`;
}

function subscript(digits: string): string {
  return [...digits].map((digit) => String.fromCodePoint(0x2080 + Number(digit))).join("");
}

/** A symbol typeset: italic letter (upright when it is a word), index below. */
export function symbolNode(name: string): HTMLElement {
  const { stem, index } = parseSymbol(name);
  const node = document.createElement("span");
  node.className = [...stem].length <= 2 ? "symbol" : "symbol word";
  node.append(stem);
  if (index) {
    const sub = document.createElement("sub");
    sub.append(index);
    node.append(sub);
  }
  return node;
}
