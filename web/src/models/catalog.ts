/**
 * The gallery: every model file in web/models. The list is made when the page is built
 * (gallery-plugin.ts); the text and the page of a model are loaded on demand (load-model.ts).
 */
import entries from "virtual:gallery";
import type { GalleryEntry } from "./entry";

export type { GalleryEntry } from "./entry";

/** The gallery, simplest models first. */
export const gallery: readonly GalleryEntry[] = [...entries].sort(
  (one, other) =>
    one.level - other.level ||
    one.system.localeCompare(other.system) ||
    one.name.localeCompare(other.name),
);
