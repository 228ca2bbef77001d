import type { Lab } from "../element/lab";
import { h } from "../parts/dom";
import { enliven } from "../prose/enliven";
import { words } from "../words/words";

/** The model's page for the reader, which acts on the simulation; the typesetter is fetched beside the first run. */
export function makeAbout(markdown: string, lab: Lab): HTMLElement {
  if (!markdown) return h("p", { class: "empty" }, words.noPage);
  const host = h("div", {});
  import("./markdown").then(
    ({ renderMarkdown }) => {
      const article = renderMarkdown(markdown);
      enliven(article, lab, lab.onAnswer);
      host.replaceChildren(article);
    },
    () => host.replaceChildren(h("p", { class: "empty" }, words.pageNotLoaded)),
  );
  return host;
}
