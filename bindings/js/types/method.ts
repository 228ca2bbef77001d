// Integration methods.

import type { MethodName } from "../model-text.js";

export type { MethodName };

/** The name of a method; also a text that is only known when the program runs. */
export type MethodText = MethodName | (string & {});

/** An integration method. */
export interface Method {
  /** As `gauss`; methods of several orders take theirs in brackets: `gauss(2)`. */
  name: string;
  /** Of the error of positions and velocities: it falls as the step to this power. */
  order: number;
  /** A sentence on what it is for. */
  summary: string;
  /** What it keeps and what it is made for; see docs/numerics.md. */
  traits: { [trait: string]: boolean | number | string };
}
