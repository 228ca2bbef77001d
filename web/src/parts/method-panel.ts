import { thinningNote } from "../engine/trajectory";
import type { Description, Method } from "../engine/types";
import { formatNumber } from "../plots/format";
import { freshId, h, setText } from "../base/dom";
import type { Comparison } from "../study/comparison";
import { makeComparisonPanel } from "./comparison-panel";
import type { Experiment } from "../study/experiment";
import type { Settings } from "../study/settings";
import { words } from "../words/words";

/** Method, step size and duration of the run, and what it is compared with. */
export function makeMethodPanel(experiment: Experiment, comparison: Comparison): HTMLElement {
  const select = h("select", { id: freshId("method") });
  const step = numberField();
  const until = numberField();
  const summary = h("p", { class: "summary" });
  let methods: readonly Method[] = [];

  const change = (changes: Partial<Settings>): void => void experiment.change(changes);
  select.addEventListener("change", () => {
    change({ method: select.value });
    describe();
  });
  const onNumber = (field: HTMLInputElement, key: "step" | "until"): void => {
    field.addEventListener("change", () => {
      const value = Number(field.value);
      if (value > 0 && Number.isFinite(value)) change({ [key]: value });
      else if (experiment.description) fill(experiment.description);
    });
  };
  onNumber(step, "step");
  onNumber(until, "until");

  const describe = (): void => {
    const method = methods.find(({ name }) => name === select.value);
    setText(summary, method ? words.order(capital(method.summary), method.order) : "");
  };
  const fill = ({ simulation }: Description): void => {
    const { settings } = experiment;
    const chosen = settings.method ?? simulation.method;
    const names = methods.map(({ name }) => name);
    if (!names.includes(chosen)) names.push(chosen);
    select.replaceChildren(
      ...names.map((name) => h("option", { value: name, selected: name === chosen }, name)),
    );
    step.value = String(settings.step ?? simulation.step);
    until.value = String(settings.until ?? simulation.until);
    describe();
  };
  experiment.described.on(fill);
  experiment.adjusted.on((isFromOutside) => {
    if (isFromOutside && experiment.description) fill(experiment.description);
  });
  experiment.client.methods().then(
    (list) => {
      methods = list;
      if (experiment.description) fill(experiment.description);
    },
    () => undefined, // the experiment itself reports an engine that cannot be reached
  );
  const computed = h("p", { class: "summary" });
  experiment.grown.on((trajectory) => {
    setText(
      computed,
      thinningNote(trajectory) || words.rowsComputed(formatNumber(trajectory.computed)),
    );
  });

  return h(
    "section",
    { class: "panel", part: "method", "aria-labelledby": "method-title" },
    h("div", { class: "panel-head" }, h("h2", { id: "method-title" }, words.computation)),
    h(
      "div",
      { class: "control" },
      h("div", { class: "control-head" }, h("label", { for: select.id }, words.method), select),
      summary,
    ),
    field(words.stepSize, step, "s"),
    field(words.duration, until, "s"),
    computed,
    makeComparisonPanel(comparison),
  );
}

function numberField(): HTMLInputElement {
  return h("input", {
    id: freshId("number"),
    type: "number",
    step: "any",
    min: 0,
    inputmode: "decimal",
  });
}

function field(label: string, input: HTMLInputElement, unit: string): HTMLElement {
  return h(
    "div",
    { class: "control" },
    h(
      "div",
      { class: "control-head" },
      h("label", { for: input.id }, label),
      h("span", { class: "value" }, input, h("span", { class: "unit" }, unit)),
    ),
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, "");
}
