import type { Vec } from "./numbers";
import type { Floor, Node, Rod, Slide } from "./things";

export type Line = Rod | Slide | Floor;

/** A place where something is put, and what is there already. */
export interface Target {
  readonly place: Vec;
  readonly node?: Node;
  /** A rod, and how far from its centre towards its tip; a guide or a floor likewise. */
  readonly line?: { readonly thing: Line; readonly at: number };
  /** A node of a circuit, or "ground", where an element ends. */
  readonly terminal?: string;
  /** The thermal component at the place. */
  readonly heat?: string;
  /** The body on which the place is. */
  readonly area?: string;
}

export type Domain = "mechanics" | "circuit" | "heat" | "free" | "grid" | "both";
