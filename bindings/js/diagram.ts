/**
 * Drawings of diagrams in the syntax of exergetic port-Hamiltonian systems; docs/diagrams.md
 * explains the symbols. `model.diagram()` gives the graph.
 */
export { drawDiagram, type DrawOptions } from "./diagram/draw.js";
export type { CallFormula, Formula, NameFormula, NumberFormula } from "./diagram/formula.js";
export type * from "./diagram/graph.js";
export { layoutDiagram, type LayoutOptions } from "./diagram/layout.js";
export type * from "./diagram/places.js";
