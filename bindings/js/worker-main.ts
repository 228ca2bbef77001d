// The script of the worker, in a page or in Node. Importing it starts the answering of requests.
import { answerParent } from "./parent.js";
import createEngine from "./porthos-inline.mjs";

answerParent(() => createEngine());
