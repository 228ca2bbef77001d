// Everything that an element needs when it is revealed, in one chunk that is loaded then.
export { Lab } from "./lab";
export { labSheets } from "./lab-sheets";
export { PlotView, runSource, simSource } from "./plot-view";
export { speak } from "../words/words";
export { pageOf, sourceOf, SourceError } from "./source";
