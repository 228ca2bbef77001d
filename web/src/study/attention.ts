import { Emitter } from "../base/emitter";

/** The symbol or body that the reader points at or has chosen. All views of an experiment highlight it. */
export class Attention {
  /** A symbol, by its name in the table or as a parameter, or JSON Pointers into the text; null: none. */
  readonly pointed = new Emitter<string | null>();
  /** A body of the figure, by its name; null: none. */
  readonly pointedBody = new Emitter<string | null>();
  /** A symbol was chosen: its trace or its control is shown. */
  readonly chosen = new Emitter<string>();
}
