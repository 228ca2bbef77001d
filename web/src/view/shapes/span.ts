import { Matrix4, Object3D, Vector3 } from "three";
import type { Triple } from "../../engine/types";

/**
 * A shape between two points: built along +x from the origin with its initial length, then placed
 * between any two points. The local z stays as near to the world's z as possible, so that flat bars
 * of planar mechanisms stay flat.
 */
export interface Span {
  readonly object: Object3D;
  /** Whether it stands still on a line while `from` and `to` move along it (guideway.ts). */
  readonly isGuide?: boolean;
  /**
   * Adapts the shape to a length, m. `start` is the place of `from` on the line of a guide, m: what
   * is drawn there stays there.
   */
  stretch(length: number, start?: number): void;
}

const along = new Vector3();
const side = new Vector3();
const up = new Vector3();
const basis = new Matrix4();

/** Places a span between two points; a span of length zero is hidden. */
export function laySpan(span: Span, from: Triple, to: Triple, start = 0): void {
  along.set(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const length = along.length();
  span.object.visible = length > 1e-9;
  if (!span.object.visible) return;
  along.divideScalar(length);
  up.set(0, 0, 1);
  if (Math.abs(along.z) > 0.999) up.set(1, 0, 0);
  side.crossVectors(up, along).normalize();
  up.crossVectors(along, side);
  basis.makeBasis(along, side, up);
  span.object.quaternion.setFromRotationMatrix(basis);
  span.object.position.set(from[0], from[1], from[2]);
  span.stretch(length, start);
}

export function spanLength(from: Triple, to: Triple): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
}
