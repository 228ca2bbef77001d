import type { Size } from "./grip";

/**
 * Gives a canvas that is displayed at this size (pixels of the page) as many pixels as the screen
 * has there, or a share of them, all empty; null if it has no size.
 */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  size: Size,
  share: number,
): CanvasRenderingContext2D | null {
  if (size.width === 0 || size.height === 0) return null;
  const ratio = Math.min(window.devicePixelRatio, 2) * share;
  return emptied(
    canvas,
    Math.max(1, Math.floor(size.width * ratio)),
    Math.max(1, Math.floor(size.height * ratio)),
  );
}

/** A canvas of so many pixels, all empty. */
export function emptied(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d");
  context?.setTransform(1, 0, 0, 1, 0, 0);
  context?.clearRect(0, 0, width, height);
  return context;
}
