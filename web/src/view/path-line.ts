import type { Color, Object3D, Vector3 } from "three";

/** Segments as a line of constant width, in pixels of the page. */
export interface PathLine {
  readonly object: Object3D;
  readonly color: Color;
  opacity: number;
  /** Ends of the segments, x, y, z of each. */
  setSegments(ends: readonly number[]): void;
  /** Shows this many segments, the last one only up to a place, if one is given. */
  cut(count: number, place: Vector3 | null): void;
  dispose(): void;
}

/** Makes an opaque one. */
export type MakePathLine = (width: number) => PathLine;
