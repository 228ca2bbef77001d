// The script of the inspector's worker. It is a separate worker, since workers of bundlers cannot
// load chunks.
import { Host } from "./host.js";
import { answerOf, type RawInspector } from "./inspector-answers.js";
import { answerParentWith } from "./parent.js";
import createInspector from "./porthos-inspector.mjs";

const host = new Host<RawInspector>(() => createInspector());
answerParentWith({
  inspect: async (question) => answerOf(await host.engine(), "inspect", question),
  linearize: async (question) => answerOf(await host.engine(), "linearize", question),
  diagram: async (question) => answerOf(await host.engine(), "diagram", question),
});
