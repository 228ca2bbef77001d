/** The plain data that the engine and the page exchange. Units are SI, angles are radians. */
import type { Column, Input, ModelEvent, Problem, Summary } from "../../../bindings/js/types";

export type {
  Column,
  Description,
  Equations,
  Method,
  ModelEvent,
  Parameter,
  Port,
  Problem,
  State,
  Summary,
} from "../../../bindings/js/types";

export type PortMode = "effort" | "flow";

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
  /** Index into the list of moving spans, if `from` and `to` follow the state. */
  readonly moving?: number;
  /** Of the arrow of a motor (motors.ts), which is not in texts: it shows the negative direction. */
  readonly isReversed?: boolean;
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
  /** Number of vectors that are drawn, and a sentence about what is not drawn (bounded-scene.ts). */
  readonly drawnVectors?: number;
  readonly note?: string;
}

/** The reader's changes. A missing value means the model's own. */
export interface RunOptions {
  until?: number;
  step?: number;
  method?: string;
  set?: Record<string, number>;
  /** Starts of positions and velocities that replace those of the text. */
  starts?: Record<string, number>;
  inputs?: Record<string, PortInput>;
}

/** Formulas of time: an effort, or a prescribed flow. */
export type PortInput =
  Extract<Input, string | readonly string[]> | { flow: string | readonly string[] };

export interface RunStart {
  /** Values of the parameters that follow from others. */
  readonly derived: readonly { readonly name: string; readonly value: number }[];
  readonly problems: readonly Problem[];
  readonly columns: readonly Column[];
  readonly scene: Scene;
}

/** Rows computed since the last chunk: `rows` and `poses` are row-major. */
export interface Chunk {
  readonly t: number;
  readonly rows: Float64Array;
  readonly poses: Float64Array;
  /** The events since the last chunk. */
  readonly events?: readonly ModelEvent[];
  /** Whether the run has ended. */
  readonly isLast?: boolean;
}

export interface RunEnd {
  /** "finished", or the name of the failure. */
  readonly outcome: string;
  readonly message: string;
  /** Missing if the run never started. */
  readonly summary?: Summary;
}

/** Numbers per row of poses. */
export function poseWidth(scene: Scene): number {
  return 12 * scene.bodies.length + 6 * scene.vectors.length + 6 * scene.moving;
}
