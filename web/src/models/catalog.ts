/**
 * The gallery: every model file in web/models. The list is made when the page is built
 * (gallery-plugin.ts); the text and the page of a model are loaded when it is wanted.
 */
import entries from "virtual:gallery";
import type { GalleryEntry } from "./entry";
import { galleryPage } from "./pages";
import { galleryText } from "./texts";

export type { GalleryEntry } from "./entry";

export interface GalleryModel extends GalleryEntry {
  readonly text: string;
  /** The page for the reader, Markdown; "" when there is none. */
  readonly markdown: string;
}

/** The simplest first. */
export const gallery: readonly GalleryEntry[] = [...entries].sort(
  (one, other) =>
    one.level - other.level ||
    one.system.localeCompare(other.system) ||
    one.name.localeCompare(other.name),
);

/** undefined when the gallery has no model of this name. */
export async function loadModel(id: string): Promise<GalleryModel | undefined> {
  const entry = gallery.find((model) => model.id === id);
  const text = await galleryText(id);
  if (!entry || text === undefined) return undefined;
  return { ...entry, text, markdown: await galleryPage(id) };
}
