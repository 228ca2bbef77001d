import type { Object3D } from "three";
import type { Rig } from "./camera";
import type { Size } from "./grip";
import type { Lights } from "./lights";
import type { Paper } from "./paper";
import type { MakePathLine } from "./path-line";
import type { VectorSink } from "./plane/vector-sink";

/** The parts of a figure that painters use. */
export interface Painted {
  readonly world: Object3D;
  /** Bodies, paths and vectors, without paper and light. */
  readonly content: Object3D;
  readonly rig: Rig;
  readonly paper: Paper;
  readonly lights: Lights;
  resize(width: number, height: number): void;
}

/** Draws figures. */
export interface Painter {
  readonly makeLine: MakePathLine;
  /**
   * Draws a figure in its current pose into a canvas, which is displayed at this size (pixels of
   * the page). `share` < 1 draws fewer pixels, for motion on slow machines. False if nothing could
   * be drawn.
   */
  paint(canvas: HTMLCanvasElement, figure: Painted, size: Size, share: number): boolean;
  /** Draws into a file instead; returns the units per metre. Painters of space cannot. */
  vector?(figure: Painted, size: Size, sink: VectorSink): number;
}
