import { spokenLanguage } from "../words/words";
import { splitFrontMatter } from "./front-matter";

const loaders = import.meta.glob<string>(["../../models/*.md", "../../models/*/*.md"], {
  query: "?raw",
  import: "default",
});

/**
 * The page of a gallery model for readers, Markdown, in their language if there is one; "" when there is none.
 */
export async function galleryPage(id: string): Promise<string> {
  const load =
    loaders[`../../models/${spokenLanguage()}/${id}.md`] ?? loaders[`../../models/${id}.md`];
  return splitFrontMatter((await load?.()) ?? "").markdown;
}
