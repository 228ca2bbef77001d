import { gallery, type GalleryEntry } from "./catalog";
import { spokenLanguage } from "../words/words";
import { galleryPage } from "./pages";
import { spokenText } from "./spoken-text";

export interface GalleryModel extends GalleryEntry {
  readonly text: string;
  /** The page for the reader, Markdown; "" when there is none. */
  readonly markdown: string;
}

/** undefined if the gallery has no model of this name. */
export async function loadModel(id: string): Promise<GalleryModel | undefined> {
  const entry = gallery.find((model) => model.id === id);
  if (!entry) return undefined;
  const own = entry.translations?.[spokenLanguage()];
  // The files that it uses are requested at once, so that they are there when the engine needs
  // them.
  const uses = entry.uses.map(spokenText);
  const [text, markdown] = await Promise.all([spokenText(id), galleryPage(id), ...uses]);
  return text === undefined ? undefined : { ...entry, ...own, text, markdown };
}
