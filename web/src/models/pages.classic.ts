import { pieces, runPiece } from "../classic/scripts";

/** Like pages.ts, by a classic script for each page. */
export async function galleryPage(id: string): Promise<string> {
  if (!/^[\w-]+$/.test(id)) return "";
  try {
    if (!Object.hasOwn(pieces.pages, id)) await runPiece(`pages/${id}`);
  } catch {
    return "";
  }
  return pieces.pages[id] ?? "";
}
