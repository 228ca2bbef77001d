import {
  BackSide,
  BoxGeometry,
  CatmullRomCurve3,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  Vector3,
  type BufferGeometry,
  type Object3D,
} from "three";
import type { Pose, SpaceBody, SpaceJoint } from "./drawing";
import { across, add, cross, norm, scaled, subtract, unit, type Triple } from "./vectors";

const material = (color: string, emissive = "#000000"): MeshStandardMaterial =>
  new MeshStandardMaterial({ color, emissive, roughness: 0.7 });

/** Width of the outline of a selected body, m. */
const rim = 0.008;

/** The figure of a body, named after it; with an outline if one is given. */
export function bodyShape(body: SpaceBody, color: string, outline: string | null): Mesh {
  const mesh = new Mesh(geometryOf(body), material(color));
  mesh.name = body.name;
  place(mesh, body);
  if (outline) mesh.add(hullOf(body, outline));
  return mesh;
}

/** The inside of a slightly larger body, of which only the rim is seen. */
function hullOf(body: SpaceBody, color: string): Mesh {
  const hull = new Mesh(geometryOf(body), new MeshBasicMaterial({ color, side: BackSide }));
  const [x, y, z] = body.size;
  hull.scale.set(1 + (2 * rim) / x, 1 + (2 * rim) / y, 1 + (2 * rim) / z);
  hull.name = body.name;
  return hull;
}

function geometryOf({ kind, size }: SpaceBody): BufferGeometry {
  const [x, y, z] = size;
  if (kind === "ball") return new SphereGeometry(x / 2, 32, 20);
  if (kind === "rod") return new CylinderGeometry(y / 2, y / 2, x, 20).rotateZ(Math.PI / 2);
  if (kind === "cylinder") return new CylinderGeometry(x / 2, x / 2, z, 40).rotateX(Math.PI / 2);
  return new BoxGeometry(x, y, z);
}

export function place(object: Object3D, { r, q: [w, x, y, z] }: Pose): void {
  object.position.set(...r);
  object.quaternion.set(x, y, z, w);
}

export function poseOf({ position: p, quaternion: q }: Object3D): Pose {
  return { r: [p.x, p.y, p.z], q: [q.w, q.x, q.y, q.z] };
}

/** Names an object and all in it: a ray that meets a piece has met the whole. */
function named<Shape extends Object3D>(name: string, object: Shape): Shape {
  object.traverse((each) => (each.name = name));
  return object;
}

/** The turn that takes the axis y of a shape to a direction. */
const upTo = (direction: Triple): Quaternion =>
  new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...unit(direction)));

/** A ball, and a pin along the axis. A rolling wheel has a small ball where it touches the ground. */
export function jointShape({ kind, name, place: at, axis }: SpaceJoint, color: string): Object3D {
  const group = new Group();
  group.position.set(...at);
  const radius = kind === "rolling-disc" ? 0.014 : 0.026;
  group.add(new Mesh(new SphereGeometry(radius, 20, 14), material(color)));
  if (axis) {
    const pin = new Mesh(new CylinderGeometry(0.013, 0.013, 0.12, 16), material(color));
    pin.quaternion.copy(upTo(axis));
    group.add(pin);
  }
  return named(name, group);
}

/** A ring around the axis of a driven joint. */
export function motorShape({ name, place: at, axis }: SpaceJoint, color: string): Object3D {
  const ring = new Mesh(new TorusGeometry(0.052, 0.01, 12, 40), material(color));
  ring.position.set(...at);
  const direction = new Vector3(...unit(axis ?? [0, 0, 1]));
  ring.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), direction);
  return named(name, ring);
}

type Ends = readonly [Triple, Triple];

function bar([from, to]: Ends, radius: number, color: string): Mesh {
  const way = subtract(to, from);
  const mesh = new Mesh(new CylinderGeometry(radius, radius, norm(way), 16), material(color));
  mesh.position.set(...scaled(add(from, to), 0.5));
  mesh.quaternion.copy(upTo(way));
  return mesh;
}

const between = ([from, to]: Ends, share: number): Triple =>
  add(from, scaled(subtract(to, from), share));

/** A coil with straight ends. */
export function springShape(name: string, ends: Ends, color: string): Object3D {
  const [turns, steps, radius] = [8, 12, 0.028];
  const along = unit(subtract(ends[1], ends[0]));
  const side = across(along);
  const other = cross(along, side);
  const coil = Array.from({ length: turns * steps + 1 }, (_, k) => {
    const angle = (2 * Math.PI * k) / steps;
    const taper = radius * Math.min(1, k / steps, turns - k / steps);
    const off = add(scaled(side, taper * Math.cos(angle)), scaled(other, taper * Math.sin(angle)));
    return add(between(ends, 0.12 + (0.76 * k) / (turns * steps)), off);
  });
  const points = [ends[0], ...coil, ends[1]].map((each) => new Vector3(...each));
  const tube = new TubeGeometry(new CatmullRomCurve3(points), 4 * points.length, 0.006, 8);
  return named(name, new Mesh(tube, material(color)));
}

/** A thin rod in a cylinder. */
export function damperShape(name: string, ends: Ends, color: string): Object3D {
  const group = new Group();
  const barrel: Ends = [between(ends, 0.3), between(ends, 0.65)];
  group.add(bar(ends, 0.007, color), bar(barrel, 0.024, color));
  return named(name, group);
}

/** An arrow from one place to another one. */
export function arrowShape(name: string, ends: Ends, color: string): Object3D {
  const group = new Group();
  const way = subtract(ends[1], ends[0]);
  const head = Math.min(0.06, norm(way) / 2);
  const neck = subtract(ends[1], scaled(unit(way), head));
  const cone = new Mesh(new ConeGeometry(0.4 * head, head, 20), material(color));
  cone.position.set(...scaled(add(neck, ends[1]), 0.5));
  cone.quaternion.copy(upTo(way));
  group.add(bar([ends[0], neck], 0.009, color), cone);
  return named(name, group);
}

/** A mark at a point, which can be chosen by its name if it has one. */
export function markShape(at: Triple, color: string, radius: number, name = ""): Mesh {
  const mark = new Mesh(new SphereGeometry(radius, 14, 10), material(color, color));
  mark.position.set(...at);
  mark.name = name;
  if (name !== "") return mark;
  mark.material.depthTest = false;
  mark.renderOrder = 2;
  return mark;
}

/** Frees what the shapes below an object hold. */
export function clear(object: Object3D): void {
  object.traverse((each) => {
    if (!(each instanceof Mesh)) return;
    (each.geometry as BufferGeometry).dispose();
    (each.material as MeshStandardMaterial).dispose();
  });
  object.clear();
}
