// The script engine.js of the classic build: a worker's script, or the engine for a page's own thread.
import { HereWorker } from "../../../bindings/js/here";
import { answerParent } from "../../../bindings/js/parent";
import createEngine from "../../../bindings/js/porthos-inline.mjs";
import { pieces } from "../classic/scripts";

if (typeof document === "undefined") answerParent(() => createEngine());
else pieces.engine = () => new HereWorker(() => createEngine());
