import { makePart, makeSymbol } from "./pointers";
import type { ProseTarget } from "./prose-target";
import { makeTaskBox } from "./task-box";

/** The number of a task, from 1, and whether its answer was right. */
export interface Answered {
  readonly task: number;
  readonly right: boolean;
}

/**
 * Connects a rendered page to a simulation: links to part:NAME and symbol:NAME highlight, blocks
 * ```task set, run and check (docs/embedding.md).
 */
export function connectProse(
  article: HTMLElement,
  target: ProseTarget,
  onAnswer: (answered: Answered) => void,
): void {
  for (const link of article.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    const [, kind, names = ""] = /^(part|symbol):(.+)$/.exec(link.getAttribute("href") ?? "") ?? [];
    if (!kind) continue;
    const content = [...link.childNodes];
    const all = decodeURIComponent(names).split(",");
    link.replaceWith(
      kind === "part" ? makePart(all, target, content) : makeSymbol(all[0] ?? "", target, content),
    );
  }
  [...article.querySelectorAll<HTMLElement>("[data-task]")].forEach((place, index) => {
    const onChecked = (right: boolean): void => onAnswer({ task: index + 1, right });
    place.replaceWith(makeTaskBox(place.textContent ?? "", target, onChecked));
  });
  target.experiment.attention.pointed.on((name) => {
    for (const word of article.querySelectorAll<HTMLElement>("[data-symbol]"))
      word.classList.toggle("is-lit", name !== null && word.dataset["symbol"] === name);
  });
}
