import type { Entry } from "./energy-account";
import { strokes, swatch } from "./strokes";
import { symbolNode } from "./symbol";

/** Line sample and name of an entry, for the legend and for the ledger. */
export function entryHead({ kind, label, symbol }: Entry): readonly [Element, Node | string] {
  return [swatch(kind, strokes[kind].own), symbol ? symbolNode(symbol) : label];
}
