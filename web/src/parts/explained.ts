import { explanationOf } from "../../../bindings/js/explain";
import { h } from "../base/dom";
import { words } from "../words/words";

/**
 * A problem's code, which expands to its paragraph of the documentation: a frame may not open
 * another page, and a file works offline. If the documentation is available next to the page
 * (`hasDocs`), a link leads to it.
 */
export function explained(code: string, more: string, hasDocs: boolean): HTMLElement {
  const text = h("p", {}, "…");
  const details = h(
    "details",
    { class: "explained" },
    h("summary", { title: words.whatItMeans }, `${code}${more}`),
    text,
  );
  if (hasDocs) {
    const href = `./docs/problems.html#${code.toLowerCase()}`;
    details.append(h("p", {}, h("a", { href, target: "_blank" }, words.inDocs)));
  }
  details.addEventListener("toggle", () => void write(), { once: true });
  return details;

  async function write(): Promise<void> {
    try {
      const { default: problems } = await import("../../../docs/problems.md?raw");
      text.replaceChildren(...typeset(explanationOf(problems, code) ?? words.noMore));
    } catch {
      text.textContent = words.notExplained;
    }
  }
}

/** The words of a paragraph with its `code` and *emphasis*. */
function typeset(markdown: string): (string | Node)[] {
  return markdown.split(/(`[^`]*`|\*[^*\s][^*]*\*)/).map((piece) => {
    if (piece.startsWith("`")) return h("code", {}, piece.slice(1, -1));
    if (/^\*[^*]+\*$/.test(piece)) return h("em", {}, piece.slice(1, -1));
    return piece;
  });
}
