import { button, h } from "../base/dom";
import { words } from "../words/words";
import { makePart, makeSymbol } from "./pointers";
import type { ProseTarget } from "./prose-target";
import { readTask } from "./read-task";
import { makeSeedField } from "./seed-field";
import { makeTaskBox } from "./task-box";

/**
 * Connects a rendered page to a simulation: links to part:NAME and symbol:NAME highlight, blocks
 * ```task set, run and check (docs/embedding.md). With `openTask` the tasks are links to another
 * place that has them.
 */
export function connectProse(
  article: HTMLElement,
  target: ProseTarget,
  openTask?: (number: number) => void,
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
  if (openTask) linkTasks(article, openTask);
  else connectTasks(article, target);
  target.experiment.attention.pointed.on((name) => {
    for (const word of article.querySelectorAll<HTMLElement>("[data-symbol]"))
      word.classList.toggle("is-lit", name !== null && word.dataset["symbol"] === name);
  });
}

function linkTasks(article: HTMLElement, openTask: (number: number) => void): void {
  [...article.querySelectorAll<HTMLElement>("[data-task]")].forEach((place, index) => {
    const task = readTask(place.textContent ?? "");
    const open = (): void => openTask(index + 1);
    const label = words.openTask(index + 1);
    place.replaceWith(
      "fault" in task
        ? h("p", { class: "task complaint", role: "alert" }, task.fault)
        : h("p", { class: "task-link" }, button({ class: "secondary small" }, [label], open)),
    );
  });
}

function connectTasks(article: HTMLElement, target: ProseTarget): void {
  const { marks } = target;
  const places = [...article.querySelectorAll<HTMLElement>("[data-task]")];
  const tasks = places.map((place) => readTask(place.textContent ?? ""));
  marks.setTasks(tasks.map((task) => ("fault" in task ? { answer: null, points: 0 } : task)));
  let boxes = places;
  const show = (): void => {
    boxes = boxes.map((box, index) => {
      const task = tasks[index];
      const made = task ? makeTaskBox(task, index + 1, target) : box;
      box.replaceWith(made);
      return made;
    });
  };
  show();
  marks.reseeded.on(show);
  const hasOwn = tasks.some((task) => !("fault" in task) && task.own.length > 0);
  if (hasOwn && !marks.isSeedGiven) article.prepend(makeSeedField(marks));
}
