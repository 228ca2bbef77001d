import type { Camera } from "../engine/types";
import type { Painter } from "./painter";
import { planePainter } from "./plane/painter";

let spacePainter: Promise<Painter | null> | undefined;

/**
 * Loads the painter of spatial views, the largest part of the view; null if it or WebGL is missing.
 */
function loadSpacePainter(): Promise<Painter | null> {
  return (spacePainter ??= import("./space/painter").then(
    ({ makeSpacePainter }) => makeSpacePainter(),
    () => null,
  ));
}

/** The painter for a kind of view. */
export async function painterOf({ kind }: Pick<Camera, "kind">): Promise<Painter | null> {
  return kind === "planar" ? planePainter : loadSpacePainter();
}

/** Starts loading the painter that a model's text will probably need. */
export function foresee(text: string): void {
  if (!/"planar"/.test(text)) void loadSpacePainter();
}
