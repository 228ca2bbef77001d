import type { Entry } from "./energy-account";
import { strokes, swatch } from "./strokes";
import { symbolNode } from "./symbol";

/** What stands before the numbers of an entry, in the legend of the curves and in the ledger: its line and its name. */
export function entryHead({ kind, label, symbol }: Entry): readonly [Element, Node | string] {
  return [swatch(kind, strokes[kind].own), symbol ? symbolNode(symbol) : label];
}
