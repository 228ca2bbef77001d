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
  renderer: (token) => `<div class="math display">${escapeText(String(token["formula"]))}</div>`,
};

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
    const displayMode = place.classList.contains("display");
    katex.render(place.textContent ?? "", place, { displayMode, throwOnError: false });
    if (displayMode) place.tabIndex = 0; // wide equations scroll, also with the keyboard
  }
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
