import { modeNames } from "../../../bindings/js/modes";
import type { Palette } from "../view/palette";

type Box = readonly [x: number, y: number, width: number, height: number];

/** The fill of a mode by its number; of several modes in one pixel, the grid. */
function fillOf(mode: number, palette: Palette): string {
  const name = modeNames[mode];
  return name ? palette.mode(name) : palette.rule;
}

/**
 * Fills a piece of a band. The modes differ in lightness and in their patterns: open is an empty
 * line, free an empty channel, slips is hatched, blocked has bars, closed and sticks are solid.
 */
export function fillMode(
  context: CanvasRenderingContext2D,
  mode: number,
  [x, y, width, height]: Box,
  palette: Palette,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = fillOf(mode, palette);
  context.fillRect(x, y, width, height);
  // The colour of lines in a thin band.
  context.strokeStyle = height < 10 ? palette.rule : palette.quiet;
  context.lineWidth = 1;
  const name = modeNames[mode];
  if (name === "open") line(context, x, y + height / 2, x + width, y + height / 2);
  else if (name === "free") {
    line(context, x, y + 0.5, x + width, y + 0.5);
    line(context, x, y + height - 0.5, x + width, y + height - 0.5);
  } else if (name === "slips") hatch(context, [x, y, width, height], 6, height);
  else if (name === "blocked") {
    context.strokeStyle = palette.paper;
    hatch(context, [x, y, width, height], 5, 0);
  } else if (name === undefined) {
    hatch(context, [x, y, width, height], 4, height);
    hatch(context, [x, y, width, height], 4, -height);
  }
  context.restore();
}

/** Parallel lines at equal distances, continuous across the edges of pieces. */
function hatch(
  context: CanvasRenderingContext2D,
  [x, y, width, height]: Box,
  distance: number,
  slant: number,
): void {
  const reach = Math.abs(slant);
  const first = Math.floor((x - reach) / distance) * distance;
  context.globalAlpha = 0.45;
  for (let at = first; at < x + width + reach; at += distance)
    line(context, at, y + height, at + slant, y);
}

function line(
  context: CanvasRenderingContext2D,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): void {
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX, toY);
  context.stroke();
}

/** Writes a word into a piece of a band if there is room for it. */
export function writeInPiece(
  context: CanvasRenderingContext2D,
  word: string,
  mode: number,
  [x, y, width, height]: Box,
  palette: Palette,
): void {
  const textWidth = context.measureText(word).width;
  if (textWidth + 12 > width) return;
  const middle = x + width / 2;
  context.fillStyle = fillOf(mode, palette);
  context.fillRect(middle - textWidth / 2 - 4, y + 1, textWidth + 8, height - 2);
  context.fillStyle = inkOn(mode, palette);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(word, middle, y + height / 2 + 0.5);
}

/**
 * The colour of words on a mode: the paper's colour on dark modes of the light theme and on light
 * modes of the dark theme.
 */
function inkOn(mode: number, palette: Palette): string {
  const name = modeNames[mode];
  return name && strong.has(name) ? palette.paper : palette.ink;
}

/** The modes whose fill contrasts with the paper, in both themes. */
export const strong: ReadonlySet<string> = new Set(["sticks", "blocked"]);
