import { pieces, runPiece } from "../classic/scripts";

/** Like texts.ts, by a classic script for each model. */
export async function galleryText(id: string): Promise<string | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined;
  try {
    if (!Object.hasOwn(pieces.models, id)) await runPiece(`models/${id}`);
  } catch {
    return undefined;
  }
  return pieces.models[id];
}
