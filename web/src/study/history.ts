import { Emitter } from "../base/emitter";
import type { ModelSource } from "../engine/client";
import type { Experiment } from "./experiment";
import type { Settings } from "./settings";

/** Everything that undo restores: the text and the settings. */
interface Moment {
  readonly source: ModelSource;
  readonly settings: Settings;
}

/** Changes within this time after a key press belong to the same step, ms. */
const pause = 600;
/** Maximum number of steps. */
const most = 200;

/**
 * Undo and redo for the text, the parameters, the inputs and the method of an experiment. One step
 * contains all changes of one drag, or of consecutive key presses. The history begins with the
 * first text that is read.
 */
export class History {
  /** Whether there is anything to undo or to redo has changed. */
  readonly changed = new Emitter<History>();
  readonly #past: Moment[] = [];
  readonly #future: Moment[] = [];
  #present: Moment | null = null;
  /** Time of the last change, key or release, ms. */
  #last = -Infinity;
  #isPointerDown = false;
  /** The next change belongs to the step that was recorded last. */
  #isSameStep = false;
  /** The next change comes from undo or redo. */
  #isRestoring = false;

  constructor(
    readonly experiment: Experiment,
    /** The time, ms. */
    readonly now: () => number = () => performance.now(),
  ) {
    experiment.described.on(() => this.#record());
    experiment.adjusted.on(() => this.#record());
    experiment.edited.on(() => {
      this.#isRestoring = false; // an edit ends the undo that is still being read
      this.#record();
    });
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  undo(): void {
    this.#restore(this.#past, this.#future);
  }

  redo(): void {
    this.#restore(this.#future, this.#past);
  }

  /** The reader presses the pointer: all changes until it is released are one step. */
  pressPointer(): void {
    this.#isPointerDown = true;
    this.#isSameStep = false;
  }

  releasePointer(): void {
    this.#isPointerDown = false;
    this.#last = this.now(); // results that arrive soon after belong to the drag
  }

  /**
   * The reader presses a key: it continues the step of the previous key press, unless that is long
   * ago.
   */
  pressKey(): void {
    if (this.now() - this.#last >= pause) this.#isSameStep = false;
    this.#last = this.now();
  }

  #record(): void {
    const { source, settings } = this.experiment;
    if (source.text === "") return; // no text has been read yet
    const next: Moment = { source, settings };
    const before = this.#present;
    this.#present = next;
    const isRestored = this.#isRestoring;
    this.#isRestoring = false;
    if (isRestored || !before || isSame(before, next)) return;
    const now = this.now();
    const isActive = this.#isPointerDown || now - this.#last < pause;
    const isOneStep = before.source.text === source.text && this.#isSameStep && isActive;
    this.#last = now;
    this.#isSameStep = true;
    if (isOneStep && this.#past.length > 0) return;
    this.#past.push(before);
    if (this.#past.length > most) this.#past.shift();
    this.#future.length = 0;
    this.changed.emit(this);
  }

  #restore(from: Moment[], to: Moment[]): void {
    const moment = from.pop();
    if (!moment || !this.#present) return;
    to.push(this.#present);
    this.#present = moment;
    this.#isSameStep = false;
    this.changed.emit(this);
    const { experiment } = this;
    this.#isRestoring = true;
    if (moment.source.text === experiment.text) void experiment.replace(moment.settings);
    else
      void experiment
        .load(moment.source, moment.settings)
        .finally(() => (this.#isRestoring = false));
  }
}

function isSame(one: Moment, other: Moment): boolean {
  return (
    one.source.text === other.source.text &&
    JSON.stringify(one.settings) === JSON.stringify(other.settings)
  );
}
