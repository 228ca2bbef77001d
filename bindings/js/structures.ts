// Dirac structures from matrices: construction, representations and checks. The numbers T-.. are
// those of the checks.
import type { Call, Coupling, Dirac, DiracMaker } from "./dirac.js";
import { answerTo, type Answer, type Text, type Word } from "./structure-answer.js";
import { verifierOver, type Verifier } from "./structure-checks.js";
import type { Matrix, StructureCheck } from "./structure-forms.js";

export type * from "./dirac.js";
export type * from "./structure-forms.js";

/** A structure as text, the engine's answer about it, and questions about it. */
abstract class Known {
  readonly size: number;
  readonly dimension: number;
  readonly uncertainty: number;
  protected readonly call: Call;
  readonly #text: Text;

  /**
   * Evaluates the text once and keeps the answer. Throws a ModelError if the text cannot be read.
   */
  constructor(call: Call, asked: Text) {
    this.call = call;
    const answer = answerTo(call, { structure: asked, ask: ["text"] });
    this.size = answer.size;
    this.dimension = answer.dimension;
    this.uncertainty = answer.uncertainty;
    // A basis alone would not preserve an undecided rank.
    this.#text = "image" in answer.text ? asked : answer.text;
  }

  protected get text(): Text {
    return this.#text;
  }

  /** The text of any structure, also of one that another module made. */
  static textOf(dirac: Dirac): Text {
    return dirac instanceof Known ? dirac.#text : { image: dirac.toImage() };
  }

  protected ask<W extends Word>(word: W): Answer[W] {
    return answerTo(this.call, { structure: this.#text, ask: [word] })[word];
  }
}

/** The checks of a structure. */
abstract class Checked extends Known {
  check() {
    return this.ask("check");
  }
  isDirac() {
    return this.check().every(({ verdict }) => verdict === "holds");
  }
  equals(other: Dirac) {
    return this.compare(other).verdict === "holds";
  }
  compare(other: Dirac) {
    return answerTo(this.call, { structure: this.text, equals: Known.textOf(other) }).equals;
  }
  checkDistributions() {
    return this.#verify("distributions", {});
  }
  checkNondegenerate(hessian: Matrix) {
    return this.#verify("nondegenerate", { hessian });
  }
  checkAdmissible(gradient: readonly number[]) {
    return this.#verify("admissible", { gradient });
  }
  checkCasimir(gradient: readonly number[]) {
    return this.#verify("casimir", { gradient });
  }
  bracket(first: readonly number[], second: readonly number[]) {
    return answerTo(this.call, { structure: this.text, bracket: [first, second] }).bracket;
  }
  override toString() {
    const checks = this.check();
    const kind = checks.every(({ verdict }) => verdict === "holds")
      ? "Dirac structure"
      : "subspace, not a Dirac structure,";
    return [`${kind} of ${this.size} ports`, ...checks.map(lineOf)].join("\n");
  }
  #verify(word: string, rest: Text) {
    const verify = { [word]: { structure: this.text, ...rest } };
    return answerTo(this.call, { verify }).checks;
  }
}

/** Its representations, and the structures derived from it. */
class Structure extends Checked implements Dirac {
  toImage() {
    return this.ask("image");
  }
  toKernel() {
    return this.ask("kernel");
  }
  toConstrained() {
    return this.ask("constrained");
  }
  toPresymplectic() {
    return this.ask("presymplectic");
  }
  toInputOutput() {
    return this.ask("inputOutput");
  }
  toHybrid() {
    return this.ask("hybrid");
  }
  distributions() {
    return this.ask("distributions");
  }
  sizes() {
    return this.ask("sizes");
  }
  constrain(E: Matrix) {
    return this.#make({ constrain: { structure: this.text, E } });
  }
  compose(
    other: Dirac,
    {
      shared,
      coupling = "opposite flows",
    }: { shared: readonly (readonly [number, number])[]; coupling?: Coupling },
  ) {
    const ports = [shared.map(([mine]) => mine), shared.map(([, others]) => others)];
    return this.#make({ compose: { of: [this.text, Known.textOf(other)], ports, coupling } });
  }
  plus(...others: Dirac[]) {
    return this.#make({ sum: [this, ...others].map((one) => Known.textOf(one)) });
  }
  tensor(...others: Dirac[]) {
    return this.#make({ tensor: [this, ...others].map((one) => Known.textOf(one)) });
  }
  reorder(order: readonly number[]) {
    return this.#make({ reorder: { structure: this.text, ports: order } });
  }
  pullBack(map: Matrix) {
    return this.#make({ pullBack: { structure: this.text, map } });
  }
  pushForward(map: Matrix) {
    return this.#make({ pushForward: { structure: this.text, map } });
  }
  #make(text: Text): Dirac {
    return new Structure(this.call, text);
  }
}

/** Creates structures from the engine's answers. */
export function structuresOver(call: Call): DiracMaker & Verifier {
  const make = (text: Text): Dirac => new Structure(call, text);
  return {
    ...verifierOver((verify) => answerTo(call, { verify }).checks),
    fromImage: (K, L) => make({ image: { K, L } }),
    fromKernel: (F, E) => make({ kernel: { F, E } }),
    fromConstrained: (J, g) => make({ constrained: { J, g } }),
    fromPresymplectic: (omega, p) => make({ presymplectic: { omega, p } }),
    fromGraph: (J) => make({ graph: { J } }),
    interaction: (A) => make({ interaction: { A } }),
    induced: (A) => make({ induced: { A } }),
    interconnect: (J, g, law) => make({ interconnect: { J, g, law: Known.textOf(law) } }),
    fromHybrid: (a, b, J) => make({ hybrid: { a, b, J } }),
    portControlled: (J, g, b) => make({ portControlled: { J, g, b } }),
    multibody: (matrices) => make({ multibody: matrices }),
    couple: (first, B1, second, B2) => make({ couple: { first, B1, second, B2 } }),
    feedback: (ports) => make({ feedback: { ports } }),
  };
}

/** A check in one line. */
export function lineOf(check: StructureCheck): string {
  const { name, theorem, residual, tolerance, verdict, where, note } = check;
  const measured =
    verdict === "not applicable" || residual === null
      ? ""
      : ` (${residual.toPrecision(2)}, tolerance ${tolerance})`;
  const place = where && ` at ${where}`;
  return `${name}${place}: ${verdict}${measured}, ${theorem}, ${check.check}${note && `; ${note}`}`;
}
