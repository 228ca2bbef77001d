import type { SwitchLog } from "../engine/switch-log";
import type { Palette } from "../view/palette";

interface Place {
  readonly left: number;
  /** The line of the marks; they extend upwards from it, or down if the height is negative. */
  readonly base: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Marks for the events of a run: a triangle for a contact that touches or opens, a short tick for
 * dry friction and one-way laws, a tick with a dot for an event of the model. Events in one pixel
 * share a mark; triangles that would overlap become a pale bar.
 */
export function drawMarks(
  context: CanvasRenderingContext2D,
  log: SwitchLog,
  shown: { readonly from: number; readonly to: number },
  place: Place,
  palette: Palette,
): void {
  const { left, base, width, height } = place;
  const pixels = log.pixels(shown.from, shown.to, Math.max(1, Math.floor(width)));
  const half = 0.45 * Math.abs(height);
  context.fillStyle = palette.role("accent");
  for (const { from, to } of groupsOf(pixels.contact, 2 * half)) {
    if (from === to) triangle(context, left + from + 0.5, place, half);
    else
      bar(
        context,
        left + from - half,
        to - from + 2 * half,
        { ...place, height: 0.55 * height },
        0.55,
      );
  }
  context.fillStyle = palette.ink;
  for (const { from, to } of groupsOf(pixels.switch, 1.5))
    bar(
      context,
      left + from,
      to - from + 1,
      { ...place, height: 0.6 * height },
      from === to ? 1 : 0.55,
    );
  for (const { from, to } of groupsOf(pixels.event, 1.5)) {
    bar(context, left + from, to - from + 1, place, from === to ? 1 : 0.55);
    if (from === to) dot(context, left + from + 0.5, base - height);
  }
}

/** The first and the last pixel of each group of pixels with events that are nearer than `reach`. */
export function groupsOf(counts: Uint32Array, reach: number): { from: number; to: number }[] {
  const groups: { from: number; to: number }[] = [];
  counts.forEach((count, pixel) => {
    if (count === 0) return;
    const last = groups.at(-1);
    if (last && pixel - last.to < reach) last.to = pixel;
    else groups.push({ from: pixel, to: pixel });
  });
  return groups;
}

function bar(
  context: CanvasRenderingContext2D,
  x: number,
  width: number,
  { base, height }: Place,
  opacity: number,
): void {
  context.globalAlpha = opacity;
  context.fillRect(x, Math.min(base, base - height), width, Math.abs(height));
  context.globalAlpha = 1;
}

/** With its tip at the base. */
function triangle(
  context: CanvasRenderingContext2D,
  x: number,
  { base, height }: Place,
  half: number,
): void {
  const top = base - height;
  context.beginPath();
  context.moveTo(x, base);
  context.lineTo(x - half, top);
  context.lineTo(x + half, top);
  context.closePath();
  context.fill();
}

function dot(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.arc(x, y, 2, 0, 2 * Math.PI);
  context.fill();
}
