import {
  BoxGeometry,
  CylinderGeometry,
  Group,
  LatheGeometry,
  Mesh,
  Object3D,
  SphereGeometry,
  Vector2,
} from "three";
import type { ShapeSpec } from "../../engine/types";
import type { Kit } from "../kit";
import type { Role } from "../palette";

/** Rotates an object built around +z to the axis of the shape. */
function turnAxis(object: Object3D, axis: ShapeSpec["axis"]): Object3D {
  if (axis === "x") object.rotation.y = Math.PI / 2;
  if (axis === "y") object.rotation.x = -Math.PI / 2;
  const holder = new Group();
  holder.add(object);
  return holder;
}

export function box(spec: ShapeSpec, role: Role, kit: Kit): Object3D {
  const [x, y, z] = Array.isArray(spec.size) ? spec.size : [0.1, 0.1, 0.1];
  return kit.solid(new BoxGeometry(x, y, z), role);
}

export function sphere(spec: ShapeSpec, role: Role, kit: Kit): Object3D {
  return kit.solid(new SphereGeometry(spec.radius ?? 0.05, 40, 28), role);
}

export function ellipsoid(spec: ShapeSpec, role: Role, kit: Kit): Object3D {
  const [x, y, z] = Array.isArray(spec.size) ? spec.size : [0.1, 0.1, 0.1];
  const geometry = new SphereGeometry(0.5, 64, 40);
  geometry.rotateX(Math.PI / 2); // puts the poles, where triangles are smallest, at the ends of z
  geometry.scale(x, y, z);
  return kit.solid(geometry, role);
}

export function cylinder(spec: ShapeSpec, role: Role, kit: Kit): Object3D {
  const radius = spec.radius ?? 0.1;
  const height = spec.height ?? 0.05;
  const geometry = new CylinderGeometry(radius, radius, height, 56);
  geometry.rotateX(Math.PI / 2); // three.js builds cylinders around y
  const solid = kit.solid(geometry, role);
  if (spec.marked) solid.add(...spokes(radius, height, kit));
  return turnAxis(solid, spec.axis);
}

/** Six spokes and a hub on both faces, one spoke in another colour: the eye can follow the spin. */
function spokes(radius: number, height: number, kit: Kit): Object3D[] {
  const parts: Object3D[] = [];
  const depth = 0.02 * radius;
  for (const face of [-1, 1]) {
    const z = (face * (height + depth)) / 2;
    for (let index = 0; index < 6; index++) {
      const length = 0.62 * radius;
      const spoke = new Mesh(
        new BoxGeometry(length, 0.085 * radius, depth),
        index === 0 ? kit.darkMark : kit.lightMark,
      );
      const angle = (index * Math.PI) / 3;
      spoke.rotation.z = angle;
      spoke.position.set(0.58 * radius * Math.cos(angle), 0.58 * radius * Math.sin(angle), z);
      parts.push(spoke);
    }
    const hub = new CylinderGeometry(0.17 * radius, 0.17 * radius, 3 * depth, 28);
    hub.rotateX(Math.PI / 2);
    const solid = kit.solid(hub, "frame");
    solid.position.z = z;
    parts.push(solid);
  }
  return parts;
}

/** A ring of rectangular cross section, like a gimbal. */
export function ring(spec: ShapeSpec, role: Role, kit: Kit): Object3D {
  const radius = spec.radius ?? 0.2;
  const half = (spec.thickness ?? 0.02) / 2;
  const chamfer = 0.25 * half;
  const section = [
    [half, -half + chamfer],
    [half, half - chamfer],
    [half - chamfer, half],
    [-half + chamfer, half],
    [-half, half - chamfer],
    [-half, -half + chamfer],
    [-half + chamfer, -half],
    [half - chamfer, -half],
    [half, -half + chamfer],
  ].map(([across = 0, along = 0]) => new Vector2(radius + across, along));
  const geometry = new LatheGeometry(section, 96);
  geometry.rotateX(Math.PI / 2); // three.js turns profiles around y
  return turnAxis(kit.solid(geometry, role, 50), spec.axis);
}
