/** A page of a model, Markdown, without the front matter of the gallery. */
export const withoutFrontMatter = (page: string): string => page.replace(/^---\n[^]*?\n---\n/, "");

/** The page in a script of build/dist/embed/pages. Its translations follow it. */
export function pageIn(script: string): string {
  const [, page] = / = ("(?:[^"\\]|\\.)*");$/m.exec(script) ?? [];
  return page === undefined ? "" : withoutFrontMatter(JSON.parse(page) as string);
}
