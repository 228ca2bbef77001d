import type { ModelSource } from "../engine/client";
import { Emitter } from "./emitter";
import type { Experiment, Settings } from "./experiment";

/** What can be taken back: the text, and all that the reader has set. */
interface Moment {
  readonly source: ModelSource;
  readonly settings: Settings;
}

/** Keys that follow each other within this time are one act of the reader, ms. */
const pause = 600;
const most = 200;

/**
 * Undo and redo over the text, the knobs, the inputs and the method of an experiment. One act of the reader is one
 * step: a drag from where the pointer goes down to where it goes up, or keys that follow each other. The first text
 * that is read is where the history begins.
 */
export class History {
  /** Whether there is anything to undo or to redo has changed. */
  readonly changed = new Emitter<History>();
  readonly #past: Moment[] = [];
  readonly #future: Moment[] = [];
  #now: Moment | null = null;
  /** When there was the last sign of the act under way. */
  #last = -Infinity;
  #isPointerDown = false;
  /** What changes next belongs to the step that was recorded last. */
  #isSameAct = false;
  readonly #end = new AbortController();
  /** The next news are of what is being taken back here. */
  #isOwn = false;

  constructor(readonly experiment: Experiment) {
    experiment.described.on(() => this.#record());
    experiment.adjusted.on(() => this.#record());
    this.#listen();
  }

  /** Ends listening to the reader's acts. */
  dispose(): void {
    this.#end.abort();
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  undo(): void {
    this.#go(this.#past, this.#future);
  }

  redo(): void {
    this.#go(this.#future, this.#past);
  }

  /** In the capture phase: nobody below can keep an event from the window. */
  #listen(): void {
    const options = { capture: true, signal: this.#end.signal };
    const on = (type: string, act: () => void): void => window.addEventListener(type, act, options);
    on("pointerdown", () => {
      this.#isPointerDown = true;
      this.#isSameAct = false;
    });
    for (const type of ["pointerup", "pointercancel"])
      on(type, () => {
        this.#isPointerDown = false;
        this.#last = performance.now(); // what is still being computed belongs to it
      });
    on("keydown", () => {
      if (performance.now() - this.#last >= pause) this.#isSameAct = false;
      this.#last = performance.now();
    });
  }

  #record(): void {
    const { source, settings } = this.experiment;
    if (source.text === "") return; // nothing has been read yet
    const next: Moment = { source, settings };
    const before = this.#now;
    this.#now = next;
    const isOwn = this.#isOwn;
    this.#isOwn = false;
    if (isOwn || !before || isSame(before, next)) return;
    const now = performance.now();
    const isUnderWay = this.#isPointerDown || now - this.#last < pause;
    const isOneStep = before.source.text === source.text && this.#isSameAct && isUnderWay;
    this.#last = now;
    this.#isSameAct = true;
    if (isOneStep && this.#past.length > 0) return;
    this.#past.push(before);
    if (this.#past.length > most) this.#past.shift();
    this.#future.length = 0;
    this.changed.emit(this);
  }

  #go(from: Moment[], to: Moment[]): void {
    const moment = from.pop();
    if (!moment || !this.#now) return;
    to.push(this.#now);
    this.#now = moment;
    this.#isSameAct = false;
    this.changed.emit(this);
    const { experiment } = this;
    this.#isOwn = true;
    if (moment.source.text === experiment.text) void experiment.replace(moment.settings);
    else void experiment.load(moment.source, moment.settings).finally(() => (this.#isOwn = false));
  }
}

function isSame(one: Moment, other: Moment): boolean {
  return (
    one.source.text === other.source.text &&
    JSON.stringify(one.settings) === JSON.stringify(other.settings)
  );
}
