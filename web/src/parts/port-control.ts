import { formulasOf } from "../engine/motors";
import type { Port, PortInput, PortMode } from "../engine/types";
import { freshId, h } from "../base/dom";
import { formatUnit, spellUnit } from "../plots/format";
import { symbolNode } from "../plots/symbol";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";

/**
 * The control of one port: whether effort or flow is the input, and a formula of time for each
 * component.
 */
export class PortControl {
  readonly element: HTMLElement;
  readonly #complaint = h("p", { class: "complaint", role: "alert" });
  readonly #unit = h("span", { class: "unit" });
  readonly #formulas: string[];
  #mode: PortMode;

  constructor(
    readonly port: Port,
    readonly experiment: Experiment,
  ) {
    const changed = experiment.settings.inputs[port.name];
    this.#mode = changed === undefined ? port.mode : isFlow(changed) ? "flow" : "effort";
    this.#formulas = changed === undefined ? [...port.input] : formulasOf(changed);
    while (this.#formulas.length < port.size) this.#formulas.push("0");
    const fields = this.#formulas.map((_, index) => this.#makeField(index));
    this.#showUnit();
    this.element = h(
      "div",
      { class: "control port", role: "group", "aria-label": words.input(port.name) },
      h(
        "div",
        { class: "control-head" },
        h("span", { class: "port-name" }, symbolNode(port.name)),
        this.#makeMode(),
        this.#unit,
      ),
      ...fields,
      this.#complaint,
    );
  }

  /** Shows the fault of the input; "" if there is none. */
  complain(sentence: string): void {
    this.#complaint.textContent = sentence;
  }

  get #unitName(): string {
    return this.#mode === "flow" ? this.port.flow_unit : this.port.effort_unit;
  }

  #showUnit(): void {
    this.#unit.textContent = formatUnit(this.#unitName);
  }

  #apply(): void {
    const { experiment, port } = this;
    const value = port.size === 1 ? (this.#formulas[0] ?? "0") : [...this.#formulas];
    const input: PortInput = this.#mode === "flow" ? { flow: value } : value;
    void experiment.change({ inputs: { ...experiment.settings.inputs, [port.name]: input } });
  }

  #makeMode(): HTMLSelectElement {
    const select = h(
      "select",
      { "aria-label": words.givenAt(this.port.name) },
      h("option", { value: "effort", selected: this.#mode === "effort" }, words.effort),
      h("option", { value: "flow", selected: this.#mode === "flow" }, words.flow),
    );
    select.addEventListener("change", () => {
      this.#mode = select.value === "flow" ? "flow" : "effort";
      this.#showUnit();
      this.#apply();
    });
    return select;
  }

  /** A formula of time, and a slider below it that replaces the formula by a constant. */
  #makeField(index: number): HTMLElement {
    const { port } = this;
    const formulas = this.#formulas;
    const name = port.size === 1 ? port.name : `${port.name} ${index + 1}`;
    const field = formulaInput(name, formulas[index] ?? "0");
    const slider = constantSlider(name, Number(formulas[index]));
    const show = (): void => showConstant(slider, Number(formulas[index]), this.#unitName);
    field.addEventListener("change", () => {
      if (field.value.trim() === "") return void (field.value = formulas[index] ?? "0");
      formulas[index] = field.value.trim();
      const value = Number(formulas[index]);
      if (Number.isFinite(value)) {
        if (Math.abs(value) > Number(slider.max)) setReach(slider, niceReach(value));
        slider.value = String(value);
      }
      show();
      this.#apply();
    });
    slider.addEventListener("input", () => {
      formulas[index] = String(Number(Number(slider.value).toPrecision(4)));
      field.value = formulas[index] ?? "0";
      show();
      this.#apply();
    });
    show();
    return h("div", { class: "formula-field" }, field, slider);
  }
}

function formulaInput(name: string, value: string): HTMLInputElement {
  return h("input", {
    ...{ id: freshId("input"), type: "text", class: "formula", value },
    ...{ spellcheck: "false", autocomplete: "off", autocapitalize: "off" },
    "aria-label": words.formulaFor(name),
  });
}

function constantSlider(name: string, constant: number): HTMLInputElement {
  const reach = Number.isFinite(constant) && constant !== 0 ? niceReach(constant) : 1;
  return h("input", {
    ...{ type: "range", min: -reach, max: reach, step: reach / 100 },
    value: Number.isFinite(constant) ? constant : 0,
    "aria-label": words.constantFor(name),
  });
}

function showConstant(slider: HTMLInputElement, value: number, unit: string): void {
  const isConstant = Number.isFinite(value);
  slider.classList.toggle("is-idle", !isConstant);
  const text = isConstant ? `${value} ${spellUnit(unit)}` : words.byFormula;
  slider.setAttribute("aria-valuetext", text);
  const [at, max] = [Number(slider.value), Number(slider.max)];
  slider.style.setProperty("--played", String((at + max) / (2 * max)));
}

function setReach(slider: HTMLInputElement, reach: number): void {
  slider.min = String(-reach);
  slider.max = String(reach);
  slider.step = String(reach / 100);
}

/** A round number of at least twice the value. */
function niceReach(value: number): number {
  const wanted = 2 * Math.abs(value);
  const decade = 10 ** Math.floor(Math.log10(wanted));
  return ([1, 2, 5, 10].find((factor) => factor * decade >= wanted) ?? 10) * decade;
}

function isFlow(input: PortInput): boolean {
  return typeof input === "object" && "flow" in input;
}
