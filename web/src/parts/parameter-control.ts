import { freshId, h } from "../base/dom";
import type { Parameter } from "../engine/types";
import { formatNumber, spellUnit } from "../plots/format";
import { isSaidBy, symbolNode } from "../plots/symbol";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { icon } from "./icons";
import { unitPicker } from "./unit-picker";

function labelOf({ name, label }: Parameter): Node[] {
  if (label === "") return [symbolNode(name)];
  const isRepeated = isSaidBy(label, name);
  const told = h("span", { class: "control-label", ...(isRepeated ? { title: name } : {}) }, label);
  return isRepeated ? [told] : [symbolNode(name), told];
}

/** The value of a parameter that the author has locked. */
export function lockedControl(parameter: Parameter, experiment: Experiment): HTMLElement {
  const { settings, units } = experiment;
  const { name, unit } = parameter;
  const value = (settings.set[name] ?? parameter.value) / units.of(name, unit).factor;
  return h(
    "div",
    { class: "control locked", "data-symbol": name },
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
        unitPicker(units, name, unit),
      ),
    ),
  );
}

/** The control of a parameter: a number field, and a slider if the parameter has bounds; in the unit that is shown. */
export function parameterControl(
  parameter: Parameter,
  experiment: Experiment,
  set: (name: string, value: number) => void,
): HTMLElement {
  const { name, label } = parameter;
  const { unit, factor } = experiment.units.of(name, parameter.unit);
  const valueNow = (): number => (experiment.settings.set[name] ?? parameter.value) / factor;
  const take = (value: number): void => set(name, value * factor);
  const id = freshId("parameter");
  const number = h("input", {
    ...{ id, type: "number", value: tidy(valueNow()), step: "any", inputmode: "decimal" },
  });
  const picker = unitPicker(experiment.units, name, parameter.unit);
  const head = h(
    "div",
    { class: "control-head" },
    h("label", { for: id }, ...labelOf(parameter)),
    h("span", { class: "value" }, number, picker),
  );
  if (parameter.min === undefined || parameter.max === undefined) {
    onNumber(number, valueNow, take);
    return h("div", { class: "control", "data-symbol": name }, head);
  }
  const [min, max] = [parameter.min / factor, parameter.max / factor];
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
    take(next);
  });
  onNumber(number, valueNow, (next) => {
    slider.value = String(next);
    show(next);
    take(next);
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
