import { Emitter } from "../base/emitter";
import type { Plotted } from "./plotted";

/** The symbol or body that the reader points at or has chosen. All views of an experiment highlight it. */
export class Attention {
  /** A symbol, by its name in the table or as a parameter, or JSON Pointers into the text; null: none. */
  readonly pointed = new Emitter<string | null>();
  /** A body of the figure, by its name; null: none. */
  readonly pointedBody = new Emitter<string | null>();
  /** A symbol was chosen: its trace or its control is shown. */
  readonly chosen = new Emitter<string>();
  /** Other plots are asked for. */
  readonly replotted = new Emitter<void>();
  #plots: readonly Plotted[] = [];

  /** The plots that the page around a simulation asks for. */
  get plots(): readonly Plotted[] {
    return this.#plots;
  }

  set plots(plots) {
    if (JSON.stringify(plots) === JSON.stringify(this.#plots)) return;
    this.#plots = plots;
    this.replotted.emit();
  }
}
