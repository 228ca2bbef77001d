import type { Light } from "./light";
import type { Shade } from "./solid";
import { emptied } from "../canvas";
import { fill } from "./brush";
import { coarser, type Window } from "./window";

/** Pixels of the page per pixel of the shadow: when it is enlarged, it has soft edges. */
const cell = 2;
const mostStamps = 24;

/** The shadow of solids on the paper at the height `paper`, m, in one tone. */
export class Shadow {
  readonly #canvas = document.createElement("canvas");

  draw(
    context: CanvasRenderingContext2D,
    window: Window,
    light: Light,
    shades: readonly Shade[],
    paper: number,
    opacity: number,
  ): void {
    const size = cell * window.ratio;
    const coarse = coarser(window, size);
    const soft = emptied(this.#canvas, coarse.width, coarse.height);
    if (!soft) return;
    soft.fillStyle = "#000";
    const { x, y, z } = light.direction;
    for (const { path, lie, low, high } of shades) {
      const way = ((high - low) * Math.hypot(x, y) * coarse.scale) / z;
      const stamps = Math.min(mostStamps, 1 + Math.ceil(way / 1.5));
      for (let stamp = 0; stamp < stamps; stamp++) {
        const height = high - ((high - low) * stamp) / Math.max(1, stamps - 1) - paper;
        const at = { ...lie, x: lie.x - (height * x) / z, y: lie.y - (height * y) / z };
        fill({ context: soft, window: coarse, light }, path, at);
      }
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = opacity;
    context.drawImage(this.#canvas, 0, 0, size * coarse.width, size * coarse.height);
    context.globalAlpha = 1;
  }
}
