import type { Paper } from "../paper";
import type { Window } from "./window";

/** Draws lines of graph paper on a canvas in `window`, like those of the paper's shader. */
export function drawGrid(context: CanvasRenderingContext2D, paper: Paper, window: Window): void {
  const { pitch } = paper.grid;
  drawLines(context, paper, window, pitch.value, 0.4);
  drawLines(context, paper, window, 5 * pitch.value, 1);
}

function drawLines(
  context: CanvasRenderingContext2D,
  { grid }: Paper,
  window: Window,
  pitch: number,
  strength: number,
): void {
  const step = pitch * window.scale;
  const alpha = strength * (1 - smoothstep(0.25, 0.6, 1 / step));
  if (alpha <= 0) return;
  const { x: shiftX, y: shiftY } = grid.shift.value;
  const [right, down] = [window.x - window.scale * shiftX, window.y + window.scale * shiftY];
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.beginPath();
  for (let x = right - step * Math.floor(right / step); x < window.width; x += step) {
    context.moveTo(x, 0);
    context.lineTo(x, window.height);
  }
  for (let y = down - step * Math.floor(down / step); y < window.height; y += step) {
    context.moveTo(0, y);
    context.lineTo(window.width, y);
  }
  context.globalAlpha = alpha;
  context.lineWidth = 1;
  context.strokeStyle = fading(context, grid, window);
  context.stroke();
  context.globalAlpha = 1;
}

/** Fades out from the middle. */
function fading(
  context: CanvasRenderingContext2D,
  { color, middle, reach }: Paper["grid"],
  { scale, x, y }: Window,
): CanvasGradient {
  const [right, down] = [x + scale * middle.value.x, y - scale * middle.value.y];
  const ink = context.createRadialGradient(right, down, 0, right, down, scale * reach.value);
  const hex = color.value.getHexString();
  for (let share = 0.55; share < 1.01; share += 0.05) {
    const alpha = Math.round(255 * (1 - smoothstep(0.55, 1, share)));
    ink.addColorStop(Math.min(share, 1), `#${hex}${alpha.toString(16).padStart(2, "0")}`);
  }
  return ink;
}

function smoothstep(low: number, high: number, x: number): number {
  const share = Math.min(1, Math.max(0, (x - low) / (high - low)));
  return share * share * (3 - 2 * share);
}
