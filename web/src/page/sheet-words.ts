import type { SheetWords } from "../../../bindings/js/figure/equation-sheet";
import { words } from "../words/words";

/** The words on a sheet of equations, in the language of the page. */
export const sheetWords = (): SheetWords => ({
  groups: words.equationGroups,
  compositeForm: words.compositeForm,
  symbols: words.symbols,
  kinds: words.symbolKinds,
  tooLong: words.longInFile,
});
