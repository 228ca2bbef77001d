import { button, freshId, h } from "../base/dom";
import type { Marks } from "./marks";
import { words } from "../words/words";

/**
 * The field for the name or number from which a reader's own numbers follow, where no course system
 * gives one. Another entry draws other numbers and begins without answers.
 */
export function makeSeedField(marks: Marks): HTMLElement {
  const id = freshId("seed");
  const field = h("input", { id, type: "text", autocomplete: "off", value: marks.seed });
  const take = (): void => marks.setSeed(field.value.trim());
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") take();
  });
  return h(
    "p",
    { class: "task-seed" },
    h("label", { for: id }, words.seed),
    h("span", { class: "value" }, field),
    button({ class: "secondary small" }, [words.useSeed], take),
  );
}
