import type { Formula } from "./formula.js";

/**
 * The kind of a box in exergetic port-Hamiltonian systems (Lohmayer, Capobianco, Leyendecker 2022, Sec. 2): a box stores
 * energy, passes it on, dissipates it, or takes up heat. That theory has no force laws (`force`) and no `set-valued` laws
 * (contacts, dry friction, one-way laws). A `composite` has boxes inside; the `ground` is at rest.
 */
export type BoxKind =
  | "kinetic"
  | "potential"
  | "reversible"
  | "irreversible"
  | "set-valued"
  | "environment"
  | "force"
  | "composite"
  | "ground";

/** A column of a run's table that shows the power into a box. */
export interface Account {
  /** For example `energy.pe.spring`: a column whose rate is the power, W. */
  readonly column: string;
  /** -1 if the column grows when the box supplies energy. */
  readonly sign: 1 | -1;
}

/** A round inner box. */
export interface DiagramBox {
  /** Unique in the whole diagram: `osc/pe`. */
  readonly id: string;
  /**
   * The name in the text: `pe`, `spring`. A part without a name has its letter in the theory (`T`, `V`, `Z`, `G`), and
   * the first of its states if there are several such parts: `T_{omega}`.
   */
  readonly name: string;
  /** Whether it stores energy, passes it on, dissipates it, … */
  readonly kind: BoxKind;
  /** JSON Pointers to its places in the text; in a used file the file's name and "#" come first. */
  readonly parts: readonly string[];
  /** The states that it joins and the parameters that it uses, by their names in the table. */
  readonly symbols: readonly string[];
  /** The columns that add up to the power into it; empty if it conserves power, missing if the table has no such column. */
  readonly accounts?: readonly Account[];
  /** The formula of a part of the kinetic energy. The table has only the sum of all parts. */
  readonly energy?: Formula;
  /** Its own diagram, if it can be opened. */
  readonly inside?: Diagram;
}

/** A black dot where ports meet. All efforts are equal there, and the powers add up to zero. */
export interface DiagramJunction {
  /** Unique in the whole diagram. */
  readonly id: string;
  /** The states of the energy domain, or the name that the text gives to the junction; empty for a bare line. */
  readonly names: readonly string[];
  /** Its places in the text, as for a box; empty for a domain. */
  readonly parts: readonly string[];
}

/** A port of the rectangular outer box. */
export interface DiagramPort {
  /** Unique in the whole diagram. */
  readonly id: string;
  /** The names in the text. Several ports between the same two places are drawn as one. */
  readonly names: readonly string[];
  /** Their places in the text, as for a box. */
  readonly parts: readonly string[];
  /** The columns that add up to the power into the model through this port. */
  readonly accounts?: readonly Account[];
}

/** A line from a box, or from an outer port, to a junction. */
export interface DiagramEdge {
  /** Unique in the whole diagram. */
  readonly id: string;
  /** The box or the outer port. */
  readonly end: string;
  /** The junction. */
  readonly junction: string;
  /** A `power` line exchanges energy; a `state` line only reads the state, and is dashed. */
  readonly kind: "power" | "state";
  /** The names of the box's ports. */
  readonly ports: readonly string[];
  /** The columns that add up to the power into the box at this line, W. */
  readonly columns: readonly string[];
}

/** A body of the figure, and the states that move it. */
export interface DrawnBody {
  /** The name in the scene: the component's name, a dot, and its own name. */
  readonly name: string;
  /** The positions that its pose depends on and the velocities that move these, by their names in the table. */
  readonly states: readonly string[];
}

/** The diagram of a model, the result of `model.diagram()`. */
export interface ModelDiagram {
  /** The outermost diagram, with those of its components inside. */
  readonly graph: Diagram;
  /** The bodies that the model draws. A box belongs to the bodies that its states move. */
  readonly bodies: readonly DrawnBody[];
}

/**
 * An interconnection pattern: inner boxes, an outer box, and junctions; every port is on one
 * junction.
 */
export interface Diagram {
  /** The name of the model or component. */
  readonly name: string;
  /** The prefix of its states in the table: `osc.`; "" for the outermost. */
  readonly scope: string;
  /** The columns that add up to the power into the whole diagram, as for a box. */
  readonly accounts?: readonly Account[];
  /** The inner boxes, in the order of the text. */
  readonly boxes: readonly DiagramBox[];
  /** The junctions, in the order of the text. */
  readonly junctions: readonly DiagramJunction[];
  /** The outer ports, in the order of the text. */
  readonly ports: readonly DiagramPort[];
  /** The lines, in the order of the text. */
  readonly edges: readonly DiagramEdge[];
}
