/**
 * The gallery: every model file in web/models. The list is made when the page is built
 * (gallery-plugin.ts); the text and the page of a model are loaded when it is wanted.
 */
import entries from "virtual:gallery";
import type { GalleryEntry } from "./entry";
import { splitFrontMatter } from "./front-matter";

export type { GalleryEntry } from "./entry";

export interface GalleryModel extends GalleryEntry {
  readonly text: string;
  /** The page for the reader, Markdown; "" when there is none. */
  readonly markdown: string;
}

const suffix = ".porthos.json";
const texts = byFile(
  import.meta.glob<string>("../../models/*.porthos.json", { query: "?raw", import: "default" }),
);
const pages = byFile(
  import.meta.glob<string>("../../models/*.md", { query: "?raw", import: "default" }),
);

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
  const text = await texts.get(id + suffix)?.();
  if (!entry || text === undefined) return undefined;
  const page = (await pages.get(`${id}.md`)?.()) ?? "";
  return { ...entry, text, markdown: splitFrontMatter(page).markdown };
}

/** The gallery's files that a text uses, directly or not: file name -> text. */
export async function filesUsedBy(text: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const open = [text];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, file = ""] of next.matchAll(/"use"\s*:\s*"([^"]+)"/g)) {
      if (file in found) continue;
      const used = await texts.get(file)?.();
      if (used === undefined) continue; // the engine will say what is missing
      found[file] = used;
      open.push(used);
    }
  }
  return found;
}

type Loader = () => Promise<string>;

function byFile(loaders: Record<string, Loader>): Map<string, Loader> {
  return new Map(
    Object.entries(loaders).map(([path, load]) => [path.slice(path.lastIndexOf("/") + 1), load]),
  );
}
