import { gallery, type GalleryEntry } from "./catalog";
import { galleryPage } from "./pages";
import { galleryText } from "./texts";

export interface GalleryModel extends GalleryEntry {
  readonly text: string;
  /** The page for the reader, Markdown; "" when there is none. */
  readonly markdown: string;
}

/** undefined if the gallery has no model of this name. */
export async function loadModel(id: string): Promise<GalleryModel | undefined> {
  const entry = gallery.find((model) => model.id === id);
  if (!entry) return undefined;
  // The files that it uses are requested at once, so that they are there when the engine needs
  // them.
  const uses = entry.uses.map(galleryText);
  const [text, markdown] = await Promise.all([galleryText(id), galleryPage(id), ...uses]);
  return text === undefined ? undefined : { ...entry, text, markdown };
}
