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

/** A name of the model text in mathematical notation. */
export interface SymbolName {
  /** "crank" in crank.phi_1. */
  readonly owner: string;
  /** "φ" */
  readonly stem: string;
  /** "1" */
  readonly index: string;
}

/**
 * Splits a name of the model text: phi_1 or phi1 is φ with index 1, rod.r.2 is entry 2 of the
 * vector r.
 */
export function parseSymbol(name: string): SymbolName {
  const entry = /(\.\d+)+$/.exec(name)?.[0] ?? "";
  const whole = name.slice(0, name.length - entry.length);
  const dot = whole.lastIndexOf(".");
  const own = whole.slice(dot + 1);
  const match = /^(\p{L}+?)_?(\d+|(?<=_).+)?$/u.exec(own) ?? /^(\p{L}+)_(.+)$/u.exec(own);
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
