import type { Problem } from "../engine/types";
import { h } from "../base/dom";
import { words } from "../words/words";
import { explained } from "./explained";
import { sentence } from "./problems";

/** The code of models with laws that a view does not know yet. */
const notForModes = "PH210";

/** The first error in an answer of the engine, or in what it has thrown; undefined: there is none. */
export function refusalIn(answer: unknown): Problem | undefined {
  if (typeof answer !== "object" || answer === null || !("problems" in answer)) return undefined;
  const { problems } = answer as { readonly problems: readonly Problem[] };
  return problems.find(({ severity }) => severity === "error");
}

/** Whether a view does not know some laws of the model, whatever its state. */
export function isOfLaws({ code }: Problem): boolean {
  return code === notForModes;
}

/** Says why a view has nothing to show for a model whose run may be all right. */
export function refusalNote(problem: Problem, hasDocs: boolean): HTMLElement {
  const text = isOfLaws(problem) ? words.notForModes : sentence(problem);
  return h(
    "div",
    { class: "refusal" },
    h("p", { role: "status" }, text),
    explained(problem.code, "", hasDocs),
  );
}
