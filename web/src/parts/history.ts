import type { ModelSource } from "../engine/client";
import { Emitter } from "./emitter";
import type { Experiment, Settings } from "./experiment";

/** What can be taken back: the text, and all that the reader has set. */
interface Moment {
  readonly source: ModelSource;
  readonly settings: Settings;
}

/** A knob that is turned gives one moment and not a hundred, ms. */
const pause = 600;
const most = 200;

/** Undo and redo over the text, the knobs, the inputs and the method of an experiment. */
export class History {
  /** Whether there is anything to undo or to redo has changed. */
  readonly changed = new Emitter<History>();
  readonly #past: Moment[] = [];
  readonly #future: Moment[] = [];
  #now: Moment | null = null;
  #last = -Infinity;
  /** The next news are of what is being taken back here. */
  #isOwn = false;

  constructor(readonly experiment: Experiment) {
    experiment.described.on(() => this.#record());
    experiment.adjusted.on(() => this.#record());
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

  #record(): void {
    const { source, settings } = this.experiment;
    const next: Moment = { source, settings };
    const before = this.#now;
    this.#now = next;
    const isOwn = this.#isOwn;
    this.#isOwn = false;
    if (isOwn || !before || isSame(before, next)) return;
    const now = performance.now();
    const isOneTurn = before.source.text === source.text && now - this.#last < pause;
    this.#last = now;
    if (isOneTurn && this.#past.length > 0) return;
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
    this.#last = -Infinity;
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
