import { button, h } from "../base/dom";
import { say } from "../words/drawing";
import { nameOf } from "./describe";
import { openSelected, ungroupSelected } from "./group-commands";
import type { Pencil } from "./pencil";
import type { Group } from "./things";

/** What can be done with a group, and what is in it. */
export function groupPanel(pencil: Pencil, { name, things }: Group): HTMLElement {
  const act = (label: string, action: () => void): HTMLElement =>
    button({ class: "secondary small" }, [label], action);
  const inner = things.map((thing) => ({ ...thing, name: thing.name.slice(name.length + 1) }));
  return h(
    "div",
    { class: "inspector-group" },
    h(
      "div",
      { class: "arrange" },
      act(say.groups.open, () => openSelected(pencil)),
      act(say.groups.dissolve, () => ungroupSelected(pencil)),
    ),
    h("p", {}, `${say.groups.content}: ${inner.map(nameOf).join(", ")}.`),
  );
}
