import type { Camera } from "../engine/types";
import type { Figure } from "./figure";
import type { Size } from "./grip";
import type { MakePathLine } from "./path-line";
import { planePainter } from "./plane/painter";

/** What draws figures. */
export interface Painter {
  readonly makeLine: MakePathLine;
  /**
   * Draws a figure in its present pose into a canvas, which is shown in this size (pixels of the page).
   * `share` < 1 draws fewer pixels, for motion on slow machines. False where nothing could be drawn.
   */
  paint(canvas: HTMLCanvasElement, figure: Figure, size: Size, share: number): boolean;
}

let spacePainter: Promise<Painter | null> | undefined;

/** What draws bodies in space, which is larger than all the rest of the view; null where it or WebGL cannot be had. */
function loadSpacePainter(): Promise<Painter | null> {
  return (spacePainter ??= import("./space/painter").then(
    ({ makeSpacePainter }) => makeSpacePainter(),
    () => null,
  ));
}

/** What draws such a view. */
export async function painterOf({ kind }: Pick<Camera, "kind">): Promise<Painter | null> {
  return kind === "planar" ? planePainter : loadSpacePainter();
}

/** Loads what will draw a model in all likelihood, from its text. */
export function foresee(text: string): void {
  if (!/"planar"/.test(text)) void loadSpacePainter();
}
