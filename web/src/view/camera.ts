import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Camera } from "../engine/types";
import type { Swept } from "./swept";

/** Camera of a figure: `frame` adapts it to the shape of the picture, `reset` gives the model's view. */
export interface Rig {
  readonly isPlanar: boolean;
  readonly camera: OrthographicCamera | PerspectiveCamera;
  /** The point that `reset` looks at. */
  readonly target: Vector3;
  /** Visible width in the plane of the target that the model's text requests, m. */
  readonly width: number;
  /** The current width as a multiple of that. */
  readonly scale: number;
  frame(aspect: number): void;
  /** Directions in which `fit` needs the farthest points, besides the box; of any length. */
  readonly directions: readonly Vector3[];
  /**
   * Widens the model's view until it contains all of this; later calls of `reset` and `frame` use
   * it. Bodies at rest (points of each) stay in the picture if the model's own view shows them
   * completely.
   */
  fit(swept: Swept, still?: readonly (readonly Vector3[])[]): void;
  reset(): void;
}

/** Pictures flatter than this would cut a planar figure off at top and bottom. */
const planarAspect = 1.5;
/** Room around the content, as a share of it. */
const margin = 0.06;

function middleOf(view: Camera): Vector3 {
  return new Vector3(view.center?.[0] ?? 0, view.center?.[1] ?? 0, view.center?.[2] ?? 0);
}

function planarRig(view: Camera): Rig {
  const width = view.width ?? 2;
  const middle = middleOf(view);
  const target = middle.clone();
  const camera = new OrthographicCamera(-1, 1, 1, -1, 0.01 * width, 40 * width);
  const own = { x: width / 2, y: width / 2 / planarAspect };
  let half = own; // of the content to show
  const reset = (): void => {
    camera.up.set(0, 1, 0);
    camera.position.copy(target).add(new Vector3(0, 0, 10 * width));
    camera.zoom = 1;
    camera.lookAt(target);
    camera.updateProjectionMatrix();
  };
  reset();
  return {
    isPlanar: true,
    camera,
    target,
    width,
    get scale() {
      return Math.max(half.x / own.x, half.y / own.y);
    },
    directions: [],
    reset,
    fit({ box }) {
      const room = margin * Math.max(box.max.x - box.min.x, box.max.y - box.min.y);
      const left = Math.min(middle.x - own.x, box.min.x - room);
      const right = Math.max(middle.x + own.x, box.max.x + room);
      const bottom = Math.min(middle.y - own.y, box.min.y - room);
      const top = Math.max(middle.y + own.y, box.max.y + room);
      target.setX((left + right) / 2).setY((bottom + top) / 2);
      half = { x: (right - left) / 2, y: (top - bottom) / 2 };
    },
    frame(aspect) {
      const across = Math.max(half.x, half.y * aspect);
      camera.left = -across;
      camera.right = across;
      camera.top = across / aspect;
      camera.bottom = -across / aspect;
      camera.updateProjectionMatrix();
    },
  };
}

const angle = (32 * Math.PI) / 180;
/** The angle of view applies to the shorter side, so that a phone shows the whole mechanism. */
const spatialAspect = 1.25;

/** A perspective view. The vertical axis is z. */
class SpatialRig implements Rig {
  readonly isPlanar = false;
  readonly camera: PerspectiveCamera;
  readonly target: Vector3;
  readonly width: number;
  readonly directions: readonly Vector3[];
  readonly #middle: Vector3;
  /** The model's own distance, and the present one, m. */
  readonly #own: number;
  #distance: number;
  /** From the target to the eye, and the axes of the picture. */
  readonly #direction: Vector3;
  readonly #right: Vector3;
  readonly #up: Vector3;
  readonly #edges: readonly Vector3[];
  /** Tangents of half the angles that a widened view needs. */
  #needed = { across: 0, upwards: 0 };

  constructor(view: Camera) {
    this.#middle = middleOf(view);
    this.target = this.#middle.clone();
    this.#own = this.#distance = view.distance ?? 3;
    const azimuth = view.azimuth ?? 0.8;
    const elevation = view.elevation ?? 0.45;
    this.#direction = new Vector3(
      Math.cos(elevation) * Math.cos(azimuth),
      Math.cos(elevation) * Math.sin(azimuth),
      Math.sin(elevation),
    );
    this.#right = new Vector3(-Math.sin(azimuth), Math.cos(azimuth), 0);
    this.#up = new Vector3().crossVectors(this.#direction, this.#right);
    this.camera = new PerspectiveCamera(32, 1, this.#own / 50, 60 * this.#own);
    this.camera.up.set(0, 0, 1);
    this.width = 2 * this.#own * Math.tan(angle / 2) * 1.5;
    this.#edges = this.#edgesOf(1);
    // The other shares are for pictures of other shapes.
    this.directions = [1, 0.7, 0.45, 0.25].flatMap((share) => this.#edgesOf(share));
    this.reset();
  }

  get scale(): number {
    return this.#distance / this.#own;
  }

  reset(): void {
    const { camera, target } = this;
    camera.near = this.#distance / 50;
    camera.far = 60 * this.#distance;
    camera.zoom = 1;
    camera.position.copy(this.#direction).multiplyScalar(this.#distance).add(target);
    camera.lookAt(target);
    camera.updateProjectionMatrix();
  }

  fit({ box, points: moving }: Swept, still: readonly (readonly Vector3[])[] = []): void {
    const { target } = this;
    this.#distance = this.#own;
    target.copy(this.#middle);
    if (box.isEmpty() || Math.max(...this.#asked(moving)) <= this.#own) return;
    const isWhole = (body: readonly Vector3[]): boolean =>
      (1 - margin) * Math.max(...this.#asked(body)) <= this.#own;
    const points = [...moving, ...still.filter(isWhole).flat()];
    box.getCenter(target);
    const [toRight = 0, toLeft = 0, above = 0, below = 0] = this.#asked(points);
    target
      .addScaledVector(this.#right, (across * (toRight - toLeft)) / 2)
      .addScaledVector(this.#up, (upwards * (above - below)) / 2);
    this.#distance = Math.max(this.#own, ...this.#asked(points));
    this.#needed = {
      across: this.#center(points, this.#right),
      upwards: this.#center(points, this.#up),
    };
  }

  frame(aspect: number): void {
    const { camera } = this;
    const [own, distance, needed] = [this.#own, this.#distance, this.#needed];
    camera.aspect = aspect;
    const whole = Math.tan(angle / 2) * Math.max(1, spatialAspect / aspect);
    // A widened view may fill a picture of another shape, but is never nearer than the model's own.
    const filled = Math.max(needed.upwards, needed.across / aspect, (whole * own) / distance);
    const half = distance > own ? Math.min(whole, filled) : whole;
    camera.fov = (2 * Math.atan(half) * 180) / Math.PI;
    camera.updateProjectionMatrix();
  }

  /**
   * For each edge of the picture a vector e, so that a point q from the target is within the edge if e.q < distance:
   * q is left of the right edge if right.q < (distance - direction.q) a, where a is the tangent of half the angle of
   * view; so e = right/a + direction. `share` scales the tangents.
   */
  #edgesOf(share: number): Vector3[] {
    const sides = [
      { along: this.#right, tangent: across },
      { along: this.#up, tangent: upwards },
    ];
    return sides.flatMap(({ along, tangent }) =>
      [1, -1].map((sign) =>
        this.#direction.clone().addScaledVector(along, sign / (share * tangent)),
      ),
    );
  }

  /** The distance of the eye that each edge requires. */
  #asked(points: readonly Vector3[]): number[] {
    return this.#edges.map((edge) =>
      Math.max(...points.map((point) => edge.dot(point) - edge.dot(this.target))),
    );
  }

  /**
   * Moves the target along an axis until both sides have the same room. Returns the required
   * tangent.
   */
  #center(points: readonly Vector3[], along: Vector3): number {
    const seen = points
      .map((point) => point.clone().sub(this.target))
      .map((q) => ({ off: along.dot(q), depth: this.#distance - this.#direction.dot(q) }))
      .sort((one, other) => one.off / one.depth - other.off / other.depth);
    const [least, most] = [seen[0], seen.at(-1)];
    if (!least || !most) return 0;
    const depths = least.depth + most.depth;
    const middle = (least.off * most.depth + most.off * least.depth) / depths;
    this.target.addScaledVector(along, middle);
    return (most.off - middle) / most.depth / (1 - margin);
  }
}

/** Tangents of half the angles of view, without the margin. */
const across = (1 - margin) * spatialAspect * Math.tan(angle / 2);
const upwards = (1 - margin) * Math.tan(angle / 2);

export function makeRig(view: Camera): Rig {
  return view.kind === "planar" ? planarRig(view) : new SpatialRig(view);
}
