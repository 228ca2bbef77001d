import { Emitter } from "../base/emitter";
import type { Lesson } from "../prose/lesson";
import { TaskPage, type Step } from "./task-page";

/** Typing changes the page after this pause, ms. */
const pause = 300;
/** Steps that can be undone. */
const most = 100;

/** The edits of a page with tasks, and the task that is being edited. */
export class PageEdits {
  /** The page has changed; true: the form has to show something else now. */
  readonly changed = new Emitter<boolean>();
  #page: TaskPage;
  #current = 0;
  readonly #past: string[] = [];
  #timer = 0;
  /** Task and field of the last edit: typing in one field is one step. */
  #last = "";

  constructor(readonly lesson: Lesson) {
    this.#page = TaskPage.read(lesson.text);
  }

  get steps(): readonly Step[] {
    return this.#page.places;
  }

  get current(): number {
    return this.#current;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  open(index: number): void {
    this.#current = index;
    this.changed.emit(true);
  }

  add(block: string, heading: string): void {
    const count = this.steps.length;
    this.#take(this.#page.add(block, heading), count);
  }

  remove(): void {
    this.#take(this.#page.remove(this.#current), this.#current);
  }

  /** Exchanges the present task with the one before (-1) or behind it (1). */
  move(by: 1 | -1): void {
    const at = this.#current;
    this.#take(this.#page.swap(by < 0 ? at - 1 : at), at + by);
  }

  /** Replaces the whole page. */
  replace(markdown: string): void {
    this.#take(TaskPage.read(markdown), this.#current);
  }

  /** Changes the present task by typing, or by a choice that changes the form (`isOther`). */
  change(step: Partial<Step>, isOther: boolean): void {
    const page = this.#page.change(this.#current, step);
    if (isOther) return this.#take(page, this.#current);
    const field = `${this.#current} ${Object.keys(step).join()}`;
    if (field !== this.#last) this.#remember();
    this.#last = field;
    this.#page = page;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#publish(false), pause);
  }

  undo(): void {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#page = TaskPage.read(before);
    this.#last = "";
    this.#settle(this.#current);
  }

  /** Writes what was typed last. */
  end(): void {
    window.clearTimeout(this.#timer);
    this.lesson.text = this.#page.write();
  }

  #take(page: TaskPage, current: number): void {
    this.#remember();
    this.#last = "";
    this.#page = page;
    this.#settle(current);
  }

  #settle(current: number): void {
    this.#current = Math.min(current, Math.max(0, this.steps.length - 1));
    window.clearTimeout(this.#timer);
    this.#publish(true);
  }

  #remember(): void {
    this.#past.push(this.#past.length === 0 ? this.lesson.text : this.#page.write());
    if (this.#past.length > most) this.#past.shift();
  }

  #publish(isOther: boolean): void {
    this.lesson.text = this.#page.write();
    this.changed.emit(isOther);
  }
}
