import { pieces, runPiece } from "../classic/scripts";
import { spokenLanguage } from "../words/words";

/** Like pages.ts, by a classic script for each page, which also has its translations. */
export async function galleryPage(id: string): Promise<string> {
  if (!/^[\w-]+$/.test(id)) return "";
  try {
    if (!Object.hasOwn(pieces.pages, id)) await runPiece(`pages/${id}`);
  } catch {
    return "";
  }
  return pieces.pages[`${id}.${spokenLanguage()}`] ?? pieces.pages[id] ?? "";
}
