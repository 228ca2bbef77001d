import { Component } from "../base/component";
import { button, h, setText } from "../base/dom";
import { say } from "../words/authoring";
import { words } from "../words/words";
import type { PageEdits } from "./page-edits";

interface Acts {
  readonly add: () => void;
  /** Shows the task with this number as students see it. */
  readonly tryOut: (number: number) => void;
}

/** The tasks of the page as buttons, and what can be done with the present one. */
export class TaskList extends Component {
  readonly element = h("div", {
    ...{ class: "task-tabs", role: "group", "aria-label": words.tasks },
  });
  readonly #buttons = h("span", { class: "task-tools" });
  readonly #said = h("span", { role: "status", class: "field-note" });

  constructor(
    readonly edits: PageEdits,
    readonly acts: Acts,
  ) {
    super();
    this.element.append(this.#buttons, this.#said);
    this.follow(edits.changed, () => this.#fill());
    this.#fill();
  }

  /** Tells what was done. */
  tell(sentence: string): void {
    setText(this.#said, sentence);
  }

  #fill(): void {
    const { edits, acts } = this;
    const { current } = edits;
    const count = edits.steps.length;
    const focused = document.activeElement?.getAttribute("data-act");
    const act = (
      name: string,
      attributes: Readonly<Record<string, string | boolean>>,
      text: string,
      does: () => void,
    ): HTMLElement =>
      button({ class: "quiet small", "data-act": name, ...attributes }, [text], does);
    const tool = (name: string, sign: string, label: string, isOff: boolean, does: () => void) =>
      act(
        name,
        { class: "quiet square", "aria-label": label, title: label, disabled: isOff },
        sign,
        does,
      );
    const move = (by: 1 | -1): void => {
      edits.move(by);
      this.tell(say.movedTo(edits.current + 1));
    };
    const tools = [
      tool("up", "↑", say.earlier, current === 0, () => move(-1)),
      tool("down", "↓", say.later, current >= count - 1, () => move(1)),
      tool("remove", "×", say.removeTask, false, () => edits.remove()),
    ];
    const tryOut = act("try", { class: "secondary small" }, say.asStudents, () =>
      acts.tryOut(current + 1),
    );
    const undo = act("undo", { disabled: !edits.canUndo }, words.undo, () => {
      edits.undo();
      this.tell(say.undone);
    });
    this.#buttons.replaceChildren(
      ...edits.steps.map((_, index) =>
        act(
          `task ${index}`,
          { class: "secondary small", "aria-pressed": String(index === current) },
          words.taskNumber(index + 1),
          () => edits.open(index),
        ),
      ),
      act("add", { class: "primary small" }, say.addTask, acts.add),
      ...(count > 0 ? tools : []),
      ...(count > 0 || edits.canUndo ? [undo] : []),
      ...(count > 0 ? [tryOut] : []),
    );
    if (focused) this.#buttons.querySelector<HTMLElement>(`[data-act="${focused}"]`)?.focus();
  }
}
