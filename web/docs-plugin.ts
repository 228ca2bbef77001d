// The documentation as pages of the site: build/web/docs/NAME.html of docs/*.md, the reference and the gallery's
// pages, with one script for all of them and an index for its search.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { Plugin } from "vite";
import { renderPage, type Rendered } from "./docs/markdown";
import { docsPages, type DocsPage } from "./docs/pages";
import { docsHtml, type Frame } from "./docs/template";
import { splitFrontMatter } from "./src/models/front-matter";

export function docsSite(root: string): Plugin {
  let script = "";
  let isServed = false;
  return {
    name: "docs-site",
    configureServer(server) {
      isServed = true;
      server.middlewares.use((request, response, next) => {
        const name = /^\/docs\/([^?#]*)/.exec(request.url ?? "")?.[1];
        if (name === undefined) return next();
        const known = fileOf(root, name);
        const found = known ?? { type: "text/html", content: missingHtml(frameOf(root)) };
        if (!known) response.statusCode = 404;
        const send = (text: string | Buffer): unknown =>
          response.setHeader("content-type", found.type).end(text);
        if (found.type === "text/html")
          void server.transformIndexHtml(request.url ?? "", String(found.content)).then(send, next);
        else send(found.content);
      });
    },
    configurePreviewServer(server) {
      const built = server.config.build.outDir;
      server.middlewares.use((request, response, next) => {
        const name = /^\/docs\/([^?#]*)/.exec(request.url ?? "")?.[1];
        const path = join(built, "docs", normalize(`/${decoded(name ?? "")}`));
        if (name === undefined || name === "" || existsSync(path)) return next();
        response.statusCode = 404;
        response.setHeader("content-type", "text/html");
        response.end(readFileSync(join(built, "docs", "404.html")));
      });
    },
    buildStart() {
      if (isServed) return; // a server has the script as it is
      const id = join(root, "web", "src", "docs", "docs.ts");
      script = this.emitFile({ type: "chunk", id, name: "docs" });
    },
    generateBundle(_, bundle) {
      const pages = pagesOf(root);
      const entry = this.getFileName(script);
      const frame = { pages, scripts: [entry], sheets: sheetsOf(entry, bundle) };
      const emit = (fileName: string, source: string | Uint8Array): void => {
        this.emitFile({ type: "asset", fileName: `docs/${fileName}`, source });
      };
      for (const page of pages) emit(`${page.name}.html`, pageHtml(root, page, frame));
      emit("search.json", searchIndex(root, pages));
      emit("index.html", forward("start.html"));
      emit("404.html", missingHtml(frame));
      const images = join(root, "docs", "images");
      for (const name of readdirSync(images).filter((file) => file.endsWith(".svg")))
        emit(`images/${name}`, readFileSync(join(images, name)));
    },
  };
}

/** A file of the site as it is now, for the server of the sources, which loads its script and styles from there. */
function fileOf(root: string, name: string): { type: string; content: string | Buffer } | null {
  const frame = frameOf(root);
  const { pages } = frame;
  if (name === "" || name === "index.html")
    return { type: "text/html", content: forward("start.html") };
  if (name === "search.json")
    return { type: "application/json", content: searchIndex(root, pages) };
  const image = /^images\/[\w-]+\.svg$/.test(name) ? join(root, "docs", name) : "";
  if (existsSync(image)) return { type: "image/svg+xml", content: readFileSync(image) };
  const page = pages.find((other) => `${other.name}.html` === name);
  return page ? { type: "text/html", content: pageHtml(root, page, frame) } : null;
}

/** The frame of pages that the server of the sources sends. */
const frameOf = (root: string): Frame => ({
  pages: pagesOf(root),
  scripts: ["src/docs/docs.ts"],
  sheets: [],
});

/** What stands at addresses below docs/ that nothing else has; as 404.html, the name that many servers look for. */
const missingHtml = (frame: Frame): string =>
  docsHtml(
    { file: "", name: "404", title: "No such page", group: "", figure: null },
    "No such page",
    `<h1>No such page</h1>
<p>The documentation has no page at this address. It may have been renamed, or the address may be mistyped.</p>
<p><a href="./start.html">Getting started</a> is the first page; the contents list all of them, and the search finds words in them.</p>`,
    frame,
  );

/** A part of an address as it is meant; as it stands where it is no such part. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const pagesOf = (root: string): DocsPage[] =>
  docsPages(root).filter(({ file }) => existsSync(join(root, file)));

function pageHtml(root: string, page: DocsPage, frame: Frame): string {
  const { html, title } = render(root, page, frame.pages);
  return docsHtml(page, page.title || title, html, frame);
}

function searchIndex(root: string, pages: readonly DocsPage[]): string {
  const entries = pages.flatMap((page) => {
    const { title, sections } = render(root, page, pages);
    return sections.map(({ id, title: heading, text }) => ({
      ...{ at: `${page.name}.html#${id}`, page: page.title || title, heading, text },
    }));
  });
  return JSON.stringify(entries);
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
