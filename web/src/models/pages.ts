import { spokenLanguage } from "../words/words";
import { splitFrontMatter } from "./front-matter";
import { readTranslation, type Translation } from "./translation";

const loaders = import.meta.glob<string>(["../../models/*.md", "../../models/*/*.md"], {
  query: "?raw",
  import: "default",
});

const ownLoader = (id: string) => loaders[`../../models/${spokenLanguage()}/${id}.md`];

/**
 * The page of a gallery model for readers, Markdown, in their language if there is one; "" when there is none.
 */
export async function galleryPage(id: string): Promise<string> {
  const load = ownLoader(id) ?? loaders[`../../models/${id}.md`];
  return splitFrontMatter((await load?.()) ?? "").markdown;
}

/** The words of a gallery model in the reader's language; null if its page is not translated. */
export async function translationOf(id: string): Promise<Translation | null> {
  const page = await ownLoader(id)?.();
  return page === undefined ? null : readTranslation(page);
}
