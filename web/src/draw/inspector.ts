import { Component } from "../base/component";
import { button, freshId, h } from "../base/dom";
import { say } from "../words/drawing";
import { arrangeButtons, severalPanel } from "./arrange-panel";
import { removeThing } from "./change";
import { duplicateSelected, removeSelected } from "./commands";
import type { Choice, Field } from "./field";
import { choiceRow, fieldRow, type FieldPlace } from "./field-row";
import { groupPanel } from "./group-panel";
import { choiceOf, fieldsOf, fieldsOfOther } from "./fields";
import { isName, isTaken, renameComponent } from "./names";
import { nameOf } from "./describe";
import { KinematicsPanel } from "./kinematics-panel";
import { PhotoPanel } from "./photo-panel";
import type { Pencil } from "./pencil";
import { isFree } from "./copies";
import { partOf } from "./parts/table";
import type { DrawSession } from "./session";
import { toolIcon } from "./tool-icons";
import type { Thing } from "./things";
import { WorkspacePanel } from "./workspace-panel";

/** The selected thing: its name, its numbers and its start; the list of all parts where nothing is selected. */
export class Inspector extends Component {
  readonly element = h("section", { class: "board-inspector" });
  readonly #fault = h("p", { class: "inspector-fault", role: "alert" });
  readonly #kinematics: KinematicsPanel;
  readonly #workspace: WorkspacePanel;
  readonly photo: PhotoPanel;
  #shown = "";

  constructor(
    readonly session: DrawSession,
    readonly pencil: Pencil,
    readonly place: { grid(): number; onPicture(file: File): void },
  ) {
    super();
    this.#kinematics = this.own(new KinematicsPanel(session, pencil));
    this.#workspace = this.own(new WorkspacePanel(session, pencil));
    this.photo = this.own(new PhotoPanel(session.aside.photo, pencil, place.onPicture));
    this.follow(session.changed, () => this.#update());
    this.#update();
  }

  /** Shows the present selection, unless it is the same as before. */
  #update(): void {
    const { session } = this;
    const thing = session.selected;
    const { model, drawing, selectedName } = session;
    const isOther = drawing.others.includes(selectedName);
    const other = isOther && model ? fieldsOfOther(model, selectedName) : [];
    const fields = thing && model ? fieldsOf(model, thing) : other;
    const values = fields.map(({ value, isKnob }) => [value, isKnob]);
    const parts = [session.drawing.things.map(({ name }) => name), session.drawing.others];
    const choice = thing && session.model ? choiceOf(session.model, session.drawing, thing) : null;
    const kind = [thing?.kind, choice?.chosen, choice?.options];
    const { hidden, locked } = session.aside;
    const { selectedNames } = session;
    const content = thing?.kind === "group" ? thing.things.map(({ name }) => name) : [];
    const set = [
      session.inside,
      content,
      selectedNames,
      [...hidden],
      selectedNames.map((name) => locked.has(name)),
    ];
    const key = JSON.stringify([set, kind, values, thing ? [] : parts]);
    if (key === this.#shown) return;
    this.#shown = key;
    const focused = this.#focused();
    this.#fault.textContent = "";
    this.element.classList.toggle("has-part", thing !== undefined || selectedNames.length > 1);
    if (thing)
      this.element.replaceChildren(
        this.#head(thing),
        thing.kind === "group" ? groupPanel(this.pencil, thing) : "",
        this.#fields(fields, choice),
        this.#kinematics.element,
        this.#workspace.element,
        h(
          "details",
          { class: "inspector-arrange" },
          h("summary", {}, say.arrange),
          arrangeButtons(this.pencil),
        ),
        this.#fault,
      );
    else if (selectedNames.length > 1)
      this.element.replaceChildren(severalPanel(this.pencil, this.place.grid));
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
      // An input is named by its port, and a start by its state.
      readonly: thing.name.includes("."),
    });
    input.addEventListener("change", () => this.#rename(thing, input));
    const isCopied = isFree(thing) && thing.kind !== "net";
    const { pencil } = this;
    const tool = (label: string, icon: "copy" | "trash", act: () => void): HTMLElement =>
      button({ class: "quiet square", "aria-label": label, title: label }, [toolIcon(icon)], act);
    return h(
      "div",
      { class: "inspector-head" },
      h("h2", {}, say.kind[thing.kind]),
      h("label", { for: id, class: "visually-hidden" }, say.name),
      input,
      isCopied
        ? tool(say.duplicate, "copy", () => duplicateSelected(pencil, this.place.grid()))
        : "",
      tool(say.remove, "trash", () => removeSelected(pencil)),
    );
  }

  #fields(fields: readonly Field[], choice: Choice | null): HTMLElement {
    const rows = (group: Field["group"]): readonly HTMLElement[] =>
      fields.filter((field) => field.group === group).map((field) => fieldRow(field, this.#place));
    const more = rows("more");
    const start = rows("start");
    return h(
      "div",
      { class: "inspector-fields" },
      choice ? choiceRow(choice, this.#place.edit) : "",
      ...rows("main"),
      ...(start.length > 0 ? [h("h3", {}, say.start), ...start] : []),
      more.length > 0 ? h("details", {}, h("summary", {}, say.more), ...more) : "",
    );
  }

  get #place(): FieldPlace {
    return { fault: this.#fault, edit: (action) => void this.session.edit(action) };
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
      const { rename } = partOf(thing);
      if (rename) rename(edited, thing, name);
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
      ...things.map((thing) => {
        const isHidden = session.aside.hidden.has(thing.name);
        return entry(thing.name, isHidden ? say.isHidden(nameOf(thing)) : nameOf(thing));
      }),
      ...others.map((name) => entry(name, say.part(say.otherPart, name))),
    ];
    const isOther = others.includes(selected);
    return h(
      "div",
      { class: "inspector-parts" },
      h("h2", {}, isOther ? say.part(say.otherPart, selected) : say.parts),
      isOther ? h("p", {}, say.inText) : "",
      isOther && session.model ? this.#fields(fieldsOfOther(session.model, selected), null) : "",
      isOther ? this.#fault : "",
      isOther
        ? button({ class: "secondary" }, [say.remove], () => this.#removeOther(selected))
        : "",
      entries.length > 0 ? h("ul", {}, ...entries) : h("p", {}, say.noParts),
      this.photo.element,
    );
  }

  #removeOther(name: string): void {
    this.session.edit((model, drawing) => {
      removeThing(model, drawing, name);
      return "";
    });
  }
}
