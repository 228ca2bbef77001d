import type { Light } from "./light";
import { pixels, type Lie, type Window } from "./window";

/** The context in which pictures are drawn. */
export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly window: Window;
  readonly light: Light;
}

/** Fills a path, m, in the style of the context. */
export function fill({ context, window }: Brush, path: Path2D, lie?: Partial<Lie>): void {
  context.setTransform(pixels(window, lie));
  context.fill(path);
}

/**
 * Draws along a path, m, in the style of the context; the line width is constant, in pixels of the
 * canvas.
 */
export function stroke(
  { context, window }: Brush,
  path: Path2D,
  width: number,
  lie?: Partial<Lie>,
): void {
  const { a, b, c, d } = lie?.turn ?? { a: 1, b: 0, c: 0, d: 1 };
  const size = Math.hypot(a, b);
  const stretch = Math.hypot(a - d, b + c) / size;
  if (stretch < 0.02) {
    context.setTransform(pixels(window, lie));
    context.lineWidth = width / (size * window.scale);
    context.stroke(path);
    return;
  }
  const stretched = new Path2D();
  stretched.addPath(path, pixels(window, lie));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.lineWidth = width;
  context.stroke(stretched);
}
