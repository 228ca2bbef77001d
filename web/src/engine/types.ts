/** The plain data that crosses the border of the engine. Units are SI, angles are radians. */

export interface Problem {
  readonly severity: "error" | "warning";
  readonly code: string;
  /** JSON Pointer into the model text, "" for the text as a whole. */
  readonly where: string;
  readonly found?: string;
  readonly expected?: string;
  readonly hint?: string;
  /** Byte offset inside the string at `where`. */
  readonly position?: number;
  /** Place in a text that is not JSON, counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

export interface Parameter {
  readonly name: string;
  readonly unit: string;
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  /** Computed from other parameters; cannot be set. */
  readonly derived: boolean;
}

export type PortMode = "effort" | "flow";

export interface Port {
  readonly name: string;
  readonly size: number;
  readonly flow_unit: string;
  readonly effort_unit: string;
  /** One formula of time per component of the port. */
  readonly input: readonly string[];
  readonly mode: PortMode;
}

export interface Simulation {
  readonly until: number;
  readonly step: number;
  readonly method: string;
  readonly outputEvery: number;
}

export interface Description {
  readonly problems: readonly Problem[];
  readonly name: string;
  readonly source: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly ports: readonly Port[];
  readonly simulation: Simulation;
}

export interface Method {
  readonly name: string;
  readonly order: number;
  readonly summary: string;
}

export interface Column {
  readonly name: string;
  readonly unit: string;
}

export type Triple = readonly [number, number, number];

/** One shape with its numbers resolved; the keys depend on the type (see docs/format.md, "View"). */
export interface ShapeSpec {
  readonly type: string;
  readonly role?: string;
  readonly at?: Triple;
  readonly size?: Triple | number;
  readonly radius?: number;
  readonly height?: number;
  readonly axis?: "x" | "y" | "z";
  readonly marked?: boolean;
  readonly thickness?: number;
  readonly width?: number;
  readonly turns?: number;
  readonly from?: Triple;
  readonly to?: Triple;
  /** Index into the list of moving spans, when `from` and `to` follow the state. */
  readonly moving?: number;
}

export interface SceneBody {
  readonly name: string;
  readonly role: string;
  readonly shapes: readonly ShapeSpec[];
}

export interface Camera {
  readonly kind: "planar" | "spatial";
  readonly center?: readonly number[];
  /** Visible width, m (planar). */
  readonly width?: number;
  readonly distance?: number;
  readonly azimuth?: number;
  readonly elevation?: number;
}

export interface Scene {
  readonly camera: Camera;
  readonly bodies: readonly SceneBody[];
  readonly trails: readonly { readonly body: number; readonly point: Triple }[];
  readonly vectors: readonly {
    readonly name: string;
    readonly kind: string;
    readonly scale: number;
  }[];
  /** Number of spans that follow the state. */
  readonly moving: number;
}

/** What the reader changed; anything missing comes from the model. */
export interface RunOptions {
  readonly until?: number;
  readonly step?: number;
  readonly method?: string;
  readonly set?: Readonly<Record<string, number>>;
  readonly inputs?: Readonly<Record<string, PortInput>>;
}

export type PortInput = string | readonly string[] | { readonly flow: string | readonly string[] };

export interface RunStart {
  readonly problems: readonly Problem[];
  readonly columns: readonly Column[];
  readonly scene: Scene;
}

/** Rows computed since the last chunk: `rows` and `poses` are row-major. */
export interface Chunk {
  readonly t: number;
  readonly rows: Float64Array;
  readonly poses: Float64Array;
}

export interface RunEnd {
  /** "finished", or the name of the failure. */
  readonly outcome: string;
  readonly message: string;
}

/** Numbers per row of poses. */
export function poseWidth(scene: Scene): number {
  return 12 * scene.bodies.length + 6 * scene.vectors.length + 6 * scene.moving;
}
