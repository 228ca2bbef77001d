import {
  Group,
  Matrix4,
  Plane,
  Raycaster,
  Vector2,
  Vector3,
  type Camera,
  type Object3D,
} from "three";
import type { Triple } from "../engine/types";
import type { Kit } from "./kit";
import { makePart, type Part } from "./shapes/registry";
import { laySpan } from "./shapes/span";

/** A place of a picture, pixels from its upper left corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A hand that holds a body: the body's index, a point in its axes, and the place of the hand, m. */
export interface Hold {
  readonly body: number;
  readonly point: readonly number[];
  readonly place: readonly number[];
}

/** A point of a body under the pointer. */
export interface Hit {
  readonly body: number;
  /** In the axes of the body, m. */
  readonly point: Triple;
  /** In the figure's frame, m. */
  readonly place: Triple;
}

/** The springs between held points and the hands that hold them. */
export class Grips {
  readonly group = new Group();
  readonly #made: { readonly spring: Part; readonly ball: Object3D; readonly group: Group }[] = [];

  constructor(
    readonly kit: Kit,
    /** Visible width of the figure, m. */
    readonly width: number,
  ) {}

  /** Draws these springs; `poseOf` returns the position and the axes of a body. */
  update(holds: readonly Hold[], poseOf: (body: number) => Matrix4): void {
    while (this.#made.length < holds.length) this.#make();
    this.#made.forEach(({ spring, ball, group }, index) => {
      const hold = holds[index];
      group.visible = hold !== undefined;
      if (!hold) return;
      const from = vectorOf(hold.point).applyMatrix4(poseOf(hold.body));
      const to = vectorOf(hold.place);
      ball.position.copy(to);
      if (spring.span) laySpan(spring.span, from.toArray(), to.toArray());
    });
  }

  #make(): void {
    const size = 0.006 * this.width;
    const to: Triple = [0.15 * this.width, 0, 0];
    const spring = makePart(
      { type: "spring", from: [0, 0, 0], to, radius: 1.6 * size, turns: 9, moving: 0 },
      "accent",
      this.kit,
    );
    const ball = makePart({ type: "sphere", radius: 1.5 * size }, "accent", this.kit).object;
    const group = new Group();
    group.add(spring.object, ball);
    this.group.add(group);
    this.#made.push({ spring, ball, group });
  }
}

function vectorOf([x = 0, y = 0, z = 0]: readonly number[]): Vector3 {
  return new Vector3(x, y, z);
}

/** Distances around the pointer, pixels: thin bodies are hard to hit, most of all with a finger. */
const reaches = [0, 6, 14];
const directions = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => (k * Math.PI) / 4);

/** The nearest point of the bodies at a place of the picture, in pixels from its upper left corner. */
export function pick(
  bodies: readonly Object3D[],
  camera: Camera,
  at: Spot,
  size: Size,
): Hit | null {
  const ray = new Raycaster();
  ray.params.Line.threshold = 0; // three.js would hit a line within a metre
  ray.params.Points.threshold = 0;
  for (const reach of reaches)
    for (const direction of reach === 0 ? [0] : directions) {
      const [x, y] = [at.x + reach * Math.cos(direction), at.y + reach * Math.sin(direction)];
      ray.setFromCamera(toView(x, y, size), camera);
      const [met] = ray.intersectObjects([...bodies], true);
      const body = met ? bodies.findIndex((each) => isWithin(met.object, each)) : -1;
      const holder = bodies[body];
      if (!met || !holder) continue;
      const point = holder.worldToLocal(met.point.clone());
      const place = holder.parent?.worldToLocal(met.point.clone()) ?? met.point;
      return { body, point: point.toArray(), place: place.toArray() };
    }
  return null;
}

/** The point at a place of the picture that is as far away as `near`, in the world. */
export function pointAt(camera: Camera, at: Spot, size: Size, near: Vector3): Vector3 | null {
  const ray = new Raycaster();
  ray.setFromCamera(toView(at.x, at.y, size), camera);
  const plane = new Plane().setFromNormalAndCoplanarPoint(
    camera.getWorldDirection(new Vector3()),
    near,
  );
  return ray.ray.intersectPlane(plane, new Vector3());
}

function toView(x: number, y: number, size: Size): Vector2 {
  return new Vector2((2 * x) / size.width - 1, 1 - (2 * y) / size.height);
}

function isWithin(object: Object3D, holder: Object3D): boolean {
  for (let at: Object3D | null = object; at; at = at.parent) if (at === holder) return true;
  return false;
}
