import type { Description, Parameter } from "../engine/types";
import { formatNumber, formatUnit, spellUnit } from "../plots/format";
import { symbolNode } from "../plots/symbol";
import { button, freshId, h } from "./dom";
import type { Experiment } from "./experiment";

/** A slider or a number field for every parameter; derived ones show what follows from the others. */
export function makeParametersPanel(experiment: Experiment): HTMLElement {
  const list = h("div", { class: "parameters" });
  const reset = button({ class: "quiet small" }, ["Model’s own values"], () => {
    void experiment.change({ set: {} });
    if (experiment.description) fill(experiment.description);
  });
  const element = h(
    "section",
    { class: "panel", "aria-labelledby": "parameters-title" },
    h("div", { class: "panel-head" }, h("h2", { id: "parameters-title" }, "Parameters"), reset),
    list,
  );

  const set = (name: string, value: number): void => {
    reset.hidden = false;
    void experiment.change({ set: { ...experiment.settings.set, [name]: value } });
  };
  const fill = (description: Description): void => {
    const { parameters } = description;
    const own = new Set(parameters.map(({ name }) => ownerOf(name)));
    list.replaceChildren();
    for (const owner of own) {
      const members = parameters.filter((parameter) => ownerOf(parameter.name) === owner);
      if (owner) list.append(h("h3", {}, owner));
      list.append(
        ...members.filter(({ derived }) => !derived).map((p) => control(p, experiment, set)),
      );
      const derived = members.filter((parameter) => parameter.derived);
      if (derived.length > 0) list.append(derivedList(derived));
    }
    if (parameters.length === 0)
      list.append(h("p", { class: "empty" }, "This model has no parameters."));
    reset.hidden = Object.keys(experiment.settings.set).length === 0;
  };
  experiment.described.on(fill);
  return element;
}

function ownerOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf("."), 0));
}

function control(
  parameter: Parameter,
  experiment: Experiment,
  set: (name: string, value: number) => void,
): HTMLElement {
  const { name, unit, label, min, max } = parameter;
  const id = freshId("parameter");
  const value = experiment.settings.set[name] ?? parameter.value;
  const number = h("input", {
    id,
    type: "number",
    value: tidy(value),
    step: "any",
    inputmode: "decimal",
  });
  const spoken = `${label || name}, ${spellUnit(unit)}`;
  const head = h(
    "div",
    { class: "control-head" },
    h(
      "label",
      { for: id },
      symbolNode(name),
      label ? h("span", { class: "control-label" }, label) : null,
    ),
    h("span", { class: "value" }, number, h("span", { class: "unit" }, formatUnit(unit))),
  );
  if (min === undefined || max === undefined) {
    number.addEventListener("change", () => set(name, Number(number.value)));
    return h("div", { class: "control" }, head);
  }
  const slider = h("input", {
    type: "range",
    min,
    max,
    step: (max - min) / 200,
    value,
    "aria-label": spoken,
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
  number.addEventListener("change", () => {
    const next = Number(number.value);
    slider.value = String(next);
    show(next);
    set(name, next);
  });
  show(value);
  return h("div", { class: "control" }, head, slider);
}

function derivedList(parameters: readonly Parameter[]): HTMLElement {
  return h(
    "dl",
    { class: "derived" },
    ...parameters.map(({ name, label, value, unit }) =>
      h(
        "div",
        { title: label },
        h("dt", {}, symbolNode(name)),
        h("dd", {}, `= ${formatNumber(value)} ${formatUnit(unit)}`),
      ),
    ),
  );
}

function tidy(value: number): string {
  return String(Number(value.toPrecision(6)));
}
