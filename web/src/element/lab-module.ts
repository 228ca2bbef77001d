// Everything that an element needs once it is revealed, in one piece that is loaded then.
export { Lab } from "./lab";
export { labSheets } from "./lab-sheets";
export { speak } from "../words/words";
export { pageOf, sourceOf, SourceError } from "./source";
