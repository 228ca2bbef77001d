// Integration methods.

/** An integration method with its order; docs/numerics.md says what each is for. */
export type MethodName =
  | "gauss(1)"
  | "gauss(2)"
  | "gauss(3)"
  | "gauss(4)"
  | "adaptive-gauss(2)"
  | "adaptive-gauss(3)"
  | "radau(3)"
  | "dop853"
  | "discrete-gradient"
  | "rk4-baumgarte"
  | "symplectic-euler";

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
