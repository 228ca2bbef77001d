import { BoxGeometry, CylinderGeometry, ExtrudeGeometry, Group, Object3D, Shape } from "three";
import type { ShapeSpec } from "../../engine/types";
import type { Kit } from "../kit";
import type { Role } from "../palette";
import { baseStrokes, hatching } from "./rail";

/** The standard symbol of a ground support: a triangle under a pin, on a hatched base. */
export function pivot(spec: ShapeSpec, role: Role, kit: Kit): Object3D {
  const size = typeof spec.size === "number" ? spec.size : 0.1;
  const depth = 0.3 * size;
  const triangle = new Shape();
  triangle.moveTo(-0.16 * size, 0);
  triangle.absarc(0, 0, 0.24 * size, Math.PI - 0.5, 0.5, true);
  triangle.lineTo(0.6 * size, -size);
  triangle.lineTo(-0.6 * size, -size);
  triangle.closePath();
  const geometry = new ExtrudeGeometry(triangle, { depth, bevelEnabled: false, curveSegments: 20 });
  // Flat figures are seen from above: the support is below the bodies at its pin, except for the
  // pin itself.
  const middle = kit.isPlanar ? -depth / 2 : 0;
  geometry.translate(0, 0, middle - depth / 2);
  const pin = new CylinderGeometry(0.13 * size, 0.13 * size, 1.3 * depth, 24);
  pin.rotateX(Math.PI / 2);
  const base = new BoxGeometry(1.7 * size, 0.08 * size, depth);
  base.translate(0, -1.04 * size, middle);
  const strokes = kit.lines(
    hatching(baseStrokes(1.7 * size, 0.2 * size), -1.08 * size, -0.2 * size),
  );
  strokes.position.set(-0.85 * size, 0, middle);
  const upright = new Group();
  upright.add(kit.solid(geometry, role), kit.solid(pin, "frame"), kit.solid(base, role), strokes);
  if (!kit.isPlanar) upright.rotation.x = Math.PI / 2; // stands under z instead of y
  const holder = new Group();
  holder.add(upright);
  return holder;
}
