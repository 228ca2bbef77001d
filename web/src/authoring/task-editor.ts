import { Component } from "../base/component";
import { h } from "../base/dom";
import type { Lab } from "../element/lab";
import type { Lesson } from "../prose/lesson";
import "../styles/authoring.css";
import { say } from "../words/authoring";
import { words } from "../words/words";
import { Draft } from "./draft";
import { PageEdits } from "./page-edits";
import { Preview } from "./preview";
import { columnsOf, firstAnswer } from "./question-form";
import { takeSettings } from "./situation";
import { taskForm } from "./task-form";
import { TaskList } from "./task-list";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

const groupOf = (control: Control): string | null | undefined =>
  control.closest("[role=group]")?.getAttribute("aria-label");

export { loadAuthoringWords } from "../words/authoring";

/** The form in which a teacher writes the tasks of a page, with a preview of the present one. */
export class TaskEditor extends Component {
  readonly element = h("div", {});
  readonly #edits: PageEdits;
  readonly #list: TaskList;
  readonly #form = h("div", { class: "task-form" });
  readonly #preview: Preview;
  readonly #source = h("textarea", { rows: 14, spellcheck: "false", "aria-label": say.markdown });
  /** The columns that the lists of the form offer. */
  #columns = "";

  constructor(
    readonly lab: Lab,
    lesson: Lesson,
    /** Shows the task with this number as students see it. */
    tryOut: (number: number) => void,
  ) {
    super();
    const edits = new PageEdits(lesson);
    this.#edits = edits;
    this.#preview = this.own(new Preview(lab));
    this.#list = this.own(new TaskList(edits, { add: () => this.#add(), tryOut }));
    this.#source.addEventListener("change", () => edits.replace(this.#source.value));
    const source = h(
      "details",
      { class: "task-source" },
      h("summary", {}, say.markdown),
      h("p", { class: "field-note" }, say.markdownNote),
      this.#source,
    );
    const parts = [this.#list.element, this.#form, this.#preview.element, source];
    this.element.append(h("p", { class: "field-note" }, say.intro), ...parts);
    this.follow(edits.changed, (isOther) => this.#show(isOther));
    this.follow(lab.experiment.described, () => this.#show(true));
    this.follow(lab.experiment.started, () => {
      if (this.#columns !== this.#columnsNow) this.#show(true);
    });
    this.atEnd(() => edits.end());
    this.#show(true);
  }

  get #columnsNow(): string {
    return columnsOf(this.lab.experiment).join();
  }

  #show(isOther: boolean): void {
    const { steps, current, lesson } = this.#edits;
    if (isOther) {
      this.#columns = this.#columnsNow;
      const focused = this.#controls.find((one) => one === document.activeElement);
      const place = focused ? this.#controlsLike(focused).indexOf(focused) : -1;
      this.#form.replaceChildren(...taskForm(this.#edits, this.lab.experiment));
      // The form was made anew around the control that has the focus.
      if (focused) this.#controlsLike(focused)[place]?.focus({ preventScroll: true });
    }
    if (document.activeElement !== this.#source) this.#source.value = lesson.text;
    this.#preview.show(steps[current]?.block ?? null, current + 1);
  }

  get #controls(): readonly Control[] {
    return [...this.#form.querySelectorAll<Control>("input, select, textarea, button")];
  }

  /** The controls of the same type in groups of the same name: others may come and go before them. */
  #controlsLike(control: Control): readonly Control[] {
    return this.#controls.filter(
      (one) => one.type === control.type && groupOf(one) === groupOf(control),
    );
  }

  /** A new task begins with what the author has set beside the figure. */
  #add(): void {
    const { experiment } = this.lab;
    const draft = new Draft("");
    takeSettings(draft, experiment);
    draft.set("ask", say.firstQuestion);
    draft.set("number", firstAnswer("number", experiment));
    this.#edits.add(draft.block, words.tasks);
    this.#form.querySelector("textarea")?.select();
    this.#list.tell(say.added(this.#edits.current + 1));
  }
}
