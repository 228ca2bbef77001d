// The head of every gallery model as one module, "virtual:gallery", so that the page lists them
// without loading any. What belongs to the gallery and not to the physics stands in the front matter
// of a model's page: lines "key: value" between two lines "---".
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import { splitFrontMatter } from "./src/models/front-matter";
import type { GalleryEntry } from "./src/models/entry";
import { readTranslation } from "./src/models/translation";
import { usedFiles } from "./src/models/used-names";

const suffix = ".porthos.json";

export function galleryIndex(folder: string): Plugin {
  const name = "virtual:gallery";
  return {
    name: "gallery-index",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null;
      const files = readdirSync(folder).map((file) => join(folder, file));
      for (const file of files) this.addWatchFile(file);
      const entries = files.filter((file) => file.endsWith(suffix)).map(readEntry);
      return `export default ${JSON.stringify(entries)};`;
    },
  };
}

function readEntry(path: string): GalleryEntry {
  const model = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const { head } = splitFrontMatter(readFileSync(path.replace(suffix, ".md"), "utf8"));
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const { until } = (model["simulation"] ?? {}) as { until?: number };
  return {
    id: basename(path, suffix),
    name: text(model["name"]),
    description: text(model["description"]),
    uses: usedBy(path),
    until: until ?? 10,
    hasPoster: existsSync(
      join(path, "..", "..", "public", "posters", `${basename(path, suffix)}.light.webp`),
    ),
    paper: head["paper"] ?? "",
    system: head["system"] ?? "",
    subject: head["subject"] ?? "",
    also: head["also"] ?? "",
    teaches: (head["teaches"] ?? "").split(",").flatMap((word) => word.trim() || []),
    traces: head["traces"] ?? "",
    level: Number(head["level"] ?? 3),
    ...translationsOf(path),
  };
}

/** The titles and captions of the translated pages of a model. */
function translationsOf(path: string): Pick<GalleryEntry, "translations"> {
  const folder = join(path, "..");
  const page = `${basename(path, suffix)}.md`;
  const pages = readdirSync(folder).filter(
    (name) => /^[a-z]{2}$/.test(name) && existsSync(join(folder, name, page)),
  );
  if (pages.length === 0) return {};
  const translated = pages.map((language) => {
    const text = readFileSync(join(folder, language, page), "utf8");
    const { name, description } = readTranslation(text);
    return [language, { name, description }];
  });
  return { translations: Object.fromEntries(translated) };
}

/** The models beside the one at `path` that it uses, directly or through others. */
function usedBy(path: string, found = new Set<string>()): string[] {
  for (const file of usedFiles(readFileSync(path, "utf8"))) {
    const used = join(path, "..", file);
    const id = basename(file, suffix);
    if (found.has(id) || !existsSync(used)) continue;
    found.add(id);
    usedBy(used, found);
  }
  return [...found];
}
