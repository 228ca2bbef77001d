import { Color, Vector3, type DirectionalLight, type HemisphereLight } from "three";

/** The light that a matte surface reflects, as with MeshLambertMaterial of three.js. */
export class Light {
  /** Towards the sun. */
  readonly direction: Vector3;
  readonly #sun: Color;
  readonly #sky: Color;
  readonly #ground: Color;

  constructor(sun: DirectionalLight, sky: HemisphereLight) {
    this.direction = new Vector3().subVectors(sun.position, sun.target.position).normalize();
    this.#sun = sun.color.clone().multiplyScalar(sun.intensity / Math.PI);
    this.#sky = sky.color.clone().multiplyScalar(sky.intensity / Math.PI);
    this.#ground = sky.groundColor.clone().multiplyScalar(sky.intensity / Math.PI);
  }

  /** The appearance of a surface with this colour and this unit normal; the sky is up. */
  shade(color: Color, normal: Vector3, target = new Color()): Color {
    const share = Math.max(0, normal.dot(this.direction));
    target.lerpColors(this.#ground, this.#sky, 0.5 + 0.5 * normal.z);
    target.r += share * this.#sun.r;
    target.g += share * this.#sun.g;
    target.b += share * this.#sun.b;
    return target.multiply(color);
  }
}
