import { Component } from "../base/component";
import { button, freshId, h, setText } from "../base/dom";
import type { Lab } from "../element/lab";
import { formatNumber, formatUnit } from "../plots/format";
import { Marks } from "../prose/marks";
import { drawNumbers } from "../prose/own-numbers";
import { readTask, type Task } from "../prose/read-task";
import { rightAnswer } from "../prose/right-answer";
import { makeTaskBox } from "../prose/task-box";
import { noSettings } from "../study/settings";
import { say } from "../words/authoring";

/** The present task as a student has it, to be tried, and its right answer. */
export class Preview extends Component {
  readonly element: HTMLElement;
  readonly #box = h("div", { class: "preview-box" });
  readonly #solution = h("p", { class: "field-note", role: "status" });
  readonly #seed = h("input", {
    id: freshId("seed"),
    type: "text",
    autocomplete: "off",
    value: "A",
  });
  readonly #seedRow: HTMLElement;
  /** Ends what the shown task does. */
  readonly #ends: (() => void)[] = [];
  #block: string | null = null;
  #number = 1;
  #latest = 0;

  constructor(readonly lab: Lab) {
    super();
    const other = button({ class: "quiet small" }, [say.otherStudent], () => {
      this.#seed.value = String(Math.floor(Math.random() * 10000));
      this.#fill();
    });
    this.#seed.addEventListener("input", () => this.#fill());
    this.#seedRow = h(
      "p",
      { class: "preview-seed" },
      h("label", { for: this.#seed.id }, say.previewSeed),
      this.#seed,
      other,
    );
    this.element = h(
      "section",
      { class: "task-preview", "aria-label": say.preview, hidden: true },
      h("h3", {}, say.preview),
      this.#seedRow,
      this.#box,
      this.#solution,
    );
    this.follow(lab.experiment.described, () => void this.#solve());
    this.atEnd(() => this.#ends.splice(0).forEach((end) => end()));
  }

  /** Shows a task by its block; null: there is none. */
  show(block: string | null, number: number): void {
    if (block === this.#block && number === this.#number) return;
    this.#block = block;
    this.#number = number;
    this.element.hidden = block === null;
    this.#fill();
  }

  #fill(): void {
    const block = this.#block;
    if (block === null) return;
    const { lab } = this;
    const task = readTask(block);
    const marks = new Marks();
    marks.seed = this.#seed.value;
    marks.setTasks(
      Array.from({ length: this.#number }, () =>
        "fault" in task ? { answer: null, points: 0 } : task,
      ),
    );
    const { experiment, clock, comparison, element } = lab;
    const light = (names: readonly string[] | null): void => lab.light(names);
    for (const end of this.#ends.splice(0)) end();
    const endWith = (end: () => void): void => void this.#ends.push(end);
    const target = { experiment, clock, comparison, marks, element, light, endWith };
    this.#seedRow.hidden =
      "fault" in task || (task.own.length === 0 && task.answer?.kind !== "order");
    this.#box.replaceChildren(makeTaskBox(task, this.#number, target));
    void this.#solve();
  }

  /** Computes the right answer as for this student. */
  async #solve(): Promise<void> {
    const own = ++this.#latest;
    const task = readTask(this.#block ?? "");
    const isNumber = !("fault" in task) && task.answer?.kind === "number";
    if (!isNumber || !this.lab.experiment.description) return setText(this.#solution, "");
    setText(this.#solution, say.computing);
    const text = await this.#solutionOf(task);
    if (own === this.#latest) setText(this.#solution, text);
  }

  async #solutionOf({ answer, settings, own }: Task): Promise<string> {
    if (answer?.kind !== "number") return "";
    const drawn = drawNumbers(own, this.#seed.value, this.#number);
    const base = settings ?? noSettings();
    const wanted = { ...base, set: { ...base.set, ...drawn } };
    const right = await rightAnswer(answer, this.lab.experiment, wanted);
    if (typeof right === "string") return say.noSolution(right);
    const unit = formatUnit(answer.unit);
    return say.solution(
      `${formatNumber(right.value, 5)} ± ${formatNumber(right.within, 2)} ${unit}`.trim(),
    );
  }
}
