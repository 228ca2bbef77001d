import type { SimProgress, SimScore } from "../../../bindings/js/element";
import type { Settings } from "../study/settings";
import type { InitialState } from "./attributes";
import type { Lab } from "./lab";

const noScore: SimScore = { earned: 0, possible: 0, scaled: null, answered: 0, tasks: 0 };

const seedOf = (seed: string): { readonly seed?: string } => (seed === "" ? {} : { seed });

/** What the reader of an element has done so far, also before its simulation is loaded. */
export class Progress {
  #live: Lab | null = null;
  #tasks: SimProgress["tasks"] = [];
  #seed = "";

  constructor(readonly element: Element & { readonly beginning: InitialState }) {}

  /** The simulation has been loaded. */
  begin(lab: Lab): void {
    this.#live = lab;
    const given = this.element.getAttribute("seed");
    lab.marks.isSeedGiven = given !== null;
    lab.marks.setSeed(given ?? this.#seed);
    lab.marks.restore(this.#tasks);
  }

  end(): void {
    this.#tasks = this.#live?.marks.records ?? this.#tasks;
    this.#live = null;
  }

  get present(): SimProgress {
    const live = this.#live;
    if (!live) {
      const settings = this.element.beginning.settings ?? {};
      return { settings, ...seedOf(this.#seed), tasks: this.#tasks, score: noScore };
    }
    const { experiment, marks } = live;
    const settings = { ...experiment.settings };
    return { settings, ...seedOf(marks.seed), tasks: marks.records, score: marks.score };
  }

  /** Puts back what a reader did in an earlier visit. */
  restore({ settings, seed, tasks }: Partial<SimProgress>): void {
    const live = this.#live;
    const { beginning } = this.element;
    if (seed !== undefined && !this.element.hasAttribute("seed")) {
      this.#seed = seed;
      live?.marks.setSeed(seed);
    }
    if (tasks) {
      this.#tasks = tasks;
      live?.marks.restore(tasks);
    }
    if (!settings) return;
    if (live) void live.experiment.replace({ set: {}, inputs: {}, ...settings } as Settings);
    else beginning.settings = { ...beginning.settings, ...settings };
  }
}
