// The documentation as pages of the site: build/web/docs/NAME.html of docs/*.md, the reference and the gallery's
// pages, with one script for all of them and an index for its search.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { Plugin } from "vite";
import { renderPage, type Rendered } from "./docs/markdown";
import { docsPages, type DocsPage } from "./docs/pages";
import { docsHtml } from "./docs/template";
import { splitFrontMatter } from "./src/models/front-matter";

export function docsSite(root: string): Plugin {
  let script = "";
  return {
    name: "docs-site",
    apply: "build",
    buildStart() {
      const id = join(root, "web", "src", "docs", "docs.ts");
      script = this.emitFile({ type: "chunk", id, name: "docs" });
    },
    generateBundle(_, bundle) {
      const pages = docsPages(root).filter(({ file }) => existsSync(join(root, file)));
      const entry = this.getFileName(script);
      const frame = { pages, scripts: [entry], sheets: sheetsOf(entry, bundle) };
      const emit = (fileName: string, source: string | Uint8Array): void => {
        this.emitFile({ type: "asset", fileName: `docs/${fileName}`, source });
      };
      const index: object[] = [];
      for (const page of pages) {
        const { html, title, sections } = render(root, page, pages);
        emit(`${page.name}.html`, docsHtml(page, page.title || title, html, frame));
        for (const { id, title: heading, text } of sections)
          index.push({ at: `${page.name}.html#${id}`, page: page.title || title, heading, text });
      }
      emit("search.json", JSON.stringify(index));
      emit("index.html", forward("start.html"));
      const images = join(root, "docs", "images");
      for (const name of readdirSync(images).filter((file) => file.endsWith(".svg")))
        emit(`images/${name}`, readFileSync(join(images, name)));
    },
  };
}

function render(root: string, page: DocsPage, pages: readonly DocsPage[]): Rendered {
  const link = (target: string): string | null => {
    const [path = "", hash] = target.split("#");
    const found = pages.find(({ file }) => file === normalize(join(dirname(page.file), path)));
    return found ? `./${found.name}.html${hash === undefined ? "" : `#${hash}`}` : null;
  };
  const { markdown } = splitFrontMatter(readFileSync(join(root, page.file), "utf8"));
  const titled =
    page.group === "Reference" ? markdown.replace(/^# .*/, `# ${page.title}`) : markdown;
  return renderPage(titled, link);
}

type Bundle = Parameters<Extract<Plugin["generateBundle"], (...args: never) => unknown>>[1];

/** The style sheets of a script and of what it imports. */
function sheetsOf(entry: string, bundle: Bundle): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = bundle[name];
    if (seen.has(name) || chunk?.type !== "chunk") return;
    seen.add(name);
    chunk.imports.forEach(visit);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  };
  visit(entry);
  return [...found];
}

const forward = (to: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Porthos</title><meta http-equiv="refresh" content="0; url=./${to}"><a href="./${to}">Documentation</a>\n`;
