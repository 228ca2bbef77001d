import type uPlot from "uplot";
import { readPalette } from "../view/palette";

/** Measured values over time. */
export interface Points {
  /** s */
  readonly times: readonly number[];
  /** In the unit of the curve beside them. */
  readonly values: readonly number[];
}

interface WithPoints {
  readonly color: string;
  readonly points?: Points | null;
}

/** Draws small circles in the colours of their curves, within the frame of the plot. */
export function drawPoints(plot: uPlot, traces: readonly WithPoints[], scale: number): void {
  const { ctx, bbox } = plot;
  const palette = readPalette(plot.root);
  const ratio = window.devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.setLineDash([]);
  ctx.lineWidth = 1.2 * ratio;
  for (const { color, points } of traces) {
    if (!points) continue;
    ctx.strokeStyle = palette.energy(color === "ink" ? "potential" : color);
    ctx.fillStyle = palette.paper;
    points.times.forEach((t, row) => {
      const value = points.values[row] ?? NaN;
      if (!Number.isFinite(t + value)) return;
      const x = plot.valToPos(t, "x", true);
      const y = plot.valToPos(value * scale, "y", true);
      if (x < bbox.left - 5 * ratio || x > bbox.left + bbox.width + 5 * ratio) return;
      ctx.beginPath();
      ctx.arc(x, y, 2.6 * ratio, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    });
  }
  ctx.restore();
}
