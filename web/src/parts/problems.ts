import type { Problem } from "../engine/types";
import { button, h } from "../base/dom";
import { explained } from "./explained";
import { words } from "../words/words";

/** Longer lists of suggestions are not useful as advice. */
const longest = 120;

/** A problem as one sentence for its author. */
export function sentence({ found, expected: all, hint }: Problem): string {
  const expected = hint && all.length > longest ? "" : all;
  const parts: string[] = [];
  if (found) parts.push(expected ? `Found ${found}; expected ${expected}.` : `Found ${found}.`);
  else if (expected) parts.push(`Expected ${expected}.`);
  if (hint) parts.push(/[.?!]$/.test(hint) ? hint : `${hint}.`);
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(" ");
}

/** The place of a problem in words: "position_constraints › closure". */
export function place({ where, line }: Problem): string {
  if (line !== undefined) return words.line(line);
  const steps = where.split("/").slice(1);
  if (steps.length === 0) return words.wholeText;
  return steps.map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~")).join(" › ");
}

/** The list of problems; choosing one shows its place in the text, if the text is visible. */
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
        h("p", {}, sentence(problem)),
        explained(problem.code, `, ${problem.severity}`, onChoose !== undefined),
      ),
    );
  }
  return list;
}
