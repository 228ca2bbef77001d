import type { Problem } from "../engine/types";
import { h } from "../base/dom";
import { explained } from "./explained";
import { sentence } from "./problems";

/** The first error in an answer of the engine, or in an exception; undefined if there is none. */
export function refusalIn(answer: unknown): Problem | undefined {
  if (typeof answer !== "object" || answer === null || !("problems" in answer)) return undefined;
  const { problems } = answer as { readonly problems: readonly Problem[] };
  return problems.find(({ severity }) => severity === "error");
}

/** Tells why a view is empty for a model that may still run. */
export function refusalNote(problem: Problem, hasDocs: boolean): HTMLElement {
  return h(
    "div",
    { class: "refusal" },
    h("p", { role: "status" }, sentence(problem)),
    explained(problem.code, "", hasDocs),
  );
}
