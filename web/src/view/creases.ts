import { BufferGeometry, EdgesGeometry, LineSegments, type LineBasicMaterial } from "three";

/**
 * The edges of a solid that are sharper than `angle`, degrees. Those of planar figures are found by their painter,
 * among the facets that are seen.
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
