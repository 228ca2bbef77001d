// Checks of the theory for matrices: questions to the engine and its answers.
import type { Matrix, StructureCheck } from "./structure-forms.js";

/** A list of numbers. */
export type Vector = readonly number[];

/**
 * The groups of rotations and motions, with velocities (omega, v), or in the plane (v_x, v_y,
 * omega).
 */
export type GroupName = "SO(3)" | "SE(3)" | "SE(2)" | "SO(3)xR^3";

/** The data for the identities of a group: two motions, two velocities and a momentum. */
export interface GroupQuestion {
  /** Default SE(3). */
  group?: GroupName;
  /** Rotation of the first motion. */
  R: Matrix;
  /** Translation of the first motion, 3 numbers. */
  r: Vector;
  /** Rotation of the second motion. */
  S: Matrix;
  /** Translation of the second motion, 3 numbers. */
  s: Vector;
  /** A velocity. */
  u: Vector;
  /** Another one. */
  v: Vector;
  /** A momentum. */
  p: Vector;
}

/** Checks of matrices, each with the number of the theory. */
export interface Verifier {
  /** M, the second derivatives of an energy, and the gradients d of constraints span a Lagrangian subspace (T-05). */
  checkLagrangian(M: Matrix, d?: Matrix): StructureCheck[];
  /** effort = D flow only takes energy (T-06). */
  checkResistive(D: Matrix): StructureCheck[];
  /**
   * f = J e + g x, 0 = gᵀ e is closed, with the derivatives of J and g with respect to the first
   * coordinates; a missing derivative is zero (T-13).
   */
  checkClosed(matrices: {
    J: Matrix;
    g?: Matrix;
    dJ?: readonly Matrix[];
    dg?: readonly Matrix[];
  }): StructureCheck[];
  /** e = ω f + pᵀ x, 0 = p f is closed (T-13). */
  checkClosedPresymplectic(matrices: {
    omega: Matrix;
    p?: Matrix;
    domega?: readonly Matrix[];
    dp?: readonly Matrix[];
  }): StructureCheck[];
  /**
   * J + Σ xₗ dJₗ and g + Σ xₗ dgₗ form a structure at each x: continuous at x = 0 (T-02), regular
   * (T-10), closed (T-13), with as many Casimir functions as P0 has dimensions (T-12).
   */
  checkModulated(matrices: {
    J: Matrix;
    g?: Matrix;
    dJ?: readonly Matrix[];
    dg?: readonly Matrix[];
  }): StructureCheck[];
  /** The columns span an involutive distribution (T-13). */
  checkInvolutive(columns: Matrix, derivatives: readonly Matrix[]): StructureCheck[];
  /** The constraints A v = 0 are holonomic (T-13). */
  checkHolonomic(A: Matrix, derivatives: readonly Matrix[]): StructureCheck[];
  /** Columns (f; e), which span a Dirac structure, span a closed one (T-13). */
  checkFrame(columns: Matrix, derivatives: readonly Matrix[]): StructureCheck[];
  /**
   * The distributions A v = 0 intersect in constant dimensions, in pairs and all together (T-19).
   */
  checkCleanIntersection(
    distributions: readonly { A: Matrix; dA?: readonly Matrix[] }[],
  ): StructureCheck[];
  /** A state and its efforts lie on the submanifold of an energy with constraints d = 0 (T-05). */
  checkMembership(point: {
    d: Vector;
    dd: Matrix;
    gradient: Vector;
    effort: Vector;
  }): StructureCheck[];
  /** The same after elimination of the last coordinates: definite in the others (T-15). */
  checkDefiniteReduced(hessian: Matrix, constraints: number): StructureCheck[];
  /** The second derivatives are definite on the null space of the gradients (T-15). */
  checkDefinite(hessian: Matrix, gradients?: Matrix): StructureCheck[];
  /**
   * The structures that A1 and A2 induce, joined at joint (v1; v2) = 0, equal the structure that
   * all constraints induce together (T-21).
   */
  checkTorn(A1: Matrix, A2: Matrix, joint: Matrix): StructureCheck[];
  /** f = O e is symmetric, destroys exergy, and conserves energy: O (effort + shift) = 0 (T-24). */
  checkOnsager(O: Matrix, effort: Vector, shift: Vector): StructureCheck[];
  /** The identities of a Lie group (T-25). */
  checkGroup(question: GroupQuestion): StructureCheck[];
  /** Motions of a joint, columns (omega, v), form a subgroup (T-26). */
  checkJoint(motions: Matrix): StructureCheck[];
  /** Inputs along g with the derivatives of C shape the energy of x' = J e + b λ + g u (T-27). */
  checkShaping(matrices: { J: Matrix; b?: Matrix; g: Matrix; C: Matrix }): StructureCheck[];
  /** Structures of different papers are the same, for constraints A v = 0 and a momentum p of 6 numbers (T-28). */
  checkDictionary(A: Matrix, p: Vector): StructureCheck[];
  /** RᵀR = 1, det R = 1, and R agrees with its quaternion and its angles (T-29). */
  checkRotation(R: Matrix): StructureCheck[];
}

/** The checks, over the engine's answers to {word: arguments}. */
export function verifierOver(verify: (question: object) => StructureCheck[]): Verifier {
  return {
    checkLagrangian: (M, d) => verify({ lagrangian: { M, d } }),
    checkResistive: (D) => verify({ resistive: { D } }),
    checkClosed: (matrices) => verify({ closed: matrices }),
    checkClosedPresymplectic: (matrices) => verify({ closedPresymplectic: matrices }),
    checkModulated: (matrices) => verify({ modulated: matrices }),
    checkInvolutive: (columns, dcolumns) => verify({ involutive: { columns, dcolumns } }),
    checkHolonomic: (A, dA) => verify({ holonomic: { A, dA } }),
    checkFrame: (columns, dcolumns) => verify({ frame: { columns, dcolumns } }),
    checkCleanIntersection: (of) => verify({ cleanIntersection: { of } }),
    checkMembership: (point) => verify({ membership: point }),
    checkDefiniteReduced: (hessian, constraints) => verify({ definite: { hessian, constraints } }),
    checkDefinite: (hessian, gradients) => verify({ definite: { hessian, gradients } }),
    checkTorn: (A1, A2, joint) => verify({ torn: { A1, A2, joint } }),
    checkOnsager: (O, effort, shift) => verify({ onsager: { O, effort, shift } }),
    checkGroup: (question) => verify({ group: question }),
    checkJoint: (motions) => verify({ joint: { motions } }),
    checkShaping: (matrices) => verify({ shaping: matrices }),
    checkDictionary: (A, p) => verify({ dictionary: { A, p } }),
    checkRotation: (R) => verify({ rotation: { R } }),
  };
}
