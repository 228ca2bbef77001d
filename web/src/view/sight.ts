import { Matrix4, Vector3 } from "three";
import type { Triple } from "../engine/types";
import type { Figure } from "./figure";
import { pick, pointAt, type Hit, type Size, type Spot } from "./grip";

/**
 * Maps places of a picture, in pixels from its upper left corner, to points of the bodies, and
 * back.
 */
export class Sight {
  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly figure: () => Figure | null,
    readonly size: () => Size,
  ) {}

  get isPlanar(): boolean {
    return this.figure()?.rig.isPlanar ?? true;
  }

  /** Width of the picture, m. */
  get width(): number {
    const rig = this.figure()?.rig;
    return rig ? (rig.scale * rig.width) / rig.camera.zoom : 1;
  }

  /** The nearest of these bodies at a place of the picture. */
  pick(bodies: readonly number[], at: Spot): Hit | null {
    const figure = this.figure();
    if (!figure) return null;
    figure.world.updateMatrixWorld();
    const drawn = bodies.flatMap((index) => figure.mechanism.bodies[index] ?? []);
    const hit = pick(drawn, figure.rig.camera, at, this.size());
    return hit && { ...hit, body: bodies[hit.body] ?? -1 };
  }

  /** The point at a place of the picture, in the frame of the bodies, that is as far away as `near`, m. */
  pointAt(at: Spot, near: Triple): Triple | null {
    const figure = this.figure();
    if (!figure) return null;
    const depth = figure.content.localToWorld(new Vector3(...near));
    const found = pointAt(figure.rig.camera, at, this.size(), depth);
    return found && figure.content.worldToLocal(found).toArray();
  }

  /** The middle of a body in its own axes, m; in a planar figure, in the plane of its origin. */
  middleOf(body: number): Triple {
    const box = this.figure()?.mechanism.boxes[body];
    const middle = box && !box.isEmpty() ? box.getCenter(new Vector3()) : new Vector3();
    if (this.isPlanar) middle.setZ(0);
    return middle.toArray();
  }

  /** A point of a body in the frame of the bodies, m, at the time of the last pose. */
  placeOf(body: number, point: Triple): Triple {
    const holder = this.figure()?.mechanism.bodies[body];
    holder?.updateMatrix();
    return new Vector3(...point).applyMatrix4(holder?.matrix ?? new Matrix4()).toArray();
  }

  /**
   * The place of a point of a body, by default its middle, in the picture: from -1 to 1 to the
   * right and upwards.
   */
  projected(body: number, point = this.middleOf(body)): Spot {
    const figure = this.figure();
    if (!figure) return { x: 0, y: 0 };
    const place = new Vector3(...this.placeOf(body, point));
    return figure.content.localToWorld(place).project(figure.rig.camera);
  }

  /** The middle of a body on the screen, pixels. */
  spotOf(body: number): Spot {
    const box = this.canvas.getBoundingClientRect();
    const { x, y } = this.projected(body);
    return { x: box.left + ((1 + x) / 2) * box.width, y: box.top + ((1 - y) / 2) * box.height };
  }

  /** A displacement in the picture, m to the right and upwards, as a vector in space. */
  alongView(right: number, up: number): Triple {
    const camera = this.figure()?.rig.camera;
    if (!camera) return [right, up, 0];
    return new Vector3(right, up, 0).applyQuaternion(camera.quaternion).toArray();
  }
}
