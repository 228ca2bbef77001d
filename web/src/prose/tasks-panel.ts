import { hasTasks } from "./read-task";
import { Marked } from "marked";
import { mathmlPieces } from "../../../bindings/js/mathml";
import { mathExtensions } from "../models/math";
import { Component } from "../base/component";
import { h } from "../base/dom";
import { connectProse, type Answered } from "./connect-prose";
import type { ProseTarget } from "./prose-target";
import { escapeText, taskRenderer } from "./task-place";
import { words } from "../words/words";

/** Formulas of tasks are MathML, which browsers typeset themselves, so that no library is loaded. */
const marked = new Marked({
  extensions: mathExtensions((tex, isDisplay) => {
    const display = isDisplay ? ' display="block"' : "";
    return mathmlPieces(tex)
      .map((piece) => `<math${display}>${piece}</math>`)
      .join("");
  }),
  // Another author may have written the page, so its HTML and its script addresses are removed.
  renderer: { ...taskRenderer, html: ({ text }) => escapeText(text) },
});

/**
 * The section with the tasks of a model's page: from the heading above the first task to the next
 * heading.
 */
export function tasksOf(markdown: string): string {
  const sections = markdown.split(/^(?=#{1,6} )/m);
  return sections.filter(hasTasks).join("\n");
}

/** The tasks of a model's page beside its figure, for pages that show nothing else of the page. */
export class TasksPanel extends Component {
  readonly element: HTMLElement;
  readonly #article = h("div", { class: "prose" });

  constructor(
    readonly target: ProseTarget,
    readonly onAnswer: (answered: Answered) => void,
  ) {
    super();
    const attributes = { class: "panel tasks", part: "tasks", "aria-label": words.tasks };
    this.element = h("section", { ...attributes, hidden: true }, this.#article);
  }

  /** Shows the tasks of this page, Markdown. */
  setPage(markdown: string): void {
    const article = this.#article;
    const tasks = tasksOf(markdown);
    this.element.hidden = tasks === "";
    article.innerHTML = marked.parse(tasks, { async: false });
    for (const link of article.querySelectorAll("a"))
      if (!/^(https?:|part:|symbol:)/.test(link.getAttribute("href") ?? ""))
        link.replaceWith(...link.childNodes);
    for (const heading of article.querySelectorAll("h1, h2, h4, h5, h6"))
      heading.replaceWith(h("h3", {}, ...heading.childNodes));
    connectProse(article, this.target, this.onAnswer);
  }
}
