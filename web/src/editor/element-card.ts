// The table of an element of the library, shown where a text uses it.
import type { EditorState } from "@codemirror/state";
import { h } from "../base/dom";
import { elementOf, type Element } from "../models/library";
import { words } from "../words/words";
import { textOf, treeTo } from "./tree";

/** The element at a place of the text; null if none is named there. */
export function elementCard(state: EditorState, pos: number, side: -1 | 1) {
  const node = treeTo(state, pos).resolveInner(pos, side);
  const element = node.name === "String" ? elementOf(textOf(state, node)) : null;
  return element && { from: node.from, to: node.to, make: () => card(element) };
}

function card({ name, description, parameters, between, offers }: Element): HTMLElement {
  const listed = (title: string, group: Readonly<Record<string, string>>): HTMLElement | null => {
    const names = Object.entries(group).map(([key, kind]) => `${key} (${kind})`);
    return names.length > 0 ? h("p", {}, `${title}: ${names.join(", ")}`) : null;
  };
  const rows = parameters.map(({ name, value, unit, label }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h("td", {}, `${value === undefined ? "" : JSON.stringify(value)} ${unit}`.trim()),
      h("td", {}, label),
    ),
  );
  return h(
    "div",
    { class: "cm-key-help" },
    h("strong", {}, name),
    h("p", { lang: "en" }, description),
    listed(words.sidesOf, between),
    listed(words.offersOf, offers),
    rows.length > 0 && h("table", {}, h("tbody", {}, ...rows)),
  );
}
