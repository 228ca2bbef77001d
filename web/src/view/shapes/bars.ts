import {
  BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Group,
  Path,
  Shape,
} from "three";
import type { ShapeSpec } from "../../engine/types";
import type { Kit } from "../kit";
import type { Role } from "../palette";
import type { Span } from "./span";

/** A cylinder of unit length from the origin along +x. */
export function unitBar(radius: number, segments = 28): BufferGeometry {
  const geometry = new CylinderGeometry(radius, radius, 1, segments);
  geometry.rotateZ(-Math.PI / 2);
  geometry.translate(0.5, 0, 0);
  return geometry;
}

export function rod(spec: ShapeSpec, role: Role, kit: Kit): Span {
  const object = kit.solid(unitBar(spec.radius ?? 0.02), role);
  return { object, stretch: (length) => object.scale.set(length, 1, 1) };
}

/** A flat bar, waisted between two eyes, with a pin in each eye. */
export function link(spec: ShapeSpec, role: Role, kit: Kit, length: number): Span {
  const eye = (spec.width ?? 0.06) / 2;
  const thickness = spec.thickness ?? 0.5 * eye;
  const holder = new Group();
  let built = 0;
  const build = (size: number): void => {
    built = size;
    holder.clear();
    const geometry = new ExtrudeGeometry(linkOutline(size, eye), {
      depth: thickness,
      bevelEnabled: false,
      curveSegments: 28,
    });
    geometry.translate(0, 0, -thickness / 2);
    holder.add(kit.solid(geometry, role));
    for (const x of [0, size]) {
      const pin = new CylinderGeometry(0.36 * eye, 0.36 * eye, 1.25 * thickness, 24);
      pin.rotateX(Math.PI / 2);
      const solid = kit.solid(pin, "frame");
      solid.position.x = x;
      holder.add(solid);
    }
  };
  build(length);
  return {
    object: holder,
    stretch: (size) => {
      if (Math.abs(size - built) > 1e-3 * built) build(size);
    },
  };
}

function linkOutline(length: number, eye: number): Shape {
  const opening = Math.asin(0.72); // half width of the bar, as a part of the eye's radius
  const outline = new Shape();
  outline.absarc(0, 0, eye, opening, 2 * Math.PI - opening, false);
  outline.absarc(length, 0, eye, Math.PI + opening, Math.PI - opening, false);
  outline.closePath();
  for (const x of [0, length]) {
    const hole = new Path();
    hole.absarc(x, 0, 0.4 * eye, 0, 2 * Math.PI, true);
    outline.holes.push(hole);
  }
  return outline;
}

export function arrow(spec: ShapeSpec, role: Role, kit: Kit): Span {
  const radius = spec.radius ?? 0.01;
  const head = 7 * radius;
  const shaft = kit.solid(unitBar(radius, 16), role);
  const cone = new ConeGeometry(2.6 * radius, head, 24);
  cone.rotateZ(-Math.PI / 2);
  cone.translate(-head / 2, 0, 0);
  const tip = kit.solid(cone, role);
  const object = new Group();
  object.add(shaft, tip);
  return {
    object,
    stretch: (length) => {
      // A short arrow consists of its head only, scaled down.
      const size = Math.min(1, length / head);
      shaft.scale.set(Math.max(length - 0.98 * head * size, 1e-6), size, size);
      tip.scale.setScalar(size);
      tip.position.x = length;
    },
  };
}
