import { freshId, h } from "../base/dom";

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A field with its label above it, and a note on what to write. */
function labelled(label: string, control: HTMLElement, note = ""): HTMLElement {
  const id = freshId("field");
  control.id = id;
  const noteId = `${id}-note`;
  if (note) control.setAttribute("aria-describedby", noteId);
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    control,
    note && h("p", { class: "field-note", id: noteId }, note),
  );
}

/** A line of text. */
export function line(
  label: string,
  value: string,
  take: (value: string) => void,
  { note = "", ...attributes }: Attributes & { readonly note?: string } = {},
): HTMLElement {
  const field = h("input", { type: "text", autocomplete: "off", value, ...attributes });
  field.addEventListener("input", () => take(field.value));
  return labelled(label, field, note);
}

/** Some lines of text. */
export function lines(
  label: string,
  value: string,
  take: (value: string) => void,
  { note = "", rows = 2 }: { readonly note?: string; readonly rows?: number } = {},
): HTMLElement {
  const field = h("textarea", { rows }, value);
  field.addEventListener("input", () => take(field.value));
  return labelled(label, field, note);
}

/** A list to choose from: values and their names. */
export function choose(
  label: string,
  all: readonly (readonly [value: string, name: string])[],
  chosen: string,
  take: (value: string) => void,
): HTMLElement {
  const known = all.some(([value]) => value === chosen) || chosen === "";
  const rows = known ? all : [...all, [chosen, chosen] as const];
  const select = h(
    "select",
    {},
    ...rows.map(([value, name]) => h("option", { value, selected: value === chosen }, name)),
  );
  select.addEventListener("change", () => take(select.value));
  return labelled(label, select);
}

/** A small field in a table, whose name is only spoken. */
export function cell(
  label: string,
  value: string,
  take: (value: string) => void,
  attributes: Attributes = {},
): HTMLInputElement {
  const field = h("input", {
    ...{ type: "text", autocomplete: "off", value, "aria-label": label },
    ...attributes,
  });
  field.addEventListener("input", () => take(field.value));
  return field;
}

/** Fields beside each other. */
export const row = (...fields: readonly HTMLElement[]): HTMLElement =>
  h("div", { class: "field-row" }, ...fields);

/** Fields with a common heading. */
export const section = (
  heading: string,
  ...content: readonly (HTMLElement | null)[]
): HTMLElement => h("fieldset", { class: "field-group" }, h("legend", {}, heading), ...content);
