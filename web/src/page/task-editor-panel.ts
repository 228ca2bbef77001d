import { Component } from "../base/component";
import { h } from "../base/dom";
import type { Lab } from "../element/lab";
import { words } from "../words/words";
import type { Lesson } from "../prose/lesson";

/** The tab with the task editor, which is loaded when it is first shown. */
export class TaskEditorPanel extends Component {
  readonly element = h("div", { class: "task-editor" });
  #isOpening = false;

  constructor(
    readonly lab: Lab,
    readonly lesson: Lesson,
    /** Shows the tasks as students see them. */
    readonly onTry: (number: number) => void,
  ) {
    super();
  }

  open(): void {
    if (this.#isOpening) return;
    this.#isOpening = true;
    void this.#load();
  }

  async #load(): Promise<void> {
    try {
      const { TaskEditor, loadAuthoringWords } = await import("../authoring/task-editor");
      await loadAuthoringWords();
      const editor = this.own(new TaskEditor(this.lab, this.lesson, this.onTry));
      this.element.replaceChildren(editor.element);
    } catch {
      this.#isOpening = false;
      this.element.replaceChildren(h("p", { class: "empty" }, words.pageNotLoaded));
    }
  }
}
