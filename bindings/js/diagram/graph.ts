import type { Formula } from "./formula.js";

/**
 * What a box does with energy, by the components of exergetic port-Hamiltonian systems (Lohmayer, Capobianco,
 * Leyendecker 2022, Sec. 2): it stores it, hands it on, degrades it, or takes what is degraded. `force` is a force law,
 * which that theory does not have; `composite` has boxes inside, `ground` is what is at rest.
 */
export type BoxKind =
  | "kinetic"
  | "potential"
  | "reversible"
  | "irreversible"
  | "environment"
  | "force"
  | "composite"
  | "ground";

/** Where the power that a box takes stands in the table of a run. */
export interface Account {
  /** As `energy.pe.spring`: a column whose rate is the power, W. */
  readonly column: string;
  /** -1 where it grows by what the box gives. */
  readonly sign: 1 | -1;
}

/** A round inner box. */
export interface DiagramBox {
  /** Of the whole diagram: `osc/pe`. */
  readonly id: string;
  /**
   * As the text has it: `pe`, `spring`; of what has no name its letter in the theory: `T`, `V`, `Z`, `G`,
   * with a state where there are several: `T_{omega}`.
   */
  readonly name: string;
  /** What it does with energy. */
  readonly kind: BoxKind;
  /** Where it stands in the text: JSON Pointers, in used files after the file's name and "#". */
  readonly parts: readonly string[];
  /** Names, as in the table, of the states that it joins and the parameters that it uses. */
  readonly symbols: readonly string[];
  /** What power it takes, none where what comes in goes out; missing where the table has no account of it. */
  readonly accounts?: readonly Account[];
  /** Of a part of a kinetic energy: its formula, since the table has the whole alone. */
  readonly energy?: Formula;
  /** What is within, where it can be opened. */
  readonly inside?: Diagram;
}

/** Where ports meet: a black dot. All efforts are equal there, and the powers add up to zero. */
export interface DiagramJunction {
  /** Of the whole diagram. */
  readonly id: string;
  /** Of the energy domain: its states, or the name that the text gives to the junction; none for a bare line. */
  readonly names: readonly string[];
  /** Where it stands in the text, as of a box; empty for a domain. */
  readonly parts: readonly string[];
}

/** A port of the rectangular outer box. */
export interface DiagramPort {
  /** Of the whole diagram. */
  readonly id: string;
  /** As the text has them; several that lead from the same place to the same place are drawn as one. */
  readonly names: readonly string[];
  /** Where they stand in the text, as of a box. */
  readonly parts: readonly string[];
  /** Power that comes in through it. */
  readonly accounts?: readonly Account[];
}

/** A line from a box, or from an outer port, to a junction. */
export interface DiagramEdge {
  /** Of the whole diagram. */
  readonly id: string;
  /** The box or the outer port. */
  readonly end: string;
  /** The junction. */
  readonly junction: string;
  /** `power` exchanges energy; `state` only tells of the state, and is dashed. */
  readonly kind: "power" | "state";
  /** Names of the box's ports. */
  readonly ports: readonly string[];
  /** Columns of the power into the box at this line, W, in their sum. */
  readonly columns: readonly string[];
}

/** An interconnection pattern: inner boxes, an outer box, and junctions on which every port lies once. */
export interface Diagram {
  /** Of the model or component. */
  readonly name: string;
  /** Before the names of its states in the table: `osc.`; "" of the outermost. */
  readonly scope: string;
  /** What power it takes as a whole, as of a box. */
  readonly accounts?: readonly Account[];
  /** In the order of the text. */
  readonly boxes: readonly DiagramBox[];
  /** In the order of the text. */
  readonly junctions: readonly DiagramJunction[];
  /** In the order of the text. */
  readonly ports: readonly DiagramPort[];
  /** In the order of the text. */
  readonly edges: readonly DiagramEdge[];
}
