import type { Description, Port, PortInput, PortMode, Problem } from "../engine/types";
import { formatUnit, spellUnit } from "../plots/format";
import { symbolNode } from "../plots/symbol";
import { freshId, h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { sentence } from "./problems";
import { words } from "../words/words";

const shownPorts = 50;

/** What drives the model: for every port a formula of time, or a slider for a constant. */
export function makeInputsPanel(experiment: Experiment): HTMLElement {
  const list = h("div", { class: "inputs" });
  const complaints = new Map<string, HTMLElement>();
  const element = h(
    "section",
    { class: "panel", part: "inputs", "aria-labelledby": "inputs-title" },
    h("div", { class: "panel-head" }, h("h2", { id: "inputs-title" }, words.inputs)),
    list,
  );
  const fill = ({ ports }: Description): void => {
    complaints.clear();
    list.replaceChildren(
      ...ports.slice(0, shownPorts).map((port) => {
        const complaint = h("p", { class: "complaint", role: "alert" });
        complaints.set(port.name, complaint);
        return portControl(port, experiment, complaint);
      }),
    );
    if (ports.length > shownPorts)
      list.append(h("p", { class: "empty" }, words.firstOf(shownPorts, ports.length)));
    if (ports.length === 0) list.append(h("p", { class: "empty" }, words.nothingDrives));
  };
  experiment.described.on(fill);
  experiment.adjusted.on((isFromOutside) => {
    if (isFromOutside && experiment.description) fill(experiment.description);
  });
  experiment.changed.on(({ problems }) => {
    for (const [name, complaint] of complaints) {
      const problem = problems.find((candidate) => concerns(candidate, name));
      complaint.textContent = problem ? sentence(problem) : "";
    }
  });
  return element;
}

function concerns({ where }: Problem, port: string): boolean {
  return where === `/inputs/${port}` || where.startsWith(`/inputs/${port}/`);
}

function portControl(port: Port, experiment: Experiment, complaint: HTMLElement): HTMLElement {
  const changed = experiment.settings.inputs[port.name];
  let mode: PortMode = changed === undefined ? port.mode : isFlow(changed) ? "flow" : "effort";
  const formulas = changed === undefined ? [...port.input] : formulasOf(changed);
  while (formulas.length < port.size) formulas.push("0");

  const apply = (): void => {
    const value = port.size === 1 ? (formulas[0] ?? "0") : [...formulas];
    const input: PortInput = mode === "flow" ? { flow: value } : value;
    void experiment.change({ inputs: { ...experiment.settings.inputs, [port.name]: input } });
  };
  const unit = h("span", { class: "unit" });
  const showUnit = (): void => {
    unit.textContent = formatUnit(mode === "flow" ? port.flow_unit : port.effort_unit);
  };
  const modeSelect = h(
    "select",
    { "aria-label": words.givenAt(port.name) },
    h("option", { value: "effort", selected: mode === "effort" }, words.effort),
    h("option", { value: "flow", selected: mode === "flow" }, words.flow),
  );
  modeSelect.addEventListener("change", () => {
    mode = modeSelect.value === "flow" ? "flow" : "effort";
    showUnit();
    apply();
  });
  showUnit();
  return h(
    "div",
    { class: "control port", role: "group", "aria-label": words.input(port.name) },
    h(
      "div",
      { class: "control-head" },
      h("span", { class: "port-name" }, symbolNode(port.name)),
      modeSelect,
      unit,
    ),
    ...formulas.map((_, index) => formulaField(port, formulas, index, () => mode, apply)),
    complaint,
  );
}

/** One formula of time with a slider under it that replaces it by a constant. */
function formulaField(
  port: Port,
  formulas: string[],
  index: number,
  mode: () => PortMode,
  apply: () => void,
): HTMLElement {
  const id = freshId("input");
  const name = port.size === 1 ? port.name : `${port.name} ${index + 1}`;
  const field = h("input", {
    id,
    type: "text",
    class: "formula",
    value: formulas[index] ?? "0",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-label": words.formulaFor(name),
  });
  const constant = Number(formulas[index]);
  const reach = Number.isFinite(constant) && constant !== 0 ? niceReach(constant) : 1;
  const slider = h("input", {
    type: "range",
    min: -reach,
    max: reach,
    step: reach / 100,
    value: Number.isFinite(constant) ? constant : 0,
    "aria-label": words.constantFor(name),
  });
  const show = (): void => {
    const value = Number(formulas[index]);
    const isConstant = Number.isFinite(value);
    const unit = mode() === "flow" ? port.flow_unit : port.effort_unit;
    slider.classList.toggle("is-idle", !isConstant);
    slider.setAttribute(
      "aria-valuetext",
      isConstant ? `${value} ${spellUnit(unit)}` : words.byFormula,
    );
    slider.style.setProperty(
      "--played",
      String((Number(slider.value) + Number(slider.max)) / (2 * Number(slider.max))),
    );
  };
  field.addEventListener("change", () => {
    if (field.value.trim() === "") return void (field.value = formulas[index] ?? "0"); // cleared: as it was
    formulas[index] = field.value.trim();
    const value = Number(formulas[index]);
    if (Number.isFinite(value)) {
      if (Math.abs(value) > Number(slider.max)) setReach(slider, niceReach(value));
      slider.value = String(value);
    }
    show();
    apply();
  });
  slider.addEventListener("input", () => {
    formulas[index] = String(Number(Number(slider.value).toPrecision(4)));
    field.value = formulas[index] ?? "0";
    show();
    apply();
  });
  show();
  return h("div", { class: "formula-field" }, field, slider);
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

function formulasOf(input: PortInput): string[] {
  const value = typeof input === "object" && "flow" in input ? input.flow : input;
  return typeof value === "string" ? [value] : [...value];
}
