import { button } from "../base/dom";
import type { PorthosSim } from "../element/define";
import type { Lab } from "../element/lab";
import { parts } from "../element/parts";
import type { Lesson } from "../prose/lesson";
import { words } from "../words/words";

/** The tasks are shown when the reader opens them. */
export const withoutTasks = parts.filter((part) => part !== "tasks").join(" ");

/** Whether figure, question and knobs are in the window. */
const isDeskInView = (lab: HTMLElement): boolean =>
  [...lab.querySelectorAll(".hero, .task-place, .panels")].every((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

/** The button that shows figure, question and knobs on one screen. */
export class TaskDesk {
  readonly element = button(
    { class: "secondary small task-button", "aria-pressed": "false", title: words.tasksTitle },
    [words.tasks],
    () => (this.#isOpen ? this.close() : this.open(1)),
  );

  constructor(
    readonly sim: PorthosSim,
    readonly lab: Lab,
    readonly lesson: Lesson,
    /** The desk needs the whole width. */
    readonly beforeOpen: () => void,
  ) {
    this.follow();
  }

  /** The page has other tasks now. */
  follow(): void {
    this.element.hidden = !this.lesson.hasTasks;
    if (this.element.hidden) this.close();
  }

  /** Shows one of the tasks, counted from 1. */
  open(number: number): void {
    this.beforeOpen();
    this.element.setAttribute("aria-pressed", "true");
    this.#control("all");
    const { parts, element } = this.lab;
    if (!isDeskInView(element)) element.scrollIntoView({ block: "start" });
    parts.showTask(number);
  }

  close(): void {
    this.element.setAttribute("aria-pressed", "false");
    if (this.sim.getAttribute("controls") === "all") this.#control(withoutTasks);
  }

  /** Shows these parts; null: those that the button tells. */
  show(controls: string | null): void {
    this.#control(controls ?? (this.#isOpen ? "all" : withoutTasks));
  }

  get #isOpen(): boolean {
    return this.element.getAttribute("aria-pressed") === "true";
  }

  #control(controls: string): void {
    if (this.sim.getAttribute("controls") !== controls) this.sim.setAttribute("controls", controls);
  }
}
