import type { DocsPage } from "./pages";
import { escapeText } from "./markdown";

/** What is the same in all pages of the documentation. */
export interface Frame {
  readonly pages: readonly DocsPage[];
  readonly scripts: readonly string[];
  readonly sheets: readonly string[];
}

const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'";

/** One page: contents at the side, a living figure above the text, and the way on below it. */
export function docsHtml(page: DocsPage, title: string, body: string, frame: Frame): string {
  const listed = frame.pages.filter(({ group }) => group !== "Models" && group !== "Elements");
  const groups = [...new Set(listed.map(({ group }) => group))];
  const contents = groups.map((group) => {
    const links = listed
      .filter((other) => other.group === group)
      .map((other) => {
        const isHere = other === page ? ' aria-current="page"' : "";
        return `<li><a href="./${other.name}.html"${isHere}>${escapeText(other.title)}</a></li>`;
      });
    return `<h2>${group}</h2><ul>${links.join("")}</ul>`;
  });
  const at = listed.indexOf(page);
  const way = (other: DocsPage | undefined, word: string): string =>
    other
      ? `<a href="./${other.name}.html">${word}: ${escapeText(other.title)}</a>`
      : "<span></span>";
  const next = at < 0 ? "" : way(listed[at - 1], "Before") + way(listed[at + 1], "Next");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)} · Porthos</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
${frame.sheets.map((sheet) => `<link rel="stylesheet" href="../${sheet}">`).join("\n")}
${frame.scripts.map((script) => `<script type="module" src="../${script}"></script>`).join("\n")}
</head>
<body class="docs">
<div class="page">
<header class="masthead">
<a class="wordmark" href="../index.html">Porthos</a>
<span class="grow"></span>
<div class="actions" id="docs-actions"></div>
</header>
<div class="docs-columns">
<nav class="docs-contents" aria-label="Documentation"><details open><summary>Contents</summary>${contents.join("")}</details></nav>
<main class="docs-main">
<div id="docs-found" hidden></div>
<article class="prose"${languageOf(body)}>
${page.figure === null ? body : withFigure(body, page.figure)}
</article>
<nav class="docs-way" aria-label="Before and next">${next}</nav>
</main>
</div>
</div>
</body>
</html>
`;
}

/** The body with a model of the gallery below its title. */
const withFigure = (body: string, model: string): string =>
  body.replace(
    /<\/h1>/,
    `</h1>\n<figure class="docs-figure"><porthos-sim model="${model}" loading="lazy" controls="transport"></porthos-sim><figcaption>A living figure: <a href="../index.html#model=${model}">${model}</a>, from the gallery.</figcaption></figure>`,
  );

/** The attribute of a page in another language, which begins with a comment. */
function languageOf(body: string): string {
  const [, language] = /^\s*<!-- lang: ([a-z]+) -->/.exec(body) ?? [];
  return language ? ` lang="${language}"` : "";
}
