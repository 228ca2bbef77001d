import { Box3, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Camera } from "../engine/types";

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
  /** Widens the model's view until all of a box is in it; for `reset` and `frame` to come. */
  fit(box: Box3): void;
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
    reset,
    fit(box) {
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
  const camera = new PerspectiveCamera(32, 1, own / 50, 60 * own);
  camera.up.set(0, 0, 1);
  let distance = own;
  const lookFrom = (eye: PerspectiveCamera): void => {
    eye.position.copy(direction).multiplyScalar(distance).add(target);
    eye.lookAt(target);
    eye.updateMatrixWorld();
  };
  const reset = (): void => {
    camera.near = distance / 50;
    camera.far = 60 * distance;
    camera.zoom = 1;
    lookFrom(camera);
    camera.updateProjectionMatrix();
  };
  reset();
  return {
    camera,
    target,
    width: 2 * own * Math.tan(angle / 2) * 1.5,
    get scale() {
      return distance / own;
    },
    reset,
    fit(box) {
      const eye = new PerspectiveCamera(32, spatialAspect, own / 50, 1e6 * own);
      eye.up.copy(camera.up);
      const seesAll = (): boolean => {
        lookFrom(eye);
        return cornersOf(box).every((corner) => {
          const { x, y } = corner.project(eye);
          return Math.max(Math.abs(x), Math.abs(y)) < 1 - margin;
        });
      };
      distance = own;
      target.copy(middle);
      if (box.isEmpty() || seesAll()) return;
      box.getCenter(target);
      while (!seesAll() && distance < 1e4 * own) distance *= 1.05;
    },
    frame(aspect) {
      camera.aspect = aspect;
      const half = Math.tan(angle / 2) * Math.max(1, spatialAspect / aspect);
      camera.fov = (2 * Math.atan(half) * 180) / Math.PI;
      camera.updateProjectionMatrix();
    },
  };
}

function cornersOf({ min, max }: Box3): Vector3[] {
  return [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))),
  );
}

export function makeRig(view: Camera): Rig {
  return view.kind === "planar" ? planarRig(view) : spatialRig(view);
}
