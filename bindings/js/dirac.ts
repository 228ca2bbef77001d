// Dirac structures: their questions and their constructors. The numbers T-.. are those of the checks.
import type {
  CanonicalSizes,
  ConstrainedForm,
  DistributionsForm,
  HybridForm,
  ImageForm,
  InputOutputForm,
  KernelForm,
  Matrix,
  PresymplecticForm,
  StructureCheck,
  Unavailable,
} from "./structure-forms.js";

/** The relation of two shared ports: their flows are opposite, or their efforts are. */
export type Coupling = "opposite flows" | "opposite efforts";

/** The engine's answer to a question, from JSON to JSON. */
export type Call = (request: string) => string;

/** A linear Dirac structure, or another subspace. It is immutable. */
export interface Dirac {
  /** Number of ports. */
  readonly size: number;
  /** Dimension of the subspace; for a Dirac structure, the number of ports. */
  readonly dimension: number;
  /** A bound of its rotation by rounding: the sine of an angle, 1 if a rank is undecided. */
  readonly uncertainty: number;
  /** Dimension and isotropy (T-01). Undecided if a rank is undecided. */
  check(): StructureCheck[];
  /** True if both hold. */
  isDirac(): boolean;
  /** The same subspace (T-09). */
  equals(other: Dirac): boolean;
  /** Their distance, the sine of the largest angle between them. */
  compare(other: Dirac): StructureCheck;
  /** An orthonormal basis. */
  toImage(): ImageForm;
  /** Representation I. */
  toKernel(): KernelForm;
  /** Representation II. */
  toConstrained(): ConstrainedForm | Unavailable;
  /** Representation III. */
  toPresymplectic(): PresymplecticForm | Unavailable;
  /** A map from all efforts to all flows, or back. */
  toInputOutput(): InputOutputForm | Unavailable;
  /** A map from one variable of each port to the other; it always exists. */
  toHybrid(): HybridForm | Unavailable;
  /** The possible flows and efforts (T-10). */
  distributions(): DistributionsForm | Unavailable;
  /** The number of coordinates of each kind (T-14). */
  sizes(): CanonicalSizes | Unavailable;
  /** Prop. 3.1 of [004]: each distribution annihilates another (T-10). */
  checkDistributions(): StructureCheck[];
  /** An energy with these second derivatives determines the multipliers (T-11). */
  checkNondegenerate(hessian: Matrix): StructureCheck[];
  /** A function with this gradient is admissible (T-12). */
  checkAdmissible(gradient: readonly number[]): StructureCheck[];
  /** A function with this gradient is conserved for every energy (T-12). */
  checkCasimir(gradient: readonly number[]): StructureCheck[];
  /** The bracket of two functions with these gradients; null if one is not admissible (T-12). */
  bracket(first: readonly number[], second: readonly number[]): number | null;
  /** With the additional velocity constraints E e = 0 (T-03). */
  constrain(E: Matrix): Dirac;
  /** Composed at shared ports: pairs of a port of this structure and one of the other (T-18). */
  compose(
    other: Dirac,
    options: { shared: readonly (readonly [number, number])[]; coupling?: Coupling },
  ): Dirac;
  /** Side by side, without shared ports (T-19). */
  plus(...others: Dirac[]): Dirac;
  /** On the same ports: a common motion, the sum of the efforts (T-19). */
  tensor(...others: Dirac[]): Dirac;
  /** Port i of the result is port order[i] of this structure. */
  reorder(order: readonly number[]): Dirac;
  /** The pull-back to motions v with the flows Phi v (T-19). */
  pullBack(Phi: Matrix): Dirac;
  /** The push-forward to efforts alpha with the efforts Psiᵀ alpha (T-19). */
  pushForward(Psi: Matrix): Dirac;
  /** A few readable lines: sizes and checks. */
  toString(): string;
}

/** Creates structures. */
export interface DiracMaker {
  /** {(K x, L x)}. */
  fromImage(K: Matrix, L: Matrix): Dirac;
  /** {F f = E e}. */
  fromKernel(F: Matrix, E: Matrix): Dirac;
  /** {f = J e + g x, 0 = gᵀ e}. */
  fromConstrained(J: Matrix, g?: Matrix): Dirac;
  /** {e = ω f + pᵀ x, 0 = p f}. */
  fromPresymplectic(omega: Matrix, p?: Matrix): Dirac;
  /** {f = J e}. */
  fromGraph(J: Matrix): Dirac;
  /** {(v, Aᵀ x) : A v = 0}: contact, wires, gears. */
  interaction(A: Matrix): Dirac;
  /** On positions and momenta, with the velocity constraints A v = 0 (T-20). */
  induced(A: Matrix): Dirac;
  /** {(J e + g f, e) : (f, gᵀ e) in law}: ports joined by a power-conserving law (T-17). */
  interconnect(J: Matrix, g: Matrix, law: Dirac): Dirac;
  /** (f_a; e_b) = J (e_a; f_b), J in the order a, b. */
  fromHybrid(a: readonly number[], b: readonly number[], J: Matrix): Dirac;
  /** Flows (x', f) and efforts (e, -y) of x' = J e + g f + b λ, y = gᵀ e, 0 = bᵀ e (T-17). */
  portControlled(J: Matrix, g: Matrix, b?: Matrix): Dirac;
  /** Positions, momenta, resistive and external ports of z' = Z w, … ([001] (7), T-04). */
  multibody(matrices: MultibodyMatrices): Dirac;
  /** Two systems joined by equal velocities B1ᵀ w1 = B2ᵀ w2 (T-16). */
  couple(first: MultibodyMatrices, B1: Matrix, second: MultibodyMatrices, B2: Matrix): Dirac;
  /** The law u2 = y1, u1 = -y2 of this number of ports each (T-17). */
  feedback(ports: number): Dirac;
}

/** The matrices of z' = Z w, M w' = -Zᵀ e - G w - Aᵀ mu + B u, A w = 0; missing ones are zero. */
export interface MultibodyMatrices {
  /** Rates of positions. */
  Z: Matrix;
  /** Gyroscopic, skew. */
  G?: Matrix;
  /** A row for each velocity constraint. */
  A?: Matrix;
  /** A column for each external port. */
  B?: Matrix;
}
