// Typeset equations.

/** One equation of a model. */
export interface Equation {
  /** Its subject: a state, an energy, a constraint, a port, a relation. */
  name: string;
  /** LaTeX without delimiters. */
  tex: string;
  /** The same as text; the right side is in the syntax of the format. */
  text: string;
  /**
   * True for a position constraint that the kinematics satisfies by itself and that has no
   * multiplier.
   */
  inert?: boolean;
}

/** Equations that belong together. */
export interface EquationGroup {
  /**
   * In `motion` efforts and momenta are inserted: these are the equations that the engine solves.
   */
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

/** A symbol of the composite form and its meaning. */
export interface EquationVector {
  /** LaTeX. */
  tex: string;
  /** LaTeX. */
  entries: string[];
}

/** A matrix of the composite form, or a vector, which has one column without a name. */
export interface EquationMatrix {
  /** For example `M`, `c'`, `tau_d`. */
  name: string;
  /** LaTeX. */
  tex: string;
  /** The names of the rows: states, constraints, ports. */
  rows: string[];
  /** The names of the columns. */
  columns: string[];
  /** The nonzero entries. */
  entries: EquationEntry[];
}

/** A symbol in the equations. */
export interface EquationSymbol {
  /** The name of the column of the table, or of the parameter. */
  name: string;
  /** The kind of the quantity. */
  kind: "position" | "velocity" | "parameter" | "multiplier" | "port";
  /** SI; "" for a pure number, or if it is unknown. */
  unit: string;
  /** LaTeX. */
  tex: string;
}

/**
 * The equations of a model with the names of its text: the equations that the engine integrates,
 * and the composite form of Berger, Hochdahl, Reis and Seifried, (10), with its matrices. Empty for
 * a model with errors or of more than 400 states.
 */
export interface Equations {
  /**
   * Kinematics, energies, constraints, ports, dissipation, forces, motion, without empty groups.
   */
  groups: EquationGroup[];
  /** The lines of the composite form with the terms of this model, LaTeX. */
  form: string[];
  /** The entries of the vectors of the form, LaTeX. */
  vectors: EquationVector[];
  /** In the order of the form, without empty ones. */
  matrices: EquationMatrix[];
  /** All symbols. */
  symbols: EquationSymbol[];
}
