import { button, freshId, h } from "../base/dom";
import { say } from "../words/drawing";
import {
  duplicateSelected,
  flipSelected,
  hideSelected,
  lockSelected,
  removeSelected,
} from "./commands";
import { nameOf } from "./describe";
import { groupSelected, orderSelected } from "./group-commands";
import type { Pencil } from "./pencil";
import { thingNamed } from "./things";

/** What can be done with the selection as a whole. */
export function arrangeButtons(pencil: Pencil): HTMLElement {
  const { session, choices } = pencil;
  const { locked } = session.aside;
  const isLocked = session.selectedNames.every((name) => locked.has(name));
  const act = (label: string, action: () => void): HTMLElement =>
    button({ class: "secondary small" }, [label], action);
  const id = freshId("number");
  const input = h("input", {
    ...{ id, type: "number", min: "2", max: "100", value: String(choices.number) },
    "data-field": "number",
  });
  input.addEventListener("change", () => {
    choices.number = Math.min(100, Math.max(2, Math.round(Number(input.value)) || 2));
    input.value = String(choices.number);
  });
  return h(
    "div",
    { class: "arrange", role: "group", "aria-label": say.arrange },
    act(say.flipAcross, () => flipSelected(pencil, "across")),
    act(say.flipUpright, () => flipSelected(pencil, "upright")),
    act(say.tool.mirror, () => pencil.choose("mirror")),
    h(
      "span",
      { class: "arrange-copies" },
      act(say.tool.row, () => pencil.choose("row")),
      act(say.tool.ring, () => pencil.choose("ring")),
      h("label", { for: id }, say.numberInAll),
      input,
    ),
    button({ class: "secondary small", "aria-pressed": String(isLocked) }, [say.lock], () =>
      lockSelected(pencil),
    ),
    act(say.hide, () => hideSelected(pencil)),
    session.selectedNames.length > 1 ? act(say.groups.make, () => groupSelected(pencil)) : "",
    h(
      "span",
      { class: "arrange-copies" },
      ...(["front", "forward", "backward", "back"] as const).map((shift) =>
        act(say.groups.order[shift], () => orderSelected(pencil, shift)),
      ),
    ),
  );
}

/** The panel of several selected things. */
export function severalPanel(pencil: Pencil, grid: () => number): HTMLElement {
  const { session } = pencil;
  const entry = (name: string): HTMLElement => {
    const thing = thingNamed(session.drawing, name);
    const label = thing ? nameOf(thing) : say.part(say.otherPart, name);
    return h(
      "li",
      {},
      button({ class: "quiet small" }, [label], () => session.select(name)),
    );
  };
  return h(
    "div",
    { class: "inspector-parts" },
    h(
      "div",
      { class: "inspector-head" },
      h("h2", {}, say.several(session.selectedNames.length)),
      button({ class: "secondary small" }, [say.duplicate], () =>
        duplicateSelected(pencil, grid()),
      ),
      button({ class: "secondary small" }, [say.remove], () => removeSelected(pencil)),
    ),
    arrangeButtons(pencil),
    h("ul", {}, ...session.selectedNames.map(entry)),
  );
}
