import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Camera } from "../engine/types";
import type { Swept } from "./swept";

/** Camera of a figure: `frame` adapts it to the shape of the picture, `reset` gives the model's view. */
export interface Rig {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  /** What `reset` looks at. */
  readonly target: Vector3;
  /** Visible width in the plane of the target as the model's text wants it, m. */
  readonly width: number;
  /** How many times as wide the view is now. */
  readonly scale: number;
  frame(aspect: number): void;
  /** Where `fit` has to know what lies farthest, besides the box; of any length. */
  readonly directions: readonly Vector3[];
  /**
   * Widens the model's view until all of this is in it; for `reset` and `frame` to come. What stands still (points of
   * each body) stays in the picture where the model's own view has it whole.
   */
  fit(swept: Swept, still?: readonly (readonly Vector3[])[]): void;
  reset(): void;
}

/** Pictures flatter than this would cut a planar figure off at top and bottom. */
const planarAspect = 1.5;
/** Room around what has to be seen, as a share of it. */
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
  let half = own; // of what has to be seen
  const reset = (): void => {
    camera.up.set(0, 1, 0);
    camera.position.copy(target).add(new Vector3(0, 0, 10 * width));
    camera.zoom = 1;
    camera.lookAt(target);
    camera.updateProjectionMatrix();
  };
  reset();
  return {
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
/** The angle of view is kept across the shorter side, so that a phone sees the whole mechanism. */
const spatialAspect = 1.25;

function spatialRig(view: Camera): Rig {
  const middle = middleOf(view);
  const target = middle.clone();
  const own = view.distance ?? 3;
  const azimuth = view.azimuth ?? 0.8;
  const elevation = view.elevation ?? 0.45;
  const direction = new Vector3(
    Math.cos(elevation) * Math.cos(azimuth),
    Math.cos(elevation) * Math.sin(azimuth),
    Math.sin(elevation),
  );
  const right = new Vector3(-Math.sin(azimuth), Math.cos(azimuth), 0);
  const up = new Vector3().crossVectors(direction, right);
  const camera = new PerspectiveCamera(32, 1, own / 50, 60 * own);
  camera.up.set(0, 0, 1);
  let distance = own;
  const reset = (): void => {
    camera.near = distance / 50;
    camera.far = 60 * distance;
    camera.zoom = 1;
    camera.position.copy(direction).multiplyScalar(distance).add(target);
    camera.lookAt(target);
    camera.updateProjectionMatrix();
  };
  reset();
  /** Tangents of half the angles that a view needs which had to be widened. */
  let needed = { across: 0, upwards: 0 };
  // A point q from the target is left of the right edge where right.q < (distance - direction.q) across, with
  // `across` the tangent of half the angle of view: where (right/across + direction).q < distance. So for each edge.
  const across = (1 - margin) * spatialAspect * Math.tan(angle / 2);
  const upwards = (1 - margin) * Math.tan(angle / 2);
  const sides = [
    { along: right, tangent: across },
    { along: up, tangent: upwards },
  ];
  const edgesOf = (share: number): Vector3[] =>
    sides.flatMap(({ along, tangent }) =>
      [1, -1].map((sign) => direction.clone().addScaledVector(along, sign / (share * tangent))),
    );
  const edges = edgesOf(1);
  /** How far each edge asks the eye to be. */
  const asked = (points: readonly Vector3[]): number[] =>
    edges.map((edge) => Math.max(...points.map((point) => edge.dot(point) - edge.dot(target))));
  return {
    camera,
    target,
    width: 2 * own * Math.tan(angle / 2) * 1.5,
    get scale() {
      return distance / own;
    },
    directions: [1, 0.7, 0.45, 0.25].flatMap(edgesOf), // the others are for pictures of other shapes
    reset,
    fit({ box, points: moving }, still = []) {
      distance = own;
      target.copy(middle);
      if (box.isEmpty() || Math.max(...asked(moving)) <= own) return;
      const isWhole = (body: readonly Vector3[]): boolean =>
        (1 - margin) * Math.max(...asked(body)) <= own;
      const points = [...moving, ...still.filter(isWhole).flat()];
      box.getCenter(target);
      const [toRight = 0, toLeft = 0, above = 0, below = 0] = asked(points);
      target
        .addScaledVector(right, (across * (toRight - toLeft)) / 2)
        .addScaledVector(up, (upwards * (above - below)) / 2);
      distance = Math.max(own, ...asked(points));
      // Across the picture, or from below to above, there may be room left, which is shared out.
      const [acrossNeeded = 0, upwardsNeeded = 0] = sides.map(({ along }) => {
        const seen = points
          .map((point) => point.clone().sub(target))
          .map((q) => ({ off: along.dot(q), depth: distance - direction.dot(q) }))
          .sort((one, other) => one.off / one.depth - other.off / other.depth);
        const [least, most] = [seen[0], seen.at(-1)];
        if (!least || !most) return 0;
        const depths = least.depth + most.depth;
        const middle = (least.off * most.depth + most.off * least.depth) / depths;
        target.addScaledVector(along, middle);
        return (most.off - middle) / most.depth / (1 - margin);
      });
      needed = { across: acrossNeeded, upwards: upwardsNeeded };
    },
    frame(aspect) {
      camera.aspect = aspect;
      const whole = Math.tan(angle / 2) * Math.max(1, spatialAspect / aspect);
      // What had to be widened may fill a picture of another shape, but is never nearer than the model wants it.
      const filled = Math.max(needed.upwards, needed.across / aspect, (whole * own) / distance);
      const half = distance > own ? Math.min(whole, filled) : whole;
      camera.fov = (2 * Math.atan(half) * 180) / Math.PI;
      camera.updateProjectionMatrix();
    },
  };
}

export function makeRig(view: Camera): Rig {
  return view.kind === "planar" ? planarRig(view) : spatialRig(view);
}
