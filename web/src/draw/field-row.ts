import { button, freshId, h } from "../base/dom";
import { say } from "../words/drawing";
import { isConstant } from "./change-values";
import type { Choice, Field } from "./field";
import { inUnit } from "./units";

/** Where rows of an inspector say what is wrong, and what changes the text. */
export interface FieldPlace {
  readonly fault: HTMLElement;
  edit(action: (model: Parameters<Field["set"]>[0]) => string | void): void;
}

/** A row of an inspector with a field. */
export function fieldRow(field: Field, { fault, edit }: FieldPlace): HTMLElement {
  const id = freshId("field");
  const input = h("input", {
    ...{ id, type: "text", value: field.value, "data-field": field.id, inputmode: "decimal" },
  });
  input.addEventListener("change", () => {
    const value = enteredValue(field, input.value);
    input.setAttribute("aria-invalid", String(value === null));
    fault.textContent = value === null ? say.noNumber : "";
    if (value !== null) edit((model) => field.set(model, value));
  });
  const { isKnob, toggleKnob } = field;
  const knob = toggleKnob
    ? button(
        {
          class: "quiet small knob",
          "aria-pressed": String(isKnob),
          title: say.knobTitle,
          "aria-label": `${say.knob}: ${field.label}`,
        },
        [say.knob],
        () => edit((model) => toggleKnob(model)),
      )
    : "";
  return h(
    "div",
    { class: "inspector-row" },
    h("label", { for: id }, field.label),
    h("span", { class: "inspector-value" }, input, h("span", { class: "unit" }, field.unit)),
    knob,
  );
}

/** What was entered, in the unit of the field; null where the field cannot take it. */
function enteredValue({ unit, isNumber }: Field, entered: string): number | string | null {
  const text = inUnit(entered.trim().replace(/^(-?\d*),(\d+)/, "$1.$2"), unit);
  const number = Number(text);
  const value = text !== "" && Number.isFinite(number) ? number : text;
  return text === "" || (isNumber && !isConstant(value)) ? null : value;
}

/** A row of an inspector with what a thing can be instead. */
export function choiceRow(
  { label, chosen, options, change }: Choice,
  edit: FieldPlace["edit"],
  name = "choice",
): HTMLElement {
  const id = freshId("choice");
  const select = h(
    "select",
    { id, "data-field": name },
    ...options.map((option) =>
      h("option", { value: option.value, selected: option.value === chosen }, option.label),
    ),
  );
  select.addEventListener("change", () => edit((model) => change(model, select.value)));
  return h("div", { class: "inspector-row" }, h("label", { for: id }, label), select);
}
