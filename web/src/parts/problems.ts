import type { Problem } from "../engine/types";
import { button, h } from "./dom";

/** A problem as one sentence for its author. */
export function sentence({ found, expected, hint }: Problem): string {
  const parts: string[] = [];
  if (found) parts.push(expected ? `Found ${found}; expected ${expected}.` : `Found ${found}.`);
  else if (expected) parts.push(`Expected ${expected}.`);
  if (hint) parts.push(/[.?!]$/.test(hint) ? hint : `${hint}.`);
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(" ");
}

/** Where it is, in words: "position_constraints › closure". */
export function place({ where, line }: Problem): string {
  if (line !== undefined) return `line ${line}`;
  const steps = where.split("/").slice(1);
  if (steps.length === 0) return "the text as a whole";
  return steps.map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~")).join(" › ");
}

/** The code as a link to its paragraph in the documentation, which is beside the page. */
function explained({ code }: Problem): HTMLElement {
  const href = `./docs/problems.html#${code.toLowerCase()}`;
  return h("a", { href, target: "_blank", title: "What it means, and what to do" }, code);
}

/** The list of problems; choosing one shows its place in the text, where there is one to be seen. */
export function problemList(
  problems: readonly Problem[],
  onChoose?: (problem: Problem) => void,
): HTMLElement {
  const list = h("ul", { class: "problems" });
  for (const problem of problems) {
    const go = onChoose
      ? button({ class: "place" }, [place(problem)], () => onChoose(problem))
      : h("span", { class: "place" }, place(problem));
    list.append(
      h(
        "li",
        { class: problem.severity },
        go,
        h(
          "span",
          { class: "code" },
          onChoose ? explained(problem) : problem.code,
          `, ${problem.severity}`,
        ),
        h("p", {}, sentence(problem)),
      ),
    );
  }
  return list;
}
