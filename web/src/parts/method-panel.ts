import { Component } from "../base/component";
import { freshId, h, setText } from "../base/dom";
import { thinningNote } from "../engine/trajectory";
import type { Description, Method } from "../engine/types";
import { formatNumber } from "../plots/format";
import type { Comparison } from "../study/comparison";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { ComparisonPanel } from "./comparison-panel";

/** Method, step size and duration of the run, and the compared run. */
export class MethodPanel extends Component {
  readonly element: HTMLElement;
  readonly #select = h("select", { id: freshId("method") });
  readonly #step = numberField();
  readonly #until = numberField();
  readonly #summary = h("p", { class: "summary" });
  readonly #computed = h("p", { class: "summary" });
  #methods: readonly Method[] = [];

  constructor(
    readonly experiment: Experiment,
    comparison: Comparison,
  ) {
    super();
    const select = this.#select;
    select.addEventListener("change", () => {
      void experiment.change({ method: select.value });
      this.#describe();
    });
    this.#onNumber(this.#step, "step");
    this.#onNumber(this.#until, "until");
    this.element = h(
      "section",
      { class: "panel", part: "method", "aria-labelledby": "method-title" },
      h("div", { class: "panel-head" }, h("h2", { id: "method-title" }, words.computation)),
      h(
        "div",
        { class: "control" },
        h("div", { class: "control-head" }, h("label", { for: select.id }, words.method), select),
        this.#summary,
      ),
      field(words.stepSize, this.#step, "s"),
      field(words.duration, this.#until, "s"),
      this.#computed,
      this.own(new ComparisonPanel(comparison)).element,
    );
    this.#subscribe();
  }

  #subscribe(): void {
    const { experiment } = this;
    this.follow(experiment.described, (description) => this.#fill(description));
    this.follow(experiment.adjusted, (isFromOutside) => {
      if (isFromOutside) this.#refill();
    });
    this.follow(experiment.grown, (trajectory) => {
      const rows = words.rowsComputed(formatNumber(trajectory.computed));
      setText(this.#computed, thinningNote(trajectory) || rows);
    });
    experiment.client.methods().then(
      (list) => {
        this.#methods = list;
        this.#refill();
      },
      () => undefined, // the experiment itself reports an unreachable engine
    );
  }

  #onNumber(field: HTMLInputElement, key: "step" | "until"): void {
    field.addEventListener("change", () => {
      const value = Number(field.value);
      if (value > 0 && Number.isFinite(value)) void this.experiment.change({ [key]: value });
      else this.#refill();
    });
  }

  #describe(): void {
    const method = this.#methods.find(({ name }) => name === this.#select.value);
    setText(this.#summary, method ? words.order(capital(method.summary), method.order) : "");
  }

  #refill(): void {
    if (this.experiment.description) this.#fill(this.experiment.description);
  }

  #fill({ simulation }: Description): void {
    const { settings } = this.experiment;
    const chosen = settings.method ?? simulation.method;
    const names = this.#methods.map(({ name }) => name);
    if (!names.includes(chosen)) names.push(chosen);
    this.#select.replaceChildren(
      ...names.map((name) => h("option", { value: name, selected: name === chosen }, name)),
    );
    this.#step.value = String(settings.step ?? simulation.step);
    this.#until.value = String(settings.until ?? simulation.until);
    this.#describe();
  }
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
