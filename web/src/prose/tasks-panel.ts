import { hasTasks } from "./read-task";
import { Marked } from "marked";
import { mathmlPieces } from "../../../bindings/js/mathml";
import { mathExtensions } from "../models/math";
import { h } from "../base/dom";
import { enliven, type Answered } from "./enliven";
import type { Bench } from "./bench";
import { escapeText, taskRenderer } from "./task-place";
import { words } from "../words/words";

export interface TasksPanel {
  readonly element: HTMLElement;
  /** Shows the tasks of this page, Markdown. */
  setPage(markdown: string): void;
}

/** Browsers typeset by themselves what stands in a task: no library is loaded for it. */
const marked = new Marked({
  extensions: mathExtensions((tex, isDisplay) => {
    const display = isDisplay ? ' display="block"' : "";
    return mathmlPieces(tex)
      .map((piece) => `<math${display}>${piece}</math>`)
      .join("");
  }),
  // The page may be another's: no HTML of it, and no address that is a script.
  renderer: { ...taskRenderer, html: ({ text }) => escapeText(text) },
});

/** The part of a model's page that has the tasks: from the heading above the first one to the next heading. */
export function tasksOf(markdown: string): string {
  const sections = markdown.split(/^(?=#{1,6} )/m);
  return sections.filter(hasTasks).join("\n");
}

/** The tasks of a model's page beside its figure, for pages that show nothing else of it. */
export function makeTasksPanel(bench: Bench, onAnswer: (answered: Answered) => void): TasksPanel {
  const article = h("div", { class: "prose" });
  const element = h(
    "section",
    { class: "panel tasks", part: "tasks", "aria-label": words.tasks, hidden: true },
    article,
  );
  return {
    element,
    setPage(markdown) {
      const tasks = tasksOf(markdown);
      element.hidden = tasks === "";
      article.innerHTML = marked.parse(tasks, { async: false });
      for (const link of article.querySelectorAll("a"))
        if (!/^(https?:|part:|symbol:)/.test(link.getAttribute("href") ?? ""))
          link.replaceWith(...link.childNodes);
      for (const heading of article.querySelectorAll("h1, h2, h4, h5, h6"))
        heading.replaceWith(h("h3", {}, ...heading.childNodes));
      enliven(article, bench, onAnswer);
    },
  };
}
