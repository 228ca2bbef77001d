// Integration methods.

import type { MethodName } from "../model-text.js";

export type { MethodName };

/** The name of a method, or a text that is known only at run time. */
export type MethodText = MethodName | (string & {});

/** An integration method. */
export interface Method {
  /** For example `gauss`; methods of several orders have it in brackets: `gauss(2)`. */
  name: string;
  /** The order of the error of positions and velocities in the step. */
  order: number;
  /** A sentence on its use. */
  summary: string;
  /** Its conservation properties and its purpose; see docs/numerics.md. */
  traits: { [trait: string]: boolean | number | string };
}
