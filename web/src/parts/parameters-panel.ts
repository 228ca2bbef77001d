import type { Description, Parameter } from "../engine/types";
import { formatNumber, formatUnit, spellUnit } from "../plots/format";
import { parseSymbol, symbolNode } from "../plots/symbol";
import { button, freshId, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { icon } from "./icons";
import { words } from "../words/words";

/** What the author of a page says about the knobs. */
export interface Knobs {
  /** Those to be shown, in this order; null shows all. */
  readonly shown: readonly string[] | null;
  /** Those that are shown but cannot be turned. */
  readonly locked: ReadonlySet<string>;
  /** Values other than the model's own that the reader starts from. */
  readonly given: Readonly<Record<string, number>>;
}

export interface ParametersPanel {
  readonly element: HTMLElement;
  setKnobs(knobs: Knobs): void;
}

const most = 200; // controls; a longer list is no help to anybody

/** A slider or a number field for every parameter; derived ones show what follows from the others. */
export function makeParametersPanel(experiment: Experiment, first: Knobs): ParametersPanel {
  let knobs = first;
  const list = h("div", { class: "parameters" });
  const reset = button({ class: "quiet small" }, [words.ownValues], () => {
    void experiment.change({ set: { ...knobs.given } }, true);
  });
  const element = h(
    "section",
    { class: "panel", part: "knobs", "aria-labelledby": "parameters-title" },
    h("div", { class: "panel-head" }, h("h2", { id: "parameters-title" }, words.parameters), reset),
    list,
  );

  const set = (name: string, value: number): void => {
    reset.hidden = false;
    void experiment.change({ set: { ...experiment.settings.set, [name]: value } });
  };
  const fill = ({ parameters: all }: Description): void => {
    const parameters = chosen(all, knobs.shown);
    list.replaceChildren();
    for (const owner of new Set(parameters.map(({ name }) => parseSymbol(name).owner))) {
      const members = parameters.filter((parameter) => parseSymbol(parameter.name).owner === owner);
      if (owner) list.append(h("h3", {}, owner));
      for (const parameter of members.filter(({ derived }) => !derived))
        list.append(
          knobs.locked.has(parameter.name)
            ? lockedControl(parameter, experiment)
            : control(parameter, experiment, set),
        );
      const derived = members.filter((parameter) => parameter.derived);
      if (derived.length > 0) list.append(derivedList(derived, experiment.derived));
    }
    if (parameters.length < (knobs.shown?.length ?? all.length))
      list.append(h("p", { class: "empty" }, words.someShown(parameters.length, all.length)));
    else if (parameters.length === 0) list.append(h("p", { class: "empty" }, words.noParameters));
    const { given } = knobs;
    reset.textContent = Object.keys(given).length > 0 ? words.givenValues : words.ownValues;
    reset.hidden = isSame(experiment.settings.set, given);
  };
  const refill = (): void => {
    if (experiment.description) fill(experiment.description);
  };
  const controlOf = (name: string | null): HTMLElement | undefined =>
    [...list.querySelectorAll<HTMLElement>("[data-symbol]")].find(
      ({ dataset }) => dataset["symbol"] === name,
    );
  let lit: HTMLElement | undefined;
  experiment.attention.pointed.on((name) => {
    lit?.classList.remove("is-lit");
    lit = controlOf(name);
    lit?.classList.add("is-lit");
  });
  experiment.attention.chosen.on((name) => {
    const control = controlOf(name);
    control?.scrollIntoView({ block: "nearest" });
    control?.querySelector("input")?.focus({ preventScroll: true });
  });
  const nameAt = (event: Event): string | null =>
    (event.target as HTMLElement).closest<HTMLElement>("[data-symbol]")?.dataset["symbol"] ?? null;
  for (const type of ["pointerover", "focusin"])
    list.addEventListener(type, (event) => experiment.attention.pointed.emit(nameAt(event)));
  for (const type of ["pointerleave", "focusout"])
    list.addEventListener(type, () => experiment.attention.pointed.emit(null));
  experiment.described.on(fill);
  experiment.started.on(() => {
    for (const row of list.querySelectorAll<HTMLElement>(".derived > div")) {
      const value = experiment.derived[row.dataset["symbol"] ?? ""];
      const shown = row.querySelector("dd");
      if (value !== undefined && shown)
        setText(shown, derivedText(value, row.dataset["unit"] ?? ""));
    }
  });
  experiment.adjusted.on((isFromOutside) => {
    if (isFromOutside) refill();
  });
  return {
    element,
    setKnobs(next) {
      knobs = next;
      refill();
    },
  };
}

function chosen(all: readonly Parameter[], shown: readonly string[] | null): readonly Parameter[] {
  if (!shown) return all.slice(0, most);
  return shown.flatMap((name) => all.filter((parameter) => parameter.name === name));
}

function isSame(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

function labelOf({ name, label }: Parameter): (Node | null)[] {
  return [symbolNode(name), label ? h("span", { class: "control-label" }, label) : null];
}

function lockedControl(parameter: Parameter, { settings }: Experiment): HTMLElement {
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
    h("label", { for: id }, ...labelOf(parameter)),
    h("span", { class: "value" }, number, h("span", { class: "unit" }, formatUnit(unit))),
  );
  if (min === undefined || max === undefined) {
    onNumber(
      number,
      () => experiment.settings.set[name] ?? parameter.value,
      (next) => set(name, next),
    );
    return h("div", { class: "control", "data-symbol": name }, head);
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
  const valueNow = (): number => experiment.settings.set[name] ?? parameter.value;
  onNumber(number, valueNow, (next) => {
    slider.value = String(next);
    show(next);
    set(name, next);
  });
  show(value);
  return h("div", { class: "control", "data-symbol": name }, head, slider);
}

/** Takes the number of a field; one that was cleared gets back the value that is set. */
function onNumber(field: HTMLInputElement, now: () => number, take: (value: number) => void): void {
  field.addEventListener("change", () => {
    if (field.value === "") field.value = tidy(now());
    else take(Number(field.value));
  });
}

const derivedText = (value: number, unit: string): string =>
  `= ${formatNumber(value)} ${formatUnit(unit)}`;

function derivedList(
  parameters: readonly Parameter[],
  now: Readonly<Record<string, number>>,
): HTMLElement {
  return h(
    "dl",
    { class: "derived" },
    ...parameters.map(({ name, label, value, unit }) =>
      h(
        "div",
        { title: label, "data-symbol": name, "data-unit": unit },
        h("dt", {}, symbolNode(name)),
        h("dd", {}, derivedText(now[name] ?? value, unit)),
      ),
    ),
  );
}

function tidy(value: number): string {
  return String(Number(value.toPrecision(6)));
}
