import { h } from "../base/dom";

/** Checkboxes for some values. */
export interface Checks<Value extends string> {
  readonly element: HTMLElement;
  values(): readonly Value[];
}

/** A checkbox for each value. */
export function checks<Value extends string>(
  all: readonly { readonly value: Value; readonly label: string }[],
  checked: readonly Value[],
): Checks<Value> {
  const boxes = all.map(({ value, label }) => {
    const box = h("input", { type: "checkbox", checked: checked.includes(value) });
    return { value, box, label: h("label", { class: "check" }, box, label) };
  });
  return {
    element: h("div", { class: "embed-checks" }, ...boxes.map(({ label }) => label)),
    values: () => boxes.filter(({ box }) => box.checked).map(({ value }) => value),
  };
}

/** A list of values with a label. */
export function choice(
  label: string,
  all: Readonly<Record<string, string>>,
): { readonly element: HTMLElement; readonly value: string } {
  const select = h(
    "select",
    {},
    ...Object.entries(all).map(([value, name]) => h("option", { value }, name)),
  );
  return {
    element: h("label", {}, label, select),
    get value() {
      return select.value;
    },
  };
}

/** Controls with a common heading. */
export function group(legend: string, content: HTMLElement): HTMLElement {
  return h("fieldset", {}, h("legend", {}, legend), content);
}
