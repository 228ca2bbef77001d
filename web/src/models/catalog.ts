/** The gallery: every model file in web/models, found when the page is built. */

export interface GalleryModel {
  /** File name without its endings; used in links. */
  readonly id: string;
  /** As other models name it in `use`. */
  readonly file: string;
  readonly text: string;
  readonly name: string;
  readonly description: string;
  readonly source: string;
  /** Made to be used in other models. */
  readonly isBlock: boolean;
  /** How long the model says it runs, s. */
  readonly until: number;
  /** The page for the reader, Markdown; "" when there is none. */
  readonly markdown: string;
}

const texts = import.meta.glob<string>("../../models/*.porthos.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const pages = import.meta.glob<string>("../../models/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

interface Head {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly source?: unknown;
  readonly simulation?: { readonly until?: unknown };
}

/** File name -> text, for models that use others. */
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(texts).map(([path, text]) => [fileOf(path), text]),
);

const usedFiles = new Set(Object.values(texts).flatMap((text) => usedBy(text)));

/** Models that stand for themselves first, then the blocks they are made of. */
export const gallery: readonly GalleryModel[] = Object.entries(texts)
  .map(([path, text]) => readModel(path, text))
  .sort(
    (one, other) =>
      Number(one.isBlock) - Number(other.isBlock) ||
      weight(one) - weight(other) ||
      one.name.localeCompare(other.name),
  );

export function findModel(id: string): GalleryModel | undefined {
  return gallery.find((model) => model.id === id);
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function usedBy(text: string): string[] {
  return [...text.matchAll(/"use"\s*:\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}

function readModel(path: string, text: string): GalleryModel {
  const file = fileOf(path);
  const id = file.replace(".porthos.json", "");
  const { name, description, source, simulation } = readHead(text);
  const until = Number(simulation?.until);
  return {
    id,
    file,
    text,
    name: typeof name === "string" ? name : id,
    description: typeof description === "string" ? description : "",
    source: typeof source === "string" ? source : "",
    until: until > 0 ? until : 10,
    isBlock: usedFiles.has(file),
    markdown: pages[path.replace(".porthos.json", ".md")] ?? "",
  };
}

/** A gallery text that is not JSON still gets a card; opening it shows what is wrong. */
function readHead(text: string): Head {
  try {
    const head: unknown = JSON.parse(text);
    return typeof head === "object" && head !== null ? head : {};
  } catch {
    return {};
  }
}

/** Models of a publication's numbered section come in the order of the publication. */
function weight({ source }: GalleryModel): number {
  const section = /Sec\. (\d+)\.(\d+)/.exec(source);
  return section ? Number(section[1]) * 100 + Number(section[2]) : 1e6;
}
