import type { SimSettings } from "./element.js";
import { veil } from "./veil.js";

/** The parts of an offline file. */
export interface OfflineParts {
  title: string;
  text: string;
  /** Texts of used files, by the name in `use`. */
  files: { [name: string]: string };
  settings: SimSettings;
  /** The page with tasks, Markdown; "" for none. */
  page: string;
  /** Attributes of the element, such as `controls` or `locked`. */
  attributes: { [name: string]: string };
  /** The origin of the file. */
  stamp?: string;
  /** The page is part of a course package, which reports marks. */
  course?: CourseRules;
  /** The classic scripts and the style of build/dist/embed. */
  pieces: Pieces;
}

/** What a page of a course package says about its marks. */
export interface CourseRules {
  /** The version of SCORM. */
  version: "1.2" | "2004";
  /** Share of the points from which on the page is passed, 0 to 1. */
  pass: number;
}

export type Pieces = { [name in (typeof pieceNames)[number]]: string };

export const pieceNames = ["embed.js", "lab.js", "engine.js", "embed.css"] as const;

/** Nothing is loaded and nothing is sent: the file contains everything. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; " +
  "style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:";

/** Only the files of the package are loaded. */
const linkedPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "connect-src 'self'; img-src 'self' data: blob:; worker-src 'self' blob:";

/** One HTML file that shows a model with its settings, anywhere and without a network. */
export function offlineHtml({ pieces, ...parts }: OfflineParts): string {
  return pageHtml(
    parts,
    policy,
    `<style>${pieces["embed.css"]}</style>`,
    `<script type="text/plain" data-porthos="engine">${inScript(pieces["engine.js"])}</script>
<script>${inScript(pieces["lab.js"])}</script>
<script>${inScript(pieces["embed.js"])}</script>`,
  );
}

/** The same page with its scripts in files, in the folder `embed` beside it. */
export function linkedHtml(parts: Omit<OfflineParts, "pieces">): string {
  return pageHtml(
    parts,
    linkedPolicy,
    `<link rel="stylesheet" href="embed/embed.css">`,
    `<script src="embed/embed.js"></script>`,
  );
}

function pageHtml(
  parts: Omit<OfflineParts, "pieces">,
  allowed: string,
  style: string,
  scripts: string,
): string {
  const { title, text, files, settings, page: prose, attributes, course, stamp } = parts;
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  const page = JSON.stringify({ text, files, settings, page: veil(prose), course });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(allowed)}">
<title>${escapeXml(title)}</title>${stamp ? `\n<meta name="generator" content="${escapeXml(stamp)}">` : ""}
${style}
</head>
<body>
<main>
<h1 class="title">${escapeXml(title)}</h1>
<porthos-sim${given.join("")}>This simulation needs JavaScript and WebAssembly.</porthos-sim>
</main>
<script type="application/json" data-porthos="page">${inScript(page, "\\u003c")}</script>
${scripts}
</body>
</html>
`;
}

/** Text that would end a script occurs only in strings, where it can be escaped. */
function inScript(text: string, less = "\\x3c"): string {
  return text.replace(/<(?=\/script|!--|script)/gi, less);
}

export function escapeXml(text: string): string {
  const names: { [character: string]: string } = { "&": "amp", "<": "lt", '"': "quot" };
  return text.replace(/[&<"]/g, (character) => `&${names[character]};`);
}
