import { PCFShadowMap, WebGLRenderer } from "three";
import type { Figure } from "./figure";

let shared: WebGLRenderer | null | undefined;

/** One WebGL context for the whole page: browsers cap their number. Null where there is no WebGL. */
export function sharedRenderer(): WebGLRenderer | null {
  if (shared === undefined) {
    try {
      shared = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
      shared.shadowMap.enabled = true;
      shared.shadowMap.type = PCFShadowMap;
      shared.setClearColor(0x000000, 0);
    } catch {
      shared = null;
    }
  }
  return shared;
}

/**
 * Draws a figure in its present pose; the picture is left in the renderer's canvas.
 * `share` < 1 draws fewer pixels, for motion on slow machines.
 */
export function drawFigure(
  renderer: WebGLRenderer,
  figure: Figure,
  width: number,
  height: number,
  share = 1,
): void {
  const ratio = Math.min(window.devicePixelRatio, 2) * share;
  if (renderer.getPixelRatio() !== ratio) renderer.setPixelRatio(ratio);
  const { width: w, height: h } = renderer.domElement;
  if (w !== Math.floor(width * ratio) || h !== Math.floor(height * ratio)) {
    renderer.setSize(width, height, false);
  }
  figure.resize(width, height);
  renderer.render(figure.world, figure.rig.camera);
}
