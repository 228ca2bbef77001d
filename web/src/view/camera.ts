import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Camera } from "../engine/types";

/** Camera of a figure: `frame` adapts it to the shape of the picture, `reset` gives the model's view. */
export interface Rig {
  readonly camera: OrthographicCamera | PerspectiveCamera;
  readonly target: Vector3;
  /** Visible width in the plane of the target, m. */
  readonly width: number;
  frame(aspect: number): void;
  reset(): void;
}

/** Pictures flatter than this would cut a planar figure off at top and bottom. */
const planarAspect = 1.5;

function planarRig(view: Camera): Rig {
  const width = view.width ?? 2;
  const target = new Vector3(view.center?.[0] ?? 0, view.center?.[1] ?? 0, view.center?.[2] ?? 0);
  const camera = new OrthographicCamera(-1, 1, 1, -1, 0.01 * width, 40 * width);
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
    reset,
    frame(aspect) {
      const half = (width / 2) * Math.max(1, aspect / planarAspect);
      camera.left = -half;
      camera.right = half;
      camera.top = half / aspect;
      camera.bottom = -half / aspect;
      camera.updateProjectionMatrix();
    },
  };
}

function spatialRig(view: Camera): Rig {
  const target = new Vector3(view.center?.[0] ?? 0, view.center?.[1] ?? 0, view.center?.[2] ?? 0);
  const distance = view.distance ?? 3;
  const azimuth = view.azimuth ?? 0.8;
  const elevation = view.elevation ?? 0.45;
  const camera = new PerspectiveCamera(32, 1, distance / 50, 60 * distance);
  camera.up.set(0, 0, 1);
  const reset = (): void => {
    camera.position
      .set(
        Math.cos(elevation) * Math.cos(azimuth),
        Math.cos(elevation) * Math.sin(azimuth),
        Math.sin(elevation),
      )
      .multiplyScalar(distance)
      .add(target);
    camera.lookAt(target);
  };
  reset();
  return {
    camera,
    target,
    width: 2 * distance * Math.tan((16 * Math.PI) / 180) * 1.5,
    reset,
    frame(aspect) {
      camera.aspect = aspect;
      // The angle of view is kept across the shorter side, so that a phone sees the whole mechanism.
      const half = Math.tan((16 * Math.PI) / 180) * Math.max(1, 1.25 / aspect);
      camera.fov = (2 * Math.atan(half) * 180) / Math.PI;
      camera.updateProjectionMatrix();
    },
  };
}

export function makeRig(view: Camera): Rig {
  return view.kind === "planar" ? planarRig(view) : spatialRig(view);
}
