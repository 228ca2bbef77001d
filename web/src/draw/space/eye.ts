import { Plane, Raycaster, Vector2, Vector3 } from "three";
import { makeRig } from "../../view/camera";
import type { Vec } from "../numbers";
import type { Triple } from "./vectors";

/** The view stays this far from straight down or up, rad. */
const steepest = Math.PI / 2 - 0.02;

/** Whoever looks at a drawing in space: the camera, and what is where in the picture. */
export class Eye {
  readonly rig = makeRig({ kind: "spatial", distance: 3, azimuth: -1.1, elevation: 0.4 });
  readonly #target = this.rig.target.clone();
  #height = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly onChange: () => void,
  ) {}

  /** Where a point is in the picture, pixels. */
  spotOf(place: Triple): Vec {
    const at = new Vector3(...place).project(this.rig.camera);
    const { clientWidth, clientHeight } = this.canvas;
    return { x: ((at.x + 1) / 2) * clientWidth, y: ((1 - at.y) / 2) * clientHeight };
  }

  /** The place of a level plane at a spot; null where it does not meet it. */
  placeAt({ x, y }: Vec, height: number): Triple | null {
    return this.#meet(x, y, new Plane(new Vector3(0, 0, 1), -height));
  }

  /** The place at a spot that is as far away as another one. */
  placeBeside({ x, y }: Vec, place: Triple): Triple | null {
    const normal = this.rig.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, new Vector3(...place));
    return this.#meet(x, y, plane);
  }

  #meet(x: number, y: number, plane: Plane): Triple | null {
    const found = this.rayAt({ x, y }).ray.intersectPlane(plane, new Vector3());
    return found ? [found.x, found.y, found.z] : null;
  }

  rayAt({ x, y }: Vec): Raycaster {
    const { clientWidth, clientHeight } = this.canvas;
    const spot = new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight);
    const ray = new Raycaster();
    ray.setFromCamera(spot, this.rig.camera);
    return ray;
  }

  /** Rises with the plane that is drawn on, m. */
  rise(height: number): void {
    if (height === this.#height) return;
    const by = new Vector3(0, 0, height - this.#height);
    this.#height = height;
    this.#shift(by);
  }

  zoom(factor: number): void {
    this.#look(this.#offset().divideScalar(factor));
  }

  /** Turns about the vertical, and up or down, rad. */
  turn(angle: number, upwards = 0): void {
    const offset = this.#offset();
    const distance = offset.length();
    const azimuth = Math.atan2(offset.y, offset.x) + angle;
    const elevation = Math.asin(offset.z / distance) + upwards;
    const bounded = Math.max(-steepest, Math.min(steepest, elevation));
    offset.set(
      Math.cos(bounded) * Math.cos(azimuth),
      Math.cos(bounded) * Math.sin(azimuth),
      Math.sin(bounded),
    );
    this.#look(offset.multiplyScalar(distance));
  }

  /** Turns by a way over the picture: its height is half a turn. */
  turnBy({ x, y }: Vec): void {
    const angle = Math.PI / this.canvas.clientHeight;
    this.turn(-angle * x, angle * y);
  }

  /** Moves what is at the target by a way over the picture, pixels. */
  pan({ x, y }: Vec): void {
    const target: Triple = [this.#target.x, this.#target.y, this.#target.z];
    const { clientWidth, clientHeight } = this.canvas;
    const to = this.placeBeside({ x: clientWidth / 2 - x, y: clientHeight / 2 - y }, target);
    if (to) this.#shift(new Vector3(...to).sub(this.#target));
  }

  #offset(): Vector3 {
    return this.rig.camera.position.clone().sub(this.#target);
  }

  #shift(by: Vector3): void {
    const offset = this.#offset();
    this.#target.add(by);
    this.#look(offset);
  }

  #look(offset: Vector3): void {
    const { camera } = this.rig;
    camera.position.copy(this.#target).add(offset);
    camera.lookAt(this.#target);
    camera.updateMatrixWorld();
    this.onChange();
  }
}
