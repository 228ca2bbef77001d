// Typeset equations.

/** One equation of a model. */
export interface Equation {
  /** What it is about: a state, an energy, a constraint, a port, a relation. */
  name: string;
  /** LaTeX without delimiters. */
  tex: string;
  /** The same as text; the right side is in the syntax of the format. */
  text: string;
  /** Of a position constraint that the kinematics keeps by itself, which has no multiplier. */
  inert?: boolean;
}

/** Equations that belong together. */
export interface EquationGroup {
  /** `motion` has efforts and momenta put in: it is what the engine solves. */
  name: "kinematics" | "energies" | "constraints" | "ports" | "dissipation" | "forces" | "motion";
  /** In the order of the text. */
  equations: Equation[];
}

/** A formula in a matrix. */
export interface EquationEntry {
  /** From 0. */
  row: number;
  /** From 0. */
  column: number;
  /** LaTeX. */
  tex: string;
  /** In the syntax of the format. */
  text: string;
}

/** A letter of the composite form and what it stands for. */
export interface EquationVector {
  /** LaTeX. */
  tex: string;
  /** LaTeX. */
  entries: string[];
}

/** A matrix of the composite form, or a vector of it, which has one column without a name. */
export interface EquationMatrix {
  /** As `M`, `c'`, `tau_d`. */
  name: string;
  /** LaTeX. */
  tex: string;
  /** What the rows belong to: states, constraints, ports. */
  rows: string[];
  /** What the columns belong to. */
  columns: string[];
  /** Those that are not zero. */
  entries: EquationEntry[];
}

/** A letter in the equations. */
export interface EquationSymbol {
  /** Of a column of the table, or of a parameter. */
  name: string;
  /** What it is. */
  kind: "position" | "velocity" | "parameter" | "multiplier" | "port";
  /** SI; "" for a pure number, or where none is known. */
  unit: string;
  /** LaTeX. */
  tex: string;
}

/**
 * The equations of a model as its text is, in the numbers' names: what it integrates, and the composite form of
 * Berger, Hochdahl, Reis and Seifried, (10), with its matrices. Empty for a model with errors or of more than 400
 * states.
 */
export interface Equations {
  /** Kinematics, energies, constraints, ports, dissipation, forces, motion; those that there are. */
  groups: EquationGroup[];
  /** The lines of the composite form with the terms that the model has, LaTeX. */
  form: string[];
  /** What the vectors of the form consist of, LaTeX. */
  vectors: EquationVector[];
  /** In their order in the form; those without entries are left out. */
  matrices: EquationMatrix[];
  /** All letters. */
  symbols: EquationSymbol[];
}
