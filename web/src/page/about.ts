import type { Lab } from "../element/lab";
import { h } from "../base/dom";
import { motionSeen } from "../base/ticker";
import { connectProse } from "../prose/connect-prose";
import { words } from "../words/words";

/**
 * The model's page for the reader, which acts on the simulation; it is typeset after the first
 * frames.
 */
export function makeAbout(markdown: string, lab: Lab): HTMLElement {
  if (!markdown) return h("p", { class: "empty" }, words.noPage);
  const host = h("div", {});
  const isDrawn = lab.shown.then(motionSeen);
  Promise.all([import("./markdown"), isDrawn]).then(
    ([{ renderMarkdown }]) => {
      const article = renderMarkdown(markdown);
      connectProse(article, lab, (answered) => lab.answered.emit(answered));
      host.replaceChildren(article);
    },
    () => host.replaceChildren(h("p", { class: "empty" }, words.pageNotLoaded)),
  );
  return host;
}
