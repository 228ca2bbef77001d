const suffix = ".porthos.json";
const loaders = new Map(
  Object.entries(
    import.meta.glob<string>("../../models/*.porthos.json", { query: "?raw", import: "default" }),
  ).map(([path, load]) => [path.slice(path.lastIndexOf("/") + 1, -suffix.length), load]),
);

/** The text of a gallery model by its name; undefined if there is none. */
export async function galleryText(id: string): Promise<string | undefined> {
  return loaders.get(id)?.();
}
