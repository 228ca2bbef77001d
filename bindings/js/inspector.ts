import { Host, type Engine } from "./host.js";
import { answerOf, type AskInspector, type RawInspector } from "./inspector-answers.js";

const host = /* @__PURE__ */ new Host<RawInspector>(async () =>
  (await import("./porthos-inspector.mjs")).default(),
);

/** The inspector in this thread. */
export const theInspector = (): Promise<Engine<RawInspector>> => host.engine();

/** Asks the inspector in this thread. */
export const askHere: AskInspector = async (kind, question, signal) =>
  answerOf(await theInspector(), kind, question, signal);
