import { pieces, runPiece } from "../classic/scripts";
import { spokenLanguage } from "../words/words";
import { splitFrontMatter } from "./front-matter";
import { readTranslation, type Translation } from "./translation";

/** Like pages.ts, by a classic script for each page, which also has its translations. */
export async function galleryPage(id: string): Promise<string> {
  await load(id);
  return splitFrontMatter(pieces.pages[own(id)] ?? pieces.pages[id] ?? "").markdown;
}

export async function translationOf(id: string): Promise<Translation | null> {
  if (spokenLanguage() === "en") return null;
  await load(id);
  const page = pieces.pages[own(id)];
  return page === undefined ? null : readTranslation(page);
}

const own = (id: string): string => `${id}.${spokenLanguage()}`;

async function load(id: string): Promise<void> {
  if (!/^[\w-]+$/.test(id) || Object.hasOwn(pieces.pages, id)) return;
  await runPiece(`pages/${id}`).catch(() => undefined); // a model may have no page
}
