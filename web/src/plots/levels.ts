import type uPlot from "uplot";
import { readPalette } from "../view/palette";
import { chartFont } from "./chart-font";

/** The values that occur in some curves, ascending. */
export function levelsOf(traces: readonly { readonly values: Float64Array }[]): number[] {
  const found = new Set<number>();
  for (const { values } of traces)
    for (const value of values) if (!Number.isNaN(value)) found.add(value);
  return [...found].sort((one, other) => one - other);
}

/** The levels at which the values of a curve are drawn; null if it has none. */
export function onLevels(values: Float64Array, levels: readonly number[]): (number | null)[] {
  const places = new Map(levels.map((value, level) => [value, level]));
  return Array.from(values, (value) => places.get(value) ?? null);
}

/** Writes a word beside each level; in the plot, above the level, if the margin is too narrow. */
export function writeLevels(plot: uPlot, names: readonly string[]): void {
  const { ctx, bbox } = plot;
  const palette = readPalette(plot.root);
  const ratio = window.devicePixelRatio;
  ctx.save();
  ctx.scale(ratio, ratio);
  ctx.font = chartFont(plot.root);
  ctx.fillStyle = palette.quiet;
  const left = bbox.left / ratio;
  names.forEach((name, level) => {
    const y = plot.valToPos(level, "y", true) / ratio;
    const isNarrow = ctx.measureText(name).width <= left - 8;
    ctx.textAlign = isNarrow ? "right" : "left";
    ctx.textBaseline = isNarrow ? "middle" : "bottom";
    if (isNarrow) ctx.fillText(name, left - 8, y);
    else ctx.fillText(name, left + 4, y - 3);
  });
  ctx.restore();
}
