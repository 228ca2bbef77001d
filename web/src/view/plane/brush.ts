import type { Light } from "./light";
import type { Outline } from "./outline";
import type { VectorSink } from "./vector-sink";
import { pixels, type Lie, type Window } from "./window";

/** The context in which pictures are drawn. */
export interface Brush {
  readonly context: CanvasRenderingContext2D;
  readonly window: Window;
  readonly light: Light;
  /** Takes the paths instead of the context, which then holds only the style. */
  readonly sink?: VectorSink;
}

/** Fills a path, m, in the style of the context. */
export function fill({ context, window, sink }: Brush, path: Outline, lie?: Partial<Lie>): void {
  if (sink)
    return sink.fill(path, pixels(window, lie), String(context.fillStyle), context.globalAlpha);
  context.setTransform(pixels(window, lie));
  context.fill(path.native);
}

/**
 * Draws along a path, m, in the style of the context; the line width is constant, in pixels of the
 * canvas.
 */
export function stroke(
  { context, window, sink }: Brush,
  path: Outline,
  width: number,
  lie?: Partial<Lie>,
): void {
  if (sink) {
    const { strokeStyle, globalAlpha } = context;
    return sink.stroke(path, pixels(window, lie), String(strokeStyle), globalAlpha, width);
  }
  const { a, b, c, d } = lie?.turn ?? { a: 1, b: 0, c: 0, d: 1 };
  const size = Math.hypot(a, b);
  const stretch = Math.hypot(a - d, b + c) / size;
  if (stretch < 0.02) {
    context.setTransform(pixels(window, lie));
    context.lineWidth = width / (size * window.scale);
    context.stroke(path.native);
    return;
  }
  const stretched = new Path2D();
  stretched.addPath(path.native, pixels(window, lie));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.lineWidth = width;
  context.stroke(stretched);
}
