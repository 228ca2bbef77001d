import type { SimSettings } from "./element.js";

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
  /** The classic scripts and the style of build/dist/embed. */
  pieces: { [name in (typeof pieceNames)[number]]: string };
}

export const pieceNames = ["embed.js", "lab.js", "engine.js", "embed.css"] as const;

/** Nothing is loaded and nothing is sent: the file contains everything. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; " +
  "style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:";

/** One HTML file that shows a model with its settings, anywhere and without a network. */
export function offlineHtml(parts: OfflineParts): string {
  const { title, text, files, settings, page: prose, attributes, pieces } = parts;
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  const page = JSON.stringify({ text, files, settings, page: prose });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<title>${escape(title)}</title>
<style>${pieces["embed.css"]}</style>
</head>
<body>
<porthos-sim${given.join("")}>This simulation needs JavaScript and WebAssembly.</porthos-sim>
<script type="application/json" data-porthos="page">${inScript(page, "\\u003c")}</script>
<script type="text/plain" data-porthos="engine">${inScript(pieces["engine.js"])}</script>
<script>${inScript(pieces["lab.js"])}</script>
<script>${inScript(pieces["embed.js"])}</script>
</body>
</html>
`;
}

/** Text that would end a script occurs only in strings, where it can be escaped. */
function inScript(text: string, less = "\\x3c"): string {
  return text.replace(/<(?=\/script|!--|script)/gi, less);
}

function escape(text: string): string {
  const names: { [character: string]: string } = { "&": "amp", "<": "lt", '"': "quot" };
  return text.replace(/[&<"]/g, (character) => `&${names[character]};`);
}
