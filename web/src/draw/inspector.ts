import { Component } from "../base/component";
import { button, freshId, h } from "../base/dom";
import { say } from "../words/drawing";
import { isConstant, removeThing } from "./change";
import { fieldsOf, type Field } from "./fields";
import { isName, isTaken, renameComponent } from "./names";
import { nameOf } from "./describe";
import type { Pencil } from "./pencil";
import { renamePort } from "./rename";
import type { DrawSession } from "./session";
import { toolIcon } from "./tool-icons";
import type { Thing } from "./things";

/** The selected thing: its name, its numbers and its start; the list of all parts where nothing is selected. */
export class Inspector extends Component {
  readonly element = h("section", { class: "board-inspector" });
  readonly #fault = h("p", { class: "inspector-fault", role: "alert" });
  #shown = "";

  constructor(
    readonly session: DrawSession,
    readonly pencil: Pencil,
    readonly grid: () => number,
  ) {
    super();
    this.follow(session.changed, () => this.#update());
    this.#update();
  }

  /** Shows the present selection, unless it is the same as before. */
  #update(): void {
    const { session } = this;
    const thing = session.selected;
    const fields = thing && session.model ? fieldsOf(session.model, thing) : [];
    const values = fields.map(({ value, isKnob }) => [value, isKnob]);
    const parts = [session.drawing.things.map(({ name }) => name), session.drawing.others];
    const key = JSON.stringify([session.selectedName, values, thing ? [] : parts]);
    if (key === this.#shown) return;
    this.#shown = key;
    const focused = this.#focused();
    this.#fault.textContent = "";
    this.element.classList.toggle("has-part", thing !== undefined);
    if (thing) this.element.replaceChildren(this.#head(thing), this.#fields(fields), this.#fault);
    else this.element.replaceChildren(this.#list());
    if (focused) this.element.querySelector<HTMLElement>(`[data-field="${focused}"]`)?.focus();
  }

  #focused(): string {
    const root = this.element.getRootNode() as Document | ShadowRoot;
    const { activeElement } = root;
    return activeElement instanceof HTMLElement && this.element.contains(activeElement)
      ? (activeElement.dataset["field"] ?? "")
      : "";
  }

  #head(thing: Thing): HTMLElement {
    const id = freshId("part");
    const input = h("input", {
      id,
      type: "text",
      value: thing.name,
      "data-field": "name",
      spellcheck: "false",
    });
    input.addEventListener("change", () => this.#rename(thing, input));
    const isBody = ["rod", "mass", "point"].includes(thing.kind);
    const { pencil } = this;
    const tool = (label: string, icon: "copy" | "trash", act: () => void): HTMLElement =>
      button({ class: "quiet square", "aria-label": label, title: label }, [toolIcon(icon)], act);
    return h(
      "div",
      { class: "inspector-head" },
      h("h2", {}, say.kind[thing.kind]),
      h("label", { for: id, class: "visually-hidden" }, say.name),
      input,
      isBody ? tool(say.duplicate, "copy", () => pencil.duplicate(this.grid())) : "",
      tool(say.remove, "trash", () => pencil.remove()),
    );
  }

  #fields(fields: readonly Field[]): HTMLElement {
    const rows = (group: Field["group"]): readonly HTMLElement[] =>
      fields.filter((field) => field.group === group).map((field) => this.#row(field));
    const more = rows("more");
    const start = rows("start");
    return h(
      "div",
      { class: "inspector-fields" },
      ...rows("main"),
      ...(start.length > 0 ? [h("h3", {}, say.start), ...start] : []),
      more.length > 0 ? h("details", {}, h("summary", {}, say.more), ...more) : "",
    );
  }

  #row(field: Field): HTMLElement {
    const id = freshId("field");
    const input = h("input", {
      ...{ id, type: "text", value: field.value, "data-field": field.id, inputmode: "decimal" },
    });
    input.addEventListener("change", () => this.#set(field, input));
    const { change, isKnob } = field;
    const knob = field.toggleKnob
      ? button(
          {
            class: "quiet small knob",
            "aria-pressed": String(isKnob),
            title: say.knobTitle,
            "aria-label": `${say.knob}: ${field.label}`,
          },
          [say.knob],
          () => this.session.edit((model) => field.toggleKnob?.(model)),
        )
      : "";
    const choice = change ? this.#choice(field) : "";
    return h(
      "div",
      { class: "inspector-row" },
      h("label", { for: id }, field.label),
      choice,
      h("span", { class: "inspector-value" }, input, h("span", { class: "unit" }, field.unit)),
      knob,
    );
  }

  /** What a motor drives with. */
  #choice({ change, choices = [], chosen }: Field): HTMLElement {
    const select = h(
      "select",
      { "aria-label": say.drives },
      ...choices.map((value) =>
        h("option", { value, selected: value === chosen }, say.inputs[value]),
      ),
    );
    select.addEventListener("change", () => {
      const value = choices.find((each) => each === select.value);
      if (value) this.session.edit((model) => change?.(model, value));
    });
    return select;
  }

  #set(field: Field, input: HTMLInputElement): void {
    const text = input.value.trim().replace(/^(-?\d*),(\d+)$/, "$1.$2");
    const number = Number(text);
    const value = text !== "" && Number.isFinite(number) ? number : text;
    const isBad = text === "" || (field.isNumber && !isConstant(value));
    input.setAttribute("aria-invalid", String(isBad));
    this.#fault.textContent = isBad ? say.noNumber : "";
    if (!isBad) this.session.edit((model) => field.set(model, value));
  }

  #rename(thing: Thing, input: HTMLInputElement): void {
    const { session } = this;
    const name = input.value.trim();
    const { model } = session;
    const isBad = name !== thing.name && (!model || !isName(name) || isTaken(model, name));
    input.setAttribute("aria-invalid", String(isBad));
    this.#fault.textContent = isBad ? say.nameTaken : "";
    if (isBad || name === thing.name) return;
    session.edit((edited) => {
      if (thing.kind === "pen" || thing.kind === "force") renamePort(edited, thing, name);
      else renameComponent(edited, thing.name, name);
      return name;
    });
  }

  /** All parts, to select them without a pointer; those without a drawing as well. */
  #list(): HTMLElement {
    const { session } = this;
    const { things, others } = session.drawing;
    const selected = session.selectedName;
    const entry = (name: string, label: string): HTMLElement =>
      h(
        "li",
        {},
        button({ class: "quiet small", "aria-pressed": String(name === selected) }, [label], () =>
          session.select(name),
        ),
      );
    const entries = [
      ...things.map((thing) => entry(thing.name, nameOf(thing))),
      ...others.map((name) => entry(name, say.part(say.otherPart, name))),
    ];
    const isOther = others.includes(selected);
    return h(
      "div",
      { class: "inspector-parts" },
      h("h2", {}, isOther ? say.part(say.otherPart, selected) : say.parts),
      isOther ? h("p", {}, say.inText) : "",
      isOther
        ? button({ class: "secondary" }, [say.remove], () => this.#removeOther(selected))
        : "",
      entries.length > 0 ? h("ul", {}, ...entries) : h("p", {}, say.noParts),
    );
  }

  #removeOther(name: string): void {
    this.session.edit((model, drawing) => {
      removeThing(model, drawing, name);
      return "";
    });
  }
}
