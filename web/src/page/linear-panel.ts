import type { Lab } from "../element/lab";
import { h } from "../base/dom";
import { words } from "../words/words";
import type { LinearView } from "./linear-view";

/** The tab "Linear": what shows it is fetched when it is first shown. */
export function makeLinearPanel(
  lab: Lab,
  fileName: () => string,
): { readonly element: HTMLElement; open(): void; close(): void; recolor(): void } {
  const element = h(
    "div",
    { class: "linear-panel" },
    h("p", { role: "status" }, words.linearizing),
  );
  let view: LinearView | null = null;
  let opening: Promise<void> | null = null;
  const start = async (): Promise<void> => {
    try {
      const { makeLinearView } = await import("./linear-view");
      view = makeLinearView(lab, fileName);
      element.replaceChildren(view.element);
    } catch {
      element.replaceChildren(h("p", { role: "status" }, words.notLinearized));
      opening = null; // perhaps there is a network when it is shown again
    }
  };
  return {
    element,
    open: () => {
      opening ??= start();
      void opening.then(() => view?.open());
    },
    close: () => view?.close(),
    recolor: () => view?.recolor(),
  };
}
