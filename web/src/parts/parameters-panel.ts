import { Component } from "../base/component";
import { button, h, setText } from "../base/dom";
import type { Description, Parameter } from "../engine/types";
import { formatNumber, formatUnit } from "../plots/format";
import { parseSymbol, symbolNode } from "../plots/symbol";
import type { Experiment } from "../study/experiment";
import type { ShownUnit } from "../study/shown-units";
import { words } from "../words/words";
import { lockedControl, parameterControl } from "./parameter-control";

/** The parameters that an author lets readers change. */
export interface Knobs {
  /** The parameters to show, in this order; null shows all. */
  readonly shown: readonly string[] | null;
  /** Shown, but not changeable. */
  readonly locked: ReadonlySet<string>;
  /** Initial values for the reader, if they differ from the model's own. */
  readonly given: Readonly<Record<string, number>>;
}

/** The parameters that a task locks or hides; "*" means all. */
export interface Limits {
  readonly lock: readonly string[];
  readonly hide: readonly string[];
}

/** At most this many controls are shown. */
const most = 200;

/** A slider or a number field for every parameter, and the values of derived parameters. */
export class ParametersPanel extends Component {
  readonly element: HTMLElement;
  readonly #list = h("div", { class: "parameters" });
  readonly #reset: HTMLButtonElement;
  #knobs: Knobs;
  #limits: Limits = { lock: [], hide: [] };
  #lit: HTMLElement | undefined;

  constructor(
    readonly experiment: Experiment,
    knobs: Knobs,
  ) {
    super();
    this.#knobs = knobs;
    this.#reset = button({ class: "quiet small" }, [words.ownValues], () => {
      void experiment.change({ set: { ...this.#knobs.given } }, true);
    });
    const title = h("h2", { id: "parameters-title" }, words.parameters);
    this.element = h(
      "section",
      { class: "panel", part: "knobs", "aria-labelledby": "parameters-title" },
      h("div", { class: "panel-head" }, title, this.#reset),
      this.#list,
    );
    this.follow(experiment.described, (description) => this.#fill(description));
    this.follow(experiment.started, () => this.#showDerived());
    this.follow(experiment.adjusted, (isFromOutside) => {
      if (isFromOutside) this.#refill();
    });
    this.follow(experiment.units.changed, () => this.#showUnits());
    this.#shareAttention();
  }

  setKnobs(knobs: Knobs): void {
    this.#knobs = knobs;
    this.#refill();
  }

  /** Locks and hides parameters for a task. */
  setLimits(limits: Limits): void {
    if (JSON.stringify(limits) === JSON.stringify(this.#limits)) return;
    this.#limits = limits;
    this.#refill();
  }

  /**
   * Highlights the parameter that the reader points at anywhere, and reports when it is one here.
   */
  #shareAttention(): void {
    const { attention } = this.experiment;
    this.follow(attention.pointed, (name) => {
      this.#lit?.classList.remove("is-lit");
      this.#lit = this.#controlOf(name);
      this.#lit?.classList.add("is-lit");
    });
    this.follow(attention.chosen, (name) => {
      const control = this.#controlOf(name);
      control?.scrollIntoView({ block: "nearest" });
      control?.querySelector("input")?.focus({ preventScroll: true });
    });
    this.listen(this.#list, ["pointerover", "focusin"], ({ target }) => {
      const control = (target as HTMLElement).closest<HTMLElement>("[data-symbol]");
      attention.pointed.emit(control?.dataset["symbol"] ?? null);
    });
    this.listen(this.#list, ["pointerleave", "focusout"], () => attention.pointed.emit(null));
  }

  #controlOf(name: string | null): HTMLElement | undefined {
    return [...this.#list.querySelectorAll<HTMLElement>("[data-symbol]")].find(
      ({ dataset }) => dataset["symbol"] === name,
    );
  }

  /** Shows the same values in other units; the focus stays at the unit of its knob. */
  #showUnits(): void {
    const root = this.#list.getRootNode();
    const active =
      root instanceof ShadowRoot || root instanceof Document ? root.activeElement : null;
    const name = active?.closest<HTMLElement>("[data-symbol]")?.dataset["symbol"] ?? null;
    this.#refill();
    if (this.#list.contains(active) || name === null) return;
    this.#controlOf(name)?.querySelector<HTMLElement>(".unit-picker")?.focus();
  }

  #refill(): void {
    if (this.experiment.description) this.#fill(this.experiment.description);
  }

  #fill({ parameters: all }: Description): void {
    const { shown, given } = this.#knobs;
    const list = this.#list;
    const { hide } = this.#limits;
    const parameters = chosen(all, shown).filter(({ name }) => !names(hide, name));
    const hidden = chosen(all, shown).length - parameters.length;
    list.replaceChildren();
    for (const owner of new Set(parameters.map(({ name }) => parseSymbol(name).owner))) {
      if (owner) list.append(h("h3", {}, owner));
      this.#addGroup(parameters.filter(({ name }) => parseSymbol(name).owner === owner));
    }
    if (parameters.length < (shown?.length ?? all.length) - hidden)
      list.append(h("p", { class: "empty" }, words.someShown(parameters.length, all.length)));
    else if (parameters.length === 0 && hidden === 0)
      list.append(h("p", { class: "empty" }, words.noParameters));
    this.#reset.textContent = Object.keys(given).length > 0 ? words.givenValues : words.ownValues;
    this.#reset.hidden = isSame(this.experiment.settings.set, given);
  }

  /** The parameters of one component. */
  #addGroup(parameters: readonly Parameter[]): void {
    const { experiment } = this;
    const set = (name: string, value: number): void => {
      this.#reset.hidden = false;
      void experiment.change({ set: { ...experiment.settings.set, [name]: value } });
    };
    for (const parameter of parameters.filter(({ derived }) => !derived))
      this.#list.append(
        this.#knobs.locked.has(parameter.name) || names(this.#limits.lock, parameter.name)
          ? lockedControl(parameter, experiment)
          : parameterControl(parameter, experiment, set),
      );
    const derived = parameters.filter((parameter) => parameter.derived);
    if (derived.length > 0) this.#list.append(derivedList(derived, experiment));
  }

  #showDerived(): void {
    for (const row of this.#list.querySelectorAll<HTMLElement>(".derived > div")) {
      const value = this.experiment.derived[row.dataset["symbol"] ?? ""];
      const shown = row.querySelector("dd");
      const { symbol = "", unit = "" } = row.dataset;
      if (value !== undefined && shown)
        setText(shown, derivedText(value, this.experiment.units.of(symbol, unit)));
    }
  }
}

/** Whether a list of names has this one. */
const names = (list: readonly string[], name: string): boolean =>
  list.includes("*") || list.includes(name);

function chosen(all: readonly Parameter[], shown: readonly string[] | null): readonly Parameter[] {
  if (!shown) return all.slice(0, most);
  return shown.flatMap((name) => all.filter((parameter) => parameter.name === name));
}

function isSame(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}

const derivedText = (value: number, { unit, factor }: ShownUnit): string =>
  `= ${formatNumber(value / factor)} ${formatUnit(unit)}`;

function derivedList(
  parameters: readonly Parameter[],
  { derived, units }: Experiment,
): HTMLElement {
  return h(
    "dl",
    { class: "derived" },
    ...parameters.map(({ name, label, value, unit }) =>
      h(
        "div",
        { title: label, "data-symbol": name, "data-unit": unit },
        h("dt", {}, symbolNode(name)),
        h("dd", {}, derivedText(derived[name] ?? value, units.of(name, unit))),
      ),
    ),
  );
}
