import { Color, Mesh, SphereGeometry, Vector3 } from "three";
import type { Light } from "./light";

/** Pixels across the picture of a ball. */
const size = 96;

/** The radius of a mesh that looks the same from all directions, m; null if it does not. */
export function ballRadius({ geometry, matrixWorld }: Mesh): number | null {
  if (!(geometry instanceof SphereGeometry)) return null;
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  const { x, y, z } = geometry.boundingBox?.getSize(new Vector3()) ?? new Vector3();
  const scale = new Vector3().setFromMatrixScale(matrixWorld);
  const [width, height, depth] = [x * scale.x, y * scale.y, z * scale.z];
  const unequal = Math.max(Math.abs(width - height), Math.abs(width - depth));
  return unequal < 0.01 * width ? width / 2 : null;
}

/** A matte ball of radius 1 around the origin, as a fill pattern. */
export function ballPattern(
  context: CanvasRenderingContext2D,
  color: Color,
  light: Light,
): CanvasPattern | null {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const picture = new ImageData(size, size);
  const normal = new Vector3();
  const shade = new Color();
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const [x, y] = [(2 * column + 1) / size - 1, 1 - (2 * row + 1) / size];
      normal.set(x, y, Math.sqrt(Math.max(0, 1 - x * x - y * y))).normalize();
      light.shade(color, normal, shade).convertLinearToSRGB();
      const at = 4 * (size * row + column);
      picture.data.set([255 * shade.r, 255 * shade.g, 255 * shade.b, 255], at);
    }
  canvas.getContext("2d")?.putImageData(picture, 0, 0);
  const pattern = context.createPattern(canvas, "no-repeat");
  // Metres point upwards, rows of pixels downwards.
  pattern?.setTransform(new DOMMatrix([2 / size, 0, 0, -2 / size, -1, 1]));
  return pattern;
}
