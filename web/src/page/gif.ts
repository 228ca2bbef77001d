import { applyPalette, GIFEncoder, quantize } from "gifenc";
import type { Lab } from "../element/lab";
import { readPalette } from "../view/palette";

/** The shortest delay that all programs keep, in hundredths of a second. */
const shortest = 4;
/** Longer runs have longer delays. */
const mostFrames = 300;
/** Pixels across, at most. */
const widest = 640;
/** A GIF has 256 colours; one of them stands for "as before". */
const colors = 255;

/**
 * The whole run as an animation that repeats, at the speed of the clock; null if there is no figure or no motion.
 * `onShare` is called with the share that is written.
 */
export async function gifOf(lab: Lab, onShare: (share: number) => void): Promise<Blob | null> {
  const { clock, capture } = lab;
  const seconds = clock.end / clock.speed;
  if (!(seconds > 0)) return null;
  const delay = Math.max(shortest, Math.ceil((100 * seconds) / mostFrames));
  const count = Math.max(Math.floor((100 * seconds) / delay), 1);
  const times = Array.from({ length: count }, (_, k) => (k * delay * clock.speed) / 100);
  const gif = new Animation(lab, 10 * delay);
  await capture.frames(times, (canvas, index) => {
    gif.add(canvas);
    onShare((index + 1) / count);
  });
  return gif.finish();
}

class Animation {
  readonly #encoder = GIFEncoder();
  readonly #copy = document.createElement("canvas");
  readonly #paper: string;
  #before: Uint8Array | null = null;

  /** `delay`: milliseconds between frames. */
  constructor(
    lab: Lab,
    readonly delay: number,
  ) {
    const { canvas } = lab.stagePanel.stage;
    this.#paper = readPalette(canvas).paper;
    const width = Math.min(canvas.clientWidth, widest);
    this.#copy.width = Math.max(Math.round(width), 1);
    this.#copy.height = Math.max(
      Math.round((width * canvas.clientHeight) / Math.max(canvas.clientWidth, 1)),
      1,
    );
  }

  add(canvas: HTMLCanvasElement): void {
    const { width, height } = this.#copy;
    const context = this.#copy.getContext("2d", { willReadFrequently: true });
    if (!context) return;
    context.fillStyle = this.#paper;
    context.fillRect(0, 0, width, height);
    context.drawImage(canvas, 0, 0, width, height);
    const pixels = new Uint8Array(context.getImageData(0, 0, width, height).data.buffer);
    const palette = quantize(pixels, colors);
    const shown = applyPalette(pixels, palette);
    const before = this.#before;
    if (before) leaveOutEqual(shown, pixels, before, palette.length);
    this.#encoder.writeFrame(shown, width, height, {
      palette: [...palette, [0, 0, 0]],
      delay: this.delay,
      transparent: before !== null,
      transparentIndex: palette.length,
      dispose: 1, // the next frame is drawn over this one
    });
    this.#before = pixels;
  }

  finish(): Blob | null {
    if (!this.#before) return null;
    this.#encoder.finish();
    return new Blob([this.#encoder.bytes().slice()], { type: "image/gif" });
  }
}

/** Pixels that do not change become transparent, so that a frame has only what moves. */
function leaveOutEqual(
  shown: Uint8Array,
  pixels: Uint8Array,
  before: Uint8Array,
  transparent: number,
): void {
  for (let k = 0; k < shown.length; k++) {
    const at = 4 * k;
    if (
      pixels[at] === before[at] &&
      pixels[at + 1] === before[at + 1] &&
      pixels[at + 2] === before[at + 2]
    )
      shown[k] = transparent;
  }
}
