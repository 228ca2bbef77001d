import type { Rig } from "../camera";
import type { Turn } from "./turn";

/** The position of the plane on a canvas. */
export interface Window {
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per pixel of the page. */
  readonly ratio: number;
  /** Canvas pixels per metre. */
  readonly scale: number;
  /** Place of the origin, pixels. */
  readonly x: number;
  readonly y: number;
}

/** The window of a camera that looks straight down. */
export function windowOf(
  { camera }: Rig,
  { width, height }: { readonly width: number; readonly height: number },
  ratio: number,
): Window {
  const scale = ((camera.projectionMatrix.elements[0] ?? 1) * width) / 2;
  const { x, y } = camera.position;
  return { width, height, ratio, scale, x: width / 2 - scale * x, y: height / 2 + scale * y };
}

/** The same with pixels that are wider by `cell`. */
export function coarser(window: Window, cell: number): Window {
  return {
    width: Math.ceil(window.width / cell),
    height: Math.ceil(window.height / cell),
    ratio: window.ratio / cell,
    scale: window.scale / cell,
    x: window.x / cell,
    y: window.y / cell,
  };
}

/** A place on the plane, m, and the rotation of the drawing there. */
export interface Lie {
  readonly x: number;
  readonly y: number;
  readonly turn: Omit<Turn, "lift">;
}

const still = { a: 1, b: 0, c: 0, d: 1 };

/** The transform from metres at such a place to pixels. */
export function pixels(
  { scale, x: originX, y: originY }: Window,
  { x = 0, y = 0, turn: { a, b, c, d } = still }: Partial<Lie> = {},
): DOMMatrix2DInit {
  return {
    a: scale * a,
    b: -scale * b,
    c: scale * c,
    d: -scale * d,
    e: originX + scale * x,
    f: originY - scale * y,
  };
}
