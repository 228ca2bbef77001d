import { entriesOf, type Domain, type Domains } from "./domains.js";
import { parseFormula, termsOf, type Formula } from "./formula.js";
import type { BoxKind } from "./graph.js";
import { formulasOf, isMembers, type Json, type Meaning, type System } from "./system.js";

/** Of a momentum the energy is kinetic; heat at a constant temperature, linear in an entropy, is an environment. */
export function kindOfStore(system: System, formula: Json, meanings: readonly Meaning[]): BoxKind {
  const [state, ...more] = meanings.filter(({ kind }) => kind === "position");
  if (!state || more.length > 0 || state.kind !== "position") return "potential";
  const given = system.members("positions")[state.name];
  const unit = isMembers(given) ? given["unit"] : "";
  if (unit === "kg m/s" || unit === "kg m^2/s" || unit === "V s") return "kinetic";
  const [text = ""] = formulasOf(formula);
  const isProduct = /^[\p{L}\p{M}\p{N}_.*\s]+$/u.test(text);
  const times = text.match(/[\p{L}\p{M}\p{N}_]+/gu)?.filter((word) => word === state.name).length;
  return unit === "J/K" && isProduct && times === 1 ? "environment" : "potential";
}

/** The terms of the kinetic energy by the domains of their velocities. */
export function kineticTerms(
  system: System,
  domains: Domains,
): Map<Domain, { meanings: Meaning[]; energy: Formula }> {
  const found = new Map<Domain, { meanings: Meaning[]; energy: Formula }>();
  const add = (domain: Domain | undefined, meanings: readonly Meaning[], energy: Formula): void => {
    if (!domain) return;
    const known = found.get(domain);
    if (known) {
      known.meanings.push(...meanings);
      known.energy = { kind: "call", name: "+", args: [known.energy, energy] };
    } else found.set(domain, { meanings: [...meanings], energy });
  };
  for (const formula of formulasOf(system.text["kinetic_energy"]))
    for (const term of signedTerms(parseFormula(formula))) {
      const meanings = system.meaningsOf(term);
      add(domains.among(meanings, "velocity")[0], meanings, term);
    }
  const rows = system.text["mass"];
  for (const [row, column] of entriesOf(system, "mass")) {
    const i = system.velocities.indexOf(row);
    const j = system.velocities.indexOf(column);
    const entry = Array.isArray(rows) ? String((rows as Json[][])[i]?.[j] ?? 0) : "0";
    const energy = parseFormula(`(${entry})*${row}*${column}/2`);
    add(domains.of(row), system.meanings(entry), energy);
  }
  return found;
}

/** As `termsOf`, each with its sign. */
function signedTerms(formula: Formula): Formula[] {
  if (formula.kind !== "call" || formula.name !== "-" || formula.args.length < 2)
    return formula.kind === "call" && formula.name === "+"
      ? formula.args.flatMap(signedTerms)
      : termsOf(formula);
  const [first, second] = formula.args;
  const negative = second
    ? signedTerms(second).map((term): Formula => ({ kind: "call", name: "neg", args: [term] }))
    : [];
  return [...(first ? signedTerms(first) : []), ...negative];
}
