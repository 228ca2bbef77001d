import { Emitter } from "../base/emitter";
import type { SimScore, SimTask, SimTaskRecord } from "../../../bindings/js/element";
import type { Answer, Task } from "./read-task";

/** A reader's answer to a task. */
export interface Given {
  readonly right: boolean;
  /** As the reader gave it: the typed text, the chosen words, or the best value of the run. */
  readonly answer: string;
  /** The number in the unit of the task, the index of the choice, or the best value. */
  readonly value: number;
  /** The values of parameters that the reader has drawn. */
  readonly own?: Readonly<Record<string, number>>;
}

/** A task that is marked: it has a question. */
interface Marked {
  readonly kind: Answer["kind"];
  readonly points: number;
}

/** The answers that a reader has given to the tasks of a page, and their points. */
export class Marks {
  /** A task has been answered. */
  readonly answered = new Emitter<SimTask>();
  /** Answers of an earlier visit were put back; the tasks show them again. */
  readonly restored = new Emitter<void>();
  /** Another name draws other numbers; the tasks are shown anew. */
  readonly reseeded = new Emitter<void>();
  /** The name or number of the reader, from which their own numbers follow. */
  seed = "";
  /** A course system, or the page, has named the reader. */
  isSeedGiven = false;
  #tasks = new Map<number, Marked>();
  #records = new Map<number, SimTaskRecord>();

  /** The tasks of the displayed page, in order; those without a question have no marks. */
  setTasks(tasks: readonly Pick<Task, "answer" | "points">[]): void {
    this.#tasks = new Map(
      tasks.flatMap(({ answer, points }, index): [number, Marked][] =>
        answer ? [[index + 1, { kind: answer.kind, points }]] : [],
      ),
    );
  }

  recordOf(task: number): SimTaskRecord | undefined {
    return this.#records.get(task);
  }

  /** Begins anew with the numbers of this reader. */
  setSeed(seed: string): void {
    if (seed === this.seed) return;
    this.seed = seed;
    this.#records.clear();
    this.reseeded.emit();
  }

  /** A task that was right once stays right: a later wrong answer takes no points away. */
  record(task: number, { right, answer, value, own = {} }: Given): void {
    const before = this.#records.get(task);
    const attempts = (before?.attempts ?? 0) + 1;
    this.#records.set(task, { task, attempts, right: right || before?.right === true, answer });
    const { kind, points } = this.#tasks.get(task) ?? { kind: "number" as const, points: 1 };
    const isOwn = Object.keys(own).length > 0;
    const detail = { task, right, attempts, kind, answer, value, points };
    this.answered.emit(isOwn ? { ...detail, own } : detail);
  }

  /** Puts back the answers of an earlier visit. */
  restore(records: readonly SimTaskRecord[]): void {
    this.#records = new Map(records.map((record) => [record.task, record]));
    this.restored.emit();
  }

  get records(): readonly SimTaskRecord[] {
    return [...this.#records.values()].sort((one, other) => one.task - other.task);
  }

  /** A page that was not answered yet has no score, which differs from a score of 0. */
  get score(): SimScore {
    const tasks = [...this.#tasks];
    const possible = tasks.reduce((sum, [, { points }]) => sum + points, 0);
    const earned = tasks.reduce(
      (sum, [task, { points }]) => sum + (this.#records.get(task)?.right ? points : 0),
      0,
    );
    const answered = tasks.filter(([task]) => this.#records.has(task)).length;
    const isStarted = answered > 0 && possible > 0;
    return {
      earned,
      possible,
      scaled: isStarted ? earned / possible : null,
      answered,
      tasks: tasks.length,
    };
  }
}
