/** Diagrams of models in the syntax of exergetic port-Hamiltonian systems; docs/diagrams.md says what stands for what. */
import { drawnBodies, type DrawnBody } from "./diagram/bodies.js";
import type { Diagram } from "./diagram/graph.js";
import { Pattern } from "./diagram/pattern.js";
import { asMembers, System } from "./diagram/system.js";
import type { Constraint } from "./types.js";

export type { DrawnBody } from "./diagram/bodies.js";
export { drawDiagram, type DrawOptions } from "./diagram/draw.js";
export type { CallFormula, Formula, NameFormula, NumberFormula } from "./diagram/formula.js";
export type * from "./diagram/graph.js";
export { layoutDiagram, type LayoutOptions } from "./diagram/layout.js";
export type * from "./diagram/places.js";

/** What a diagram needs beside the model's text. */
export interface DiagramOptions {
  /** Texts of used files and of elements, by the name that `use` gives. A component without a text stays closed. */
  readonly files?: { readonly [name: string]: string | object | undefined };
  /** The constraints of the model, of which the inert ones exert no force. */
  readonly constraints?: readonly Constraint[];
}

/**
 * The interconnection pattern of a model, with those of its components inside (Lohmayer, Capobianco, Leyendecker 2022,
 * Sec. 2). Nothing is computed and nothing is checked: give it a text that `load` takes without errors.
 *
 * @param text of the model, or the same as a plain object
 * @throws SyntaxError for a text that is not JSON
 */
export function diagram(text: string | object, options: DiagramOptions = {}): Diagram {
  const inert = new Set(
    (options.constraints ?? []).flatMap(({ name, inert }) =>
      inert ? [name, name.replace(/(\.\d+)+$/, "")] : [],
    ),
  );
  return new Pattern(systemOf(text, options), "", undefined, (name) => inert.has(name)).build()
    .diagram;
}

/**
 * The bodies that a model draws, and the states that move each: what of the figure a box is about.
 *
 * @param text of the model, or the same as a plain object
 * @throws SyntaxError for a text that is not JSON
 */
export function bodies(text: string | object, options: DiagramOptions = {}): DrawnBody[] {
  return drawnBodies(systemOf(text, options));
}

function systemOf(text: string | object, { files = {} }: DiagramOptions): System {
  const value: unknown = typeof text === "string" ? JSON.parse(text.replace(/^\uFEFF/, "")) : text;
  return new System(asMembers(value), "", "", files);
}
