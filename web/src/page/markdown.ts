import "katex/dist/katex.min.css";
import katex from "katex";
import { Marked } from "marked";
import { nextPicture } from "../base/ticker";
import { mathExtensions } from "../models/math";
import { escapeText, taskRenderer } from "../prose/task-place";
import { words } from "../words/words";

const marked = new Marked({
  extensions: mathExtensions((formula) => escapeText(formula)),
  renderer: taskRenderer,
});

/** The page draws a picture after so much typesetting, ms. */
const slice = 30;

/**
 * A model's page, typeset, with room for other work in between. The text is a file of this site, never a
 * reader's.
 */
export async function renderMarkdown(text: string): Promise<HTMLElement> {
  const article = document.createElement("article");
  article.className = "prose";
  article.lang = /^\s*<!-- lang: ([a-z]+) -->/.exec(text)?.[1] ?? "en";
  article.innerHTML = marked.parse(text, { async: false });
  article.querySelector("h1")?.remove(); // the model's name is above the figure
  let begin = performance.now();
  for (const place of article.querySelectorAll<HTMLElement>(".math")) {
    if (performance.now() - begin > slice) {
      await nextPicture();
      begin = performance.now();
    }
    const displayMode = place.parentElement?.classList.contains("display") ?? false;
    katex.render(place.textContent ?? "", place, { displayMode, throwOnError: false });
    // A formula inside a line may be broken only here, and not before the text that follows it.
    for (const base of place.querySelectorAll(".math-run .katex-base + .katex-base"))
      base.before(document.createElement("wbr"));
  }
  for (const table of article.querySelectorAll("table")) {
    const scroller = document.createElement("div");
    scroller.className = "scroller";
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "group");
    scroller.setAttribute("aria-label", words.table);
    table.replaceWith(scroller);
    scroller.append(table);
  }
  for (const link of article.querySelectorAll("a")) {
    const model = /^([\w-]+)\.md$/.exec(link.getAttribute("href") ?? "")?.[1];
    if (model) link.href = `#model=${model}`;
    else if (/^https?:/.test(link.href)) link.rel = "noopener";
  }
  return article;
}
