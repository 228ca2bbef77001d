import { Component } from "../../base/component";
import { button, freshId, h } from "../../base/dom";
import { say } from "../../words/drawing";
import { toolIcon } from "../tool-icons";
import { choiceRow, fieldRow, type FieldPlace } from "../field-row";
import { renamePort } from "../parts/force";
import { isName, isTaken, renameComponent } from "../names";
import { movesAsOne } from "./copies";
import { partNamed, partsOf, type SpacePart } from "./drawing";
import { choicesOf, fieldsOf } from "./fields";
import type { SpacePencil } from "./pencil";
import { duplicateSelected, hideSelected, lockSelected, removeSelected } from "./selection";

/** The selected part: its name, its numbers and where it starts; the list of all where nothing is selected. */
export class SpacePanel extends Component {
  readonly element = h("section", { class: "board-inspector" });
  readonly #fault = h("p", { class: "inspector-fault", role: "alert" });
  #shown = "";

  constructor(readonly pencil: SpacePencil) {
    super();
    this.follow(pencil.session.changed, () => this.#show());
    this.follow(pencil.changed, () => this.#show());
    this.#show();
  }

  #show(): void {
    const { session, mode } = this.pencil;
    const { drawing, selected, selectedNames, model } = session;
    const part = partNamed(drawing, selected);
    const texts = ["components", "inputs", "ports"].map((group) => model?.at(group, selected));
    const { hidden, locked } = session.aside;
    const isAside = [[...hidden], selectedNames.map((name) => locked.has(name))];
    const key = JSON.stringify([drawing, selectedNames, mode, texts, model?.at("inputs"), isAside]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#fault.textContent = "";
    this.element.classList.toggle("has-part", selected !== "");
    if (!model || selected === "") return this.element.replaceChildren(this.#list());
    if (selectedNames.length > 1) return this.element.replaceChildren(this.#several());
    const place: FieldPlace = {
      fault: this.#fault,
      edit: (action) => session.edit((edited) => action(edited)),
    };
    this.element.replaceChildren(
      this.#head(selected, kindName(part)),
      this.#modes(),
      h(
        "div",
        { class: "inspector-fields" },
        ...(part ? choicesOf(model, drawing, part) : []).map(({ id, ...choice }) =>
          choiceRow(choice, place.edit, id),
        ),
        ...fieldsOf(model, drawing, selected).map((field) => fieldRow(field, place)),
      ),
      this.#asideButtons(),
      this.#fault,
    );
  }

  /** What can be done with several parts. */
  #several(): HTMLElement {
    const { pencil } = this;
    const { length } = pencil.session.selectedNames;
    return h(
      "div",
      {},
      h("div", { class: "inspector-head" }, h("h2", {}, say.several(length)), ...this.#tools(true)),
      this.#modes(),
      this.#asideButtons(),
    );
  }

  /** Locks and hides what is selected. */
  #asideButtons(): HTMLElement {
    const { pencil } = this;
    const { selectedNames, aside } = pencil.session;
    const isLocked = selectedNames.every((name) => aside.locked.has(name));
    const attributes = { class: "secondary small", "aria-pressed": String(isLocked) };
    return h(
      "div",
      { class: "arrange", role: "group", "aria-label": say.arrange },
      button(attributes, [say.lock], () => lockSelected(pencil)),
      button({ class: "secondary small" }, [say.hide], () => hideSelected(pencil)),
    );
  }

  #tools(isCopied: boolean): readonly (HTMLElement | string)[] {
    const { pencil } = this;
    const tool = (label: string, icon: "copy" | "trash", act: () => void): HTMLElement =>
      button({ class: "quiet square", "aria-label": label, title: label }, [toolIcon(icon)], act);
    return [
      isCopied ? tool(say.duplicate, "copy", () => duplicateSelected(pencil)) : "",
      tool(say.remove, "trash", () => removeSelected(pencil)),
    ];
  }

  #head(name: string, kind: string): HTMLElement {
    const id = freshId("part");
    const input = h("input", { id, type: "text", value: name, spellcheck: "false" });
    const isBody = this.pencil.session.drawing.bodies.some((body) => body.name === name);
    input.addEventListener("change", () => this.#rename(name, input.value.trim()));
    return h(
      "div",
      { class: "inspector-head" },
      h("h2", {}, kind),
      h("label", { for: id, class: "visually-hidden" }, say.name),
      input,
      ...this.#tools(isBody),
    );
  }

  #rename(name: string, to: string): void {
    const { session } = this.pencil;
    const isBad = !isName(to) || !session.model || isTaken(session.model, to);
    this.#fault.textContent = isBad && to !== name ? say.nameTaken : "";
    if (!isBad)
      session.edit((model) => {
        if (model.at("ports", name) === undefined) renameComponent(model, name, to);
        else renamePort(model, name, to);
        return to;
      });
  }

  /** What the handles do, where there are any. */
  #modes(): HTMLElement | string {
    const { pencil } = this;
    const { drawing, selected, selectedNames } = pencil.session;
    const isBody = drawing.bodies.some(({ name }) => name === selected);
    if (!isBody || !movesAsOne(drawing, selectedNames)) return "";
    const mode = (each: "translate" | "rotate"): HTMLElement =>
      button(
        { class: "secondary small", "aria-pressed": String(pencil.mode === each) },
        [say.space.handles[each]],
        () => {
          pencil.mode = each;
          pencil.changed.emit(pencil);
        },
      );
    return h("div", { class: "arrange" }, mode("translate"), mode("rotate"));
  }

  #list(): HTMLElement {
    const { session } = this.pencil;
    const { drawing, aside } = session;
    const entry = (name: string, kind: string): HTMLElement => {
      const part = say.part(kind, name);
      const label = aside.hidden.has(name) ? say.isHidden(part) : part;
      return h(
        "li",
        {},
        button({ class: "quiet small" }, [label], () => session.select(name)),
      );
    };
    const entries = [
      ...partsOf(drawing).map((part) => entry(part.name, kindName(part))),
      ...drawing.others.map((name) => entry(name, say.otherPart)),
    ];
    return h(
      "div",
      { class: "inspector-parts" },
      h("h2", {}, say.parts),
      entries.length > 0 ? h("ul", {}, ...entries) : h("p", {}, say.noParts),
    );
  }
}

export function kindName(part: SpacePart | undefined): string {
  if (!part) return say.otherPart;
  if ("size" in part) return say.space.body[part.kind];
  if ("drive" in part) return say.space.joint[part.kind];
  return say.space.part[part.kind];
}
