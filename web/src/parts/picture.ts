import { readPalette } from "../view/palette";
import { nextPicture, onFrame } from "../base/ticker";

/** A displayed trace with its heading. */
export interface ShownTrace {
  readonly heading: string;
  readonly canvas: HTMLCanvasElement;
}

const gap = 24; // pixels of the page between the parts of the picture
const line = 26;

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
  const tracesHeight = traces.reduce(
    (sum, { canvas }) => sum + canvas.clientHeight + line + gap,
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
  const write = (text: string, x: number, y: number, font: string): void => {
    context.fillStyle = palette.ink;
    context.font = `${font} ${style.fontFamily}`;
    context.textBaseline = "top";
    context.fillText(text, x, y);
  };
  const draw = (canvas: HTMLCanvasElement, x: number, y: number): void =>
    context.drawImage(canvas, x, y, canvas.clientWidth, canvas.clientHeight);
  write(title, gap, gap, "22px");
  const top = gap + 2 * line - 8;
  context.strokeStyle = palette.rule;
  context.strokeRect(gap, top, figure.clientWidth, figure.clientHeight);
  draw(figure, gap, top);
  let y = top;
  for (const { heading, canvas } of traces) {
    write(heading, figure.clientWidth + 2 * gap, y, "600 16px");
    draw(canvas, figure.clientWidth + 2 * gap, y + line);
    y += canvas.clientHeight + line + gap;
  }
  return sheet;
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
