import "katex/dist/katex.min.css";
import katex from "katex";
import { Marked, type TokenizerAndRendererExtension } from "marked";

/** $…$ inside a line and $$…$$ on lines of their own; typeset once the page is in the document. */
const inlineMath: TokenizerAndRendererExtension = {
  name: "inlineMath",
  level: "inline",
  start: (source) => source.indexOf("$"),
  tokenizer(source) {
    const match = /^\$(?!\$)((?:\\.|[^$\\\n])+)\$([,.;:!?)]*)/.exec(source);
    return match
      ? { type: "inlineMath", raw: match[0], formula: match[1] ?? "", after: match[2] ?? "" }
      : undefined;
  },
  // What follows without a space must not begin the next line.
  renderer: ({ formula, after }) =>
    `<span class="math-run"><span class="math">${escapeText(String(formula))}</span>${String(after)}</span>`,
};

const displayMath: TokenizerAndRendererExtension = {
  name: "displayMath",
  level: "block",
  start: (source) => source.indexOf("$$"),
  tokenizer(source) {
    const match = /^\$\$([\s\S]+?)\$\$(?:\n|$)/.exec(source);
    return match
      ? { type: "displayMath", raw: match[0], formula: (match[1] ?? "").trim() }
      : undefined;
  },
  renderer: (token) => `<div class="display">${piecesOf(String(token["formula"])).join("")}</div>`,
};

/** The parts of a formula between \quad and \qquad, each for itself: there a line may end. */
function piecesOf(formula: string): string[] {
  const pieces: string[] = [];
  let begin = 0;
  let depth = 0;
  const add = (end: number): void => {
    pieces.push(`<span class="math">${escapeText(formula.slice(begin, end).trim())}</span>`);
  };
  for (const { 0: token, index } of formula.matchAll(/\\[a-zA-Z]+|\\.|[{}]/g)) {
    if (/^(\{|\\begin|\\left)$/.test(token)) depth += 1;
    else if (/^(\}|\\end|\\right)$/.test(token)) depth -= 1;
    else if (depth === 0 && /^\\q?quad$/.test(token)) {
      add(index);
      pieces.push(`<span class="${token.slice(1)}"> </span>`);
      begin = index + token.length;
    }
  }
  add(formula.length);
  return pieces;
}

const marked = new Marked({ extensions: [inlineMath, displayMath] });

function escapeText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** A model's page. The text is one of our own files, never a reader's. */
export function renderMarkdown(text: string): HTMLElement {
  const article = document.createElement("article");
  article.className = "prose";
  article.innerHTML = marked.parse(text, { async: false });
  article.querySelector("h1")?.remove(); // the model's name stands above the figure
  for (const place of article.querySelectorAll<HTMLElement>(".math")) {
    const displayMode = place.parentElement?.classList.contains("display") ?? false;
    katex.render(place.textContent ?? "", place, { displayMode, throwOnError: false });
    // The only places where a formula inside a line may be broken: not before what follows it.
    for (const base of place.querySelectorAll(".math-run .katex-base + .katex-base"))
      base.before(document.createElement("wbr"));
  }
  for (const display of article.querySelectorAll<HTMLElement>(".display")) display.tabIndex = 0; // wide ones scroll
  for (const table of article.querySelectorAll("table")) {
    const scroller = document.createElement("div");
    scroller.className = "scroller";
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "group");
    scroller.setAttribute("aria-label", "Table");
    table.replaceWith(scroller);
    scroller.append(table);
  }
  for (const link of article.querySelectorAll("a")) {
    if (/^https?:/.test(link.href)) link.rel = "noopener";
  }
  return article;
}
