import { PCFShadowMap, WebGLRenderer } from "three";
import type { Figure } from "./figure";
import type { Size } from "./grip";

let shared: WebGLRenderer | null | undefined;

/** One WebGL context for all figures: browsers cap their number. Null where there is no WebGL. */
function sharedRenderer(): WebGLRenderer | null {
  if (shared === undefined) {
    try {
      shared = new WebGLRenderer({ antialias: true, alpha: true });
      shared.shadowMap.enabled = true;
      shared.shadowMap.type = PCFShadowMap;
      shared.setClearColor(0x000000, 0);
      shared.setScissorTest(true);
    } catch {
      shared = null;
    }
  }
  return shared;
}

export const canDraw = (): boolean => sharedRenderer() !== null;

/**
 * Draws a figure in its present pose into a canvas of its own, which is shown in this size (pixels of the page).
 * `share` < 1 draws fewer pixels, for motion on slow machines. False where nothing could be drawn.
 */
export function paintFigure(
  canvas: HTMLCanvasElement,
  figure: Figure,
  size: Size,
  share = 1,
): boolean {
  const renderer = sharedRenderer();
  if (!renderer || size.width === 0 || size.height === 0) return false;
  const ratio = Math.min(window.devicePixelRatio, 2) * share;
  const width = Math.max(1, Math.floor(size.width * ratio));
  const height = Math.max(1, Math.floor(size.height * ratio));
  const source = renderer.domElement;
  // It only grows: figures of different sizes that take turns would else make it anew each time.
  if (source.width < width || source.height < height)
    renderer.setSize(Math.max(source.width, width), Math.max(source.height, height), false);
  renderer.setViewport(0, 0, width, height);
  renderer.setScissor(0, 0, width, height);
  figure.resize(size.width, size.height);
  renderer.render(figure.world, figure.rig.camera);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d");
  context?.clearRect(0, 0, width, height);
  // The renderer counts from below, pictures from above.
  context?.drawImage(source, 0, source.height - height, width, height, 0, 0, width, height);
  return context !== null;
}
