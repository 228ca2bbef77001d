import type { Matrix4, Vector3 } from "three";
import type { Line, View } from "./facets";
import { Outline } from "./outline";
import { turnBetween, type Turn } from "./turn";

export interface SheetPaths {
  readonly level: number;
  readonly outline: Outline;
  readonly edge: Outline;
  readonly faces: readonly { readonly normal: Vector3; readonly path: Outline }[];
}

/** A view as paths in the plane of the bodies, m, around the origin of the body. */
export interface Drawing {
  readonly view: View;
  readonly sheets: readonly SheetPaths[];
  readonly creases: Outline;
}

/**
 * The view of an object from above. It is recomputed only when another side of the object becomes
 * visible.
 */
export class Look {
  #made: { readonly pose: Matrix4; readonly drawing: Drawing } | null = null;

  constructor(readonly make: (pose: Matrix4) => View) {}

  /** In a pose: a drawing, and the rotation of the object since it was made. */
  at(pose: Matrix4): { readonly drawing: Drawing; readonly turn: Turn } {
    const turn = this.#made && turnBetween(this.#made.pose, pose);
    if (this.#made && turn) return { drawing: this.#made.drawing, turn };
    const drawing = drawingOf(this.make(pose));
    this.#made = { pose: pose.clone(), drawing };
    return { drawing, turn: { a: 1, b: 0, c: 0, d: 1, lift: 1 } };
  }
}

function drawingOf(view: View): Drawing {
  return {
    view,
    creases: pathOf(view.creases),
    sheets: view.sheets.map(({ level, outline, edge, faces }) => ({
      level,
      outline: pathOf(outline),
      edge: pathOf(edge),
      faces: faces.map((face) => ({ normal: face.normal, path: pathOf(face.edge) })),
    })),
  };
}

export function pathOf(lines: readonly Line[]): Outline {
  const path = new Outline();
  for (const { points, isClosed } of lines) {
    for (let at = 0; at + 1 < points.length; at += 2)
      path[at === 0 ? "moveTo" : "lineTo"](points[at] ?? NaN, points[at + 1] ?? NaN);
    if (isClosed) path.closePath();
  }
  return path;
}
