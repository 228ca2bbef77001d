import { Marked } from "marked";
import { mathmlPieces } from "../../../bindings/js/mathml";
import { mathExtensions } from "../models/math";
import { Component } from "../base/component";
import { button, h, setText } from "../base/dom";
import { Emitter } from "../base/emitter";
import { icon } from "../parts/icons";
import { connectProse } from "./connect-prose";
import type { ProseTarget } from "./prose-target";
import { readTask, type Task } from "./read-task";
import { escapeText, taskRenderer } from "./task-place";
import { tasksOf } from "./tasks-of";
import { words } from "../words/words";

/** Formulas of tasks are MathML, which browsers typeset themselves, so that no library is loaded. */
const marked = new Marked({
  extensions: mathExtensions((tex, isDisplay) => {
    const display = isDisplay ? ' display="block"' : "";
    return mathmlPieces(tex)
      .map((piece) => `<math${display}>${piece}</math>`)
      .join("");
  }),
  // Another author may have written the page, so its HTML and its script addresses are removed.
  renderer: { ...taskRenderer, html: ({ text }) => escapeText(text) },
});

/** Between a task and the edges of the box, px. */
const margin = 4;

/** A task with the words before it. */
const stepOf = (task: HTMLElement): HTMLElement => task.closest<HTMLElement>("li") ?? task;

/**
 * The tasks of a model's page beside its figure. They scroll in a box of their own, so that figure
 * and knobs stay in view; two buttons lead from task to task.
 */
export class TasksPanel extends Component {
  readonly element: HTMLElement;
  /** The present task has changed; null: there is none, or it is faulty. */
  readonly shown = new Emitter<Task | null>();
  readonly #article = h("div", { class: "prose" });
  readonly #number = h("h2", { "aria-live": "polite" });
  readonly #before = this.#step("left", words.taskBefore, -1);
  readonly #next = this.#step("right", words.taskNext, 1);
  #current = 0;
  /** Where the box was last scrolled to by itself, px. */
  #placed = 0;
  #read: readonly (Task | null)[] = [];

  constructor(readonly target: ProseTarget) {
    super();
    const attributes = { class: "panel tasks", part: "tasks", "aria-label": words.tasks };
    const head = h("div", { class: "tasks-head" }, this.#number, this.#before, this.#next);
    this.element = h("section", { ...attributes, tabindex: 0, hidden: true }, head, this.#article);
    this.element.addEventListener("scroll", () => this.#follow());
    // The height of a task changes with its width, its reply and its hints.
    const sizes = new ResizeObserver(() => this.#fit());
    sizes.observe(this.#article);
    this.atEnd(() => sizes.disconnect());
  }

  /** Shows the tasks of this page, Markdown. */
  setPage(markdown: string): void {
    const article = this.#article;
    const tasks = tasksOf(markdown);
    this.element.hidden = tasks === "";
    article.innerHTML = marked.parse(tasks, { async: false });
    for (const link of article.querySelectorAll("a"))
      if (!/^(https?:|part:|symbol:)/.test(link.getAttribute("href") ?? ""))
        link.replaceWith(...link.childNodes);
    for (const heading of article.querySelectorAll("h1, h2, h4, h5, h6"))
      heading.replaceWith(h("h3", {}, ...heading.childNodes));
    this.#read = [...article.querySelectorAll("[data-task]")].map((place) => {
      const task = readTask(place.textContent ?? "");
      return "fault" in task ? null : task;
    });
    connectProse(article, this.target);
    this.#show(0);
  }

  /** The present task, and its number on the page from 1. */
  get current(): { readonly task: Task | null; readonly number: number } {
    return { task: this.#read[this.#current] ?? null, number: this.#current + 1 };
  }

  /** Scrolls to a task, counted from 0; the figure stays where it is. */
  show(index: number): void {
    const task = this.#tasks[index];
    if (!task) return;
    const box = this.element;
    // The words before a task are shown with it if there is room for both.
    const step = stepOf(task);
    const shown = step.offsetHeight <= this.#room ? step : task;
    const { top, bottom } = shown.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    const isTold = task.querySelector(".task-verdict:not(:empty)") !== null;
    // If the task is too high, the box shows its reply, or its question if there is no reply.
    box.scrollTop +=
      isTold && bottom - top > this.#room
        ? bottom - frame.bottom + margin
        : top - frame.top - this.#headHeight - margin;
    this.#placed = box.scrollTop;
    this.#show(index);
  }

  get #headHeight(): number {
    return this.element.querySelector<HTMLElement>(".tasks-head")?.offsetHeight ?? 0;
  }

  /** The height that is left for a task, px. */
  get #room(): number {
    return this.element.clientHeight - this.#headHeight - 2 * margin;
  }

  /** Tells the desk the heights that the tasks need, and keeps the present one in view. */
  #fit(): void {
    const tasks = this.#tasks;
    const { style } = this.target.element;
    if (this.element.clientHeight === 0) return; // it is not shown
    const around = this.element.offsetHeight - this.#room;
    const need = (name: string, parts: readonly HTMLElement[]): void => {
      const height = Math.max(...parts.map(({ offsetHeight }) => offsetHeight));
      style.setProperty(name, `${height + around}px`);
    };
    need("--task-need", tasks);
    need("--step-need", tasks.map(stepOf));
    const task = tasks[this.#current];
    if (!task || !this.element.closest(".has-desk")) return;
    const { top, bottom } = task.getBoundingClientRect();
    const frame = this.element.getBoundingClientRect();
    const isCut = top < frame.top + this.#headHeight || bottom > frame.bottom;
    // If the reader has not scrolled, there may be room for the words before the task now.
    const isPlaced = Math.abs(this.element.scrollTop - this.#placed) < 2;
    if (isCut || isPlaced) this.show(this.#current);
  }

  get #tasks(): readonly HTMLElement[] {
    return [...this.#article.querySelectorAll<HTMLElement>(".task")];
  }

  /** The first task that is not scrolled out of the box is the present one. */
  #follow(): void {
    const tasks = this.#tasks;
    const box = this.element;
    const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 2;
    // The last tasks cannot be scrolled to the top.
    if (isAtEnd && this.#current >= tasks.length - 2) return;
    const line = box.getBoundingClientRect().top + 60;
    const found = tasks.findIndex((task) => task.getBoundingClientRect().bottom > line);
    if (found >= 0) this.#show(found);
  }

  #show(index: number): void {
    const count = this.#tasks.length;
    this.#current = index;
    setText(this.#number, words.taskOf(index + 1, count));
    this.#before.disabled = index === 0;
    this.#next.disabled = index >= count - 1;
    for (const one of [this.#before, this.#next]) one.hidden = count < 2;
    this.shown.emit(this.current.task);
  }

  #step(picture: "left" | "right", label: string, by: number): HTMLButtonElement {
    const attributes = { class: "quiet square", "aria-label": label, title: label };
    return button(attributes, [icon(picture)], () => this.show(this.#current + by));
  }
}
