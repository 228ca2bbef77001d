import { readPalette, type Palette } from "../view/palette";
import { nextPicture, onFrame } from "../base/ticker";
import type { Trace } from "../plots/chart";
import { coreOpacity } from "../plots/strokes";

/** A displayed chart with its heading and its curves. */
export interface ShownTrace {
  readonly heading: string;
  readonly canvas: HTMLCanvasElement;
  readonly curves: readonly Curve[];
}

type Curve = Pick<Trace, "label" | "color" | "stroke">;

const gap = 24; // pixels of the page between the parts of the picture
const line = 26;
/** Length of the sample of a curve in a legend, and the room around it, pixels. */
const sample = 26;
const apart = 7;

/**
 * Figure and traces on one canvas, in the colours of the page, with the figure's number of pixels
 * for each pixel of the page.
 */
export function composeSheet(
  host: Element,
  title: string,
  figure: HTMLCanvasElement,
  traces: readonly ShownTrace[],
): HTMLCanvasElement {
  const ratio = figure.width / (figure.clientWidth || figure.width);
  const palette = readPalette(host);
  const style = getComputedStyle(host);
  const side = Math.max(0, ...traces.map(({ canvas }) => canvas.clientWidth));
  const legends = traces.map(({ curves, canvas }) =>
    curves.length > 1 ? legendRows(curves, canvas.clientWidth, style.fontFamily) : [],
  );
  const tracesHeight = traces.reduce(
    (sum, { canvas }, k) => sum + canvas.clientHeight + line * (1 + legends[k]!.length) + gap,
    0,
  );
  const width = figure.clientWidth + (side > 0 ? side + gap : 0) + 2 * gap;
  const height = Math.max(figure.clientHeight, tracesHeight - gap) + 2 * line + 2 * gap;
  const sheet = document.createElement("canvas");
  sheet.width = Math.round(width * ratio);
  sheet.height = Math.round(height * ratio);
  const context = sheet.getContext("2d");
  if (!context) return sheet;
  context.scale(ratio, ratio);
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, width, height);
  const write = writer(context, palette.ink, style.fontFamily, width - gap);
  const draw = (canvas: HTMLCanvasElement, x: number, y: number): void =>
    context.drawImage(canvas, x, y, canvas.clientWidth, canvas.clientHeight);
  write(title, gap, gap, 400, 22);
  const top = gap + 2 * line - 8;
  context.strokeStyle = palette.rule;
  context.strokeRect(gap, top, figure.clientWidth, figure.clientHeight);
  draw(figure, gap, top);
  let y = top;
  for (const [k, { heading, canvas }] of traces.entries()) {
    const left = figure.clientWidth + 2 * gap;
    write(heading, left, y, 600, 16);
    for (const row of legends[k] ?? []) {
      y += line;
      for (const { curve, from } of row) {
        drawSample(context, palette, curve, left + from, y + 8);
        write(curve.label, left + from + sample + apart, y, 400, legendSize);
      }
    }
    draw(canvas, left, y + line);
    y += canvas.clientHeight + line + gap;
  }
  return sheet;
}

/** Writes texts that end before `right`: one that is too wide has smaller letters. */
function writer(context: CanvasRenderingContext2D, ink: string, font: string, right: number) {
  return (text: string, x: number, y: number, weight: number, size: number): void => {
    const setFont = (pixels: number): void => {
      context.font = `${weight} ${pixels}px ${font}`;
    };
    setFont(size);
    const share = Math.min((right - x) / context.measureText(text).width, 1);
    setFont(size * share);
    context.fillStyle = ink;
    context.textBaseline = "top";
    context.fillText(text, x, y);
  };
}

const legendSize = 14;

interface Sample {
  readonly curve: Curve;
  /** From the left edge of the chart, pixels. */
  readonly from: number;
}

/** The curves of a chart in rows as wide as the chart. */
function legendRows(curves: readonly Curve[], width: number, family: string): Sample[][] {
  const context = document.createElement("canvas").getContext("2d");
  if (context) context.font = `400 ${legendSize}px ${family}`;
  const rows: Sample[][] = [[]];
  let from = 0;
  for (const curve of curves) {
    const own = sample + apart + (context?.measureText(curve.label).width ?? 0);
    if (from > 0 && from + own > width) {
      rows.push([]);
      from = 0;
    }
    rows.at(-1)?.push({ curve, from });
    from += own + 2 * apart;
  }
  return rows;
}

/** A short piece of a curve, as the chart draws it. */
function drawSample(
  context: CanvasRenderingContext2D,
  palette: Palette,
  { color, stroke: { width, dash, isRound, core } }: Curve,
  x: number,
  y: number,
): void {
  context.save();
  context.strokeStyle = palette.energy(color);
  context.lineCap = isRound ? "round" : "butt";
  context.setLineDash([...dash]);
  const stroke = (wide: number): void => {
    context.lineWidth = wide;
    context.beginPath();
    context.moveTo(x + (isRound ? wide / 2 : 0), y);
    context.lineTo(x + sample, y);
    context.stroke();
  };
  stroke(width);
  context.strokeStyle = palette.paper;
  context.globalAlpha = coreOpacity;
  if (core) stroke(core);
  context.restore();
}

/** A scene to record. */
export interface Scene {
  readonly canvas: HTMLCanvasElement;
  /** Draws the current picture once more. */
  paint(): void;
  /** Resolves at its end. */
  play(): Promise<void>;
}

/**
 * Records a video of a scene from one still picture to another. Null if the browser cannot record;
 * it uses the first of these formats that the browser can write.
 */
export async function film({ canvas, paint, play }: Scene): Promise<Blob | null> {
  const kinds = [
    ...["video/mp4;codecs=avc1.640028", "video/mp4;codecs=avc1.42E01F"], // H.264: slides and phones play it
    ...["video/webm;codecs=vp9", "video/webm", "video/mp4"],
  ];
  const kind = kinds.find((type) => globalThis.MediaRecorder?.isTypeSupported(type));
  if (!kind) return null;
  const copy = makeCopy(canvas);
  const recorder = new MediaRecorder(copy.canvas.captureStream(30), {
    mimeType: kind,
    videoBitsPerSecond: 6_000_000,
  });
  const pieces: Blob[] = [];
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) pieces.push(data);
  });
  const ended = new Promise((resolve) => recorder.addEventListener("stop", resolve));
  const drawCopy = (): void => {
    paint();
    copy.draw();
  };
  recorder.start(100); // ms between pieces
  await drawUntilWritten(pieces, drawCopy);
  const endCopies = onFrame(copy.draw);
  await play().finally(endCopies);
  await drawUntilWritten(pieces, drawCopy);
  recorder.stop();
  await ended;
  return new Blob(pieces, { type: kind });
}

/**
 * A canvas that keeps its size while that of the figure may change: an MP4 has one size. H.264
 * needs even numbers of pixels.
 */
function makeCopy(figure: HTMLCanvasElement): {
  readonly canvas: HTMLCanvasElement;
  draw(): void;
} {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(2, figure.width - (figure.width % 2));
  canvas.height = Math.max(2, figure.height - (figure.height % 2));
  const context = canvas.getContext("2d");
  const { paper } = readPalette(figure);
  const draw = (): void => {
    if (!context) return;
    context.fillStyle = paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(figure, 0, 0, canvas.width, canvas.height);
  };
  return { canvas, draw };
}

/**
 * Draws until another piece of the video exists: on a busy machine an encoder begins late, and
 * loses everything that it has not processed when the recorder stops.
 */
async function drawUntilWritten(pieces: readonly Blob[], paint: () => void): Promise<void> {
  const before = pieces.length;
  const patience = performance.now() + 5000; // ms; some browsers write nothing before the end
  while (pieces.length === before && performance.now() < patience) {
    await nextPicture();
    paint();
  }
}
