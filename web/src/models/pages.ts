import { splitFrontMatter } from "./front-matter";

const loaders = import.meta.glob<string>("../../models/*.md", { query: "?raw", import: "default" });

/** The page of a gallery model for readers, Markdown; "" when there is none. */
export async function galleryPage(id: string): Promise<string> {
  const page = (await loaders[`../../models/${id}.md`]?.()) ?? "";
  return splitFrontMatter(page).markdown;
}
