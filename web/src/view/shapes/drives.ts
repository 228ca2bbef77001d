import { ConeGeometry, Group, Matrix4, Quaternion, TorusGeometry, Vector3 } from "three";
import type { ShapeSpec } from "../../engine/types";
import type { Kit } from "../kit";
import type { Role } from "../palette";
import { unitBar } from "./bars";
import type { Span } from "./span";

/** The angle of the arc of a motor's arrow, rad. */
const sweep = 1.5 * Math.PI;

/** The axis z of an arc becomes the direction of the span, and its opening stays at x (span.ts). */
const fromUpright = new Quaternion().setFromRotationMatrix(
  new Matrix4().makeBasis(new Vector3(0, 0, 1), new Vector3(0, -1, 0), new Vector3(1, 0, 0)),
);

/** The mark of a motor: an arrow around the span, at its end, not too small for the figure. */
export function turn(spec: ShapeSpec, role: Role, kit: Kit): Span {
  const radius = Math.max(spec.radius ?? 0, 0.024 * kit.width);
  const tube = 0.065 * radius;
  const head = 0.45 * radius;
  const arc = new TorusGeometry(radius, tube, 10, 60, sweep - head / radius);
  const cone = new ConeGeometry(3 * tube, head, 20);
  cone.rotateZ(-sweep / 120); // a chord of the circle
  cone.translate(0, head / 2, 0);
  const tip = kit.solid(cone, role);
  const end = sweep - head / radius;
  tip.position.set(radius * Math.cos(end), radius * Math.sin(end), 0);
  tip.rotation.z = end + head / (2 * radius);
  const flat = new Group();
  flat.add(kit.solid(arc, role, 80), tip);
  // The opening is at the right.
  flat.rotation.z = -sweep / 2 + Math.PI;
  const turned = new Group();
  turned.add(flat);
  if (spec.isReversed) turned.rotation.x = Math.PI;
  const around = new Group();
  around.add(turned);
  around.quaternion.copy(fromUpright);
  const object = new Group();
  object.add(withoutShadow(around));
  return { object, stretch: (length) => around.position.setX(length) };
}

/** The mark of a driven guide: an arrow beside the span, from its middle. */
export function push(spec: ShapeSpec, role: Role, kit: Kit): Span {
  const aside = Math.max(spec.width ?? 0, 0.025 * kit.width);
  const shaft = kit.solid(unitBar(1, 16), role);
  const cone = new ConeGeometry(1, 1, 20);
  cone.rotateZ(-Math.PI / 2);
  cone.translate(-0.5, 0, 0);
  const tip = kit.solid(cone, role);
  const object = new Group();
  const arrow = new Group();
  arrow.add(shaft, tip);
  if (spec.isReversed) arrow.rotation.z = Math.PI;
  object.add(withoutShadow(arrow));
  const stretch = (length: number): void => {
    const reach = Math.max(0.6 * length, 0.07 * kit.width);
    const thickness = 0.035 * reach;
    const head = 0.35 * reach;
    arrow.position.set(length / 2, aside, 0);
    shaft.scale.set(reach - 0.98 * head, thickness, thickness);
    tip.scale.set(head, 3 * thickness, 3 * thickness);
    tip.position.x = reach;
  };
  return { object, stretch };
}

/** A mark is no body. */
function withoutShadow(mark: Group): Group {
  mark.traverse((part) => (part.castShadow = false));
  return mark;
}
