import { h } from "../parts/dom";

/** The model's page for the reader; the typesetter is fetched beside the first run. */
export function makeAbout(markdown: string): HTMLElement {
  if (!markdown) return h("p", { class: "empty" }, "There is no page about this model yet.");
  const host = h("div", {});
  import("./markdown").then(
    ({ renderMarkdown }) => host.replaceChildren(renderMarkdown(markdown)),
    () => host.replaceChildren(h("p", { class: "empty" }, "The page could not be loaded.")),
  );
  return host;
}
