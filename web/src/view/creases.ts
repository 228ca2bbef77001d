import { BufferGeometry, EdgesGeometry, LineSegments, type LineBasicMaterial } from "three";

/**
 * The edges of a solid that are sharper than `angle`, degrees. The painter of planar figures finds
 * them itself, among the visible facets.
 */
export class Creases extends LineSegments {
  constructor(
    solid: BufferGeometry,
    readonly angle: number,
    material: LineBasicMaterial,
    isPlanar: boolean,
  ) {
    super(isPlanar ? new BufferGeometry() : new EdgesGeometry(solid, angle), material);
  }
}
