import { DirectionalLight, HemisphereLight, Vector3 } from "three";
import type { Rig } from "./camera";

/** Sun and sky of a figure. */
export class Lights {
  readonly sun = new DirectionalLight(0xfff6e8, 1.9);
  readonly sky: HemisphereLight;

  constructor(
    readonly rig: Rig,
    /** Side of the shadow texture, pixels. */
    shadowSize: number,
  ) {
    this.sky = new HemisphereLight(0xffffff, 0xb9b2a6, rig.isPlanar ? 2.1 : 1.9);
    this.sky.position.set(0, 0, 1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(shadowSize, shadowSize);
    this.sun.shadow.radius = 5;
    this.sun.shadow.bias = -0.0004;
  }

  /** Places the sun for the view. */
  lay(): void {
    const { sun } = this;
    const { target, camera, scale, isPlanar } = this.rig;
    const width = scale * this.rig.width;
    const view = camera.position.clone().sub(target).setZ(0).normalize();
    const left = new Vector3(view.y, -view.x, 0);
    sun.position.copy(target);
    if (isPlanar) sun.position.add(new Vector3(-0.45, 0.75, 1.9).multiplyScalar(width));
    else
      sun.position
        .addScaledVector(view, 0.5 * width)
        .addScaledVector(left, 0.9 * width)
        .add(new Vector3(0, 0, 1.7 * width));
    sun.target.position.copy(target);
    sun.shadow.normalBias = 0.004 * width;
    const reach = 0.95 * width;
    Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    sun.shadow.camera.near = 0.05 * width;
    sun.shadow.camera.far = 5 * width;
    sun.shadow.camera.updateProjectionMatrix();
  }
}
