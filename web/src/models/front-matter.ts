/** Splits a page in Markdown: `head` holds the lines "key: value" between two lines "---". */
export function splitFrontMatter(page: string): {
  readonly head: Readonly<Record<string, string>>;
  readonly markdown: string;
} {
  const match = /^---\n([\s\S]*?)\n---\n+/.exec(page);
  if (!match) return { head: {}, markdown: page };
  const lines = (match[1] ?? "").split("\n").map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
  });
  return { head: Object.fromEntries(lines), markdown: page.slice(match[0].length) };
}
