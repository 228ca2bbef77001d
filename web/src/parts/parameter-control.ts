import { freshId, h } from "../base/dom";
import type { Parameter } from "../engine/types";
import { formatNumber, formatUnit, spellUnit } from "../plots/format";
import { symbolNode } from "../plots/symbol";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { icon } from "./icons";

function labelOf({ name, label }: Parameter): (Node | null)[] {
  return [symbolNode(name), label ? h("span", { class: "control-label" }, label) : null];
}

/** The value of a parameter that the author has locked. */
export function lockedControl(parameter: Parameter, { settings }: Experiment): HTMLElement {
  const value = settings.set[parameter.name] ?? parameter.value;
  return h(
    "div",
    { class: "control locked", "data-symbol": parameter.name },
    h(
      "div",
      { class: "control-head" },
      h("span", {}, ...labelOf(parameter)),
      h(
        "span",
        { class: "value" },
        icon("lock"),
        h("span", { class: "visually-hidden" }, words.locked),
        h("span", {}, formatNumber(value)),
        h("span", { class: "unit" }, formatUnit(parameter.unit)),
      ),
    ),
  );
}

/** The control of a parameter: a number field, and a slider if the parameter has bounds. */
export function parameterControl(
  parameter: Parameter,
  experiment: Experiment,
  set: (name: string, value: number) => void,
): HTMLElement {
  const { name, unit, label, min, max } = parameter;
  const valueNow = (): number => experiment.settings.set[name] ?? parameter.value;
  const id = freshId("parameter");
  const number = h("input", {
    ...{ id, type: "number", value: tidy(valueNow()), step: "any", inputmode: "decimal" },
  });
  const head = h(
    "div",
    { class: "control-head" },
    h("label", { for: id }, ...labelOf(parameter)),
    h("span", { class: "value" }, number, h("span", { class: "unit" }, formatUnit(unit))),
  );
  if (min === undefined || max === undefined) {
    onNumber(number, valueNow, (next) => set(name, next));
    return h("div", { class: "control", "data-symbol": name }, head);
  }
  const slider = h("input", {
    ...{ type: "range", min, max, step: (max - min) / 200, value: valueNow() },
    "aria-label": `${label || name}, ${spellUnit(unit)}`,
  });
  const show = (next: number): void => {
    slider.setAttribute("aria-valuetext", `${tidy(next)} ${spellUnit(unit)}`);
    slider.style.setProperty("--played", String((next - min) / (max - min || 1)));
  };
  slider.addEventListener("input", () => {
    const next = Number(Number(slider.value).toPrecision(4));
    number.value = tidy(next);
    show(next);
    set(name, next);
  });
  onNumber(number, valueNow, (next) => {
    slider.value = String(next);
    show(next);
    set(name, next);
  });
  show(valueNow());
  return h("div", { class: "control", "data-symbol": name }, head, slider);
}

/** Reads the number of a field; a cleared field shows the current value again. */
function onNumber(field: HTMLInputElement, now: () => number, take: (value: number) => void): void {
  field.addEventListener("change", () => {
    if (field.value === "") field.value = tidy(now());
    else take(Number(field.value));
  });
}

function tidy(value: number): string {
  return String(Number(value.toPrecision(6)));
}
