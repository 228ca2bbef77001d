import { button, h, setText } from "../base/dom";
import { formatNumber, formatUnit } from "../plots/format";
import { parseSymbol } from "../plots/symbol";
import type { Experiment } from "../study/experiment";
import { noSettings, type Settings } from "../study/settings";
import type { Given } from "./marks";
import { drawNumbers, nameInText } from "./own-numbers";
import { makeSymbol } from "./pointers";
import type { ProseTarget } from "./prose-target";
import type { Task } from "./read-task";
import { makeQuestion } from "./task-question";
import { words } from "../words/words";

/** A task with the numbers of its reader. */
interface OwnTask extends Task {
  /** Values of parameters that this reader has drawn. */
  readonly numbers: Readonly<Record<string, number>>;
}

/**
 * A block ```task as controls: they set the knobs, show the quantities to watch, and check the
 * answer. `number` counts the tasks of the page from 1.
 */
export function makeTaskBox(
  given: Task | { readonly fault: string },
  number: number,
  target: ProseTarget,
): HTMLElement {
  if ("fault" in given) return h("p", { class: "task complaint", role: "alert" }, given.fault);
  const { marks, experiment } = target;
  const task = withNumbers(given, marks.seed, number);
  const verdict = h("p", { class: "task-verdict", role: "status" });
  const show = (isRight: boolean, hint = ""): void => {
    verdict.classList.toggle("is-right", isRight);
    verdict.classList.remove("is-question");
    const word = fillIn(isRight ? task.right : task.wrong, task, experiment);
    const sentences = [isRight ? words.right : words.notYet, fillIn(hint, task, experiment), word];
    setText(verdict, sentences.filter(Boolean).join(" "));
  };
  const asker = {
    tell(answer: Given, hint?: string): void {
      show(answer.right, hint);
      marks.record(number, { ...answer, own: task.numbers });
      if (task.answer?.kind === "prediction") void begin(target, task);
    },
    say(sentence: string): void {
      verdict.classList.remove("is-right");
      verdict.classList.add("is-question");
      setText(verdict, sentence);
    },
    isRight: () => marks.recordOf(number)?.right === true,
  };
  const ask = h("span", {});
  const fillAsk = (): void => setText(ask, fillIn(task.ask, task, experiment));
  const endAsk = experiment.described.on(fillAsk);
  target.endWith?.(endAsk);
  fillAsk();
  const asked = { ...task, seed: `${marks.seed}\n${number}` };
  const question = task.answer
    ? makeQuestion(ask, { ...asked, answer: task.answer }, target, asker)
    : null;
  const box = h(
    "div",
    { class: "task", role: "group", "aria-label": words.taskNumber(number), "data-number": number },
    head(task, target),
    question?.element ?? (task.ask && h("p", {}, ask)),
    verdict,
    hintsOf(task.hints.map((hint) => fillIn(hint, task, experiment))),
  );
  const putBack = (): void => {
    const record = marks.recordOf(number);
    if (!record) return;
    question?.restore(record.answer);
    show(record.right);
  };
  marks.restored.on(putBack);
  putBack();
  return box;
}

/** The hints, which appear one after the other when the reader asks for them. */
function hintsOf(hints: readonly string[]): HTMLElement | null {
  if (hints.length === 0) return null;
  const list = h("ul", { class: "task-hints", "aria-live": "polite" });
  const label = (): string => words.hint(list.children.length + 1, hints.length);
  const more = button({ class: "quiet small" }, [label()], () => {
    list.append(h("li", {}, hints[list.children.length] ?? ""));
    if (list.children.length < hints.length) setText(more, label());
    else more.remove();
  });
  return h("div", {}, list, more);
}

/** The settings of a task contain the numbers of its reader. */
function withNumbers(task: Task, seed: string, number: number): OwnTask {
  const numbers = drawNumbers(task.own, seed, number);
  if (task.own.length === 0) return { ...task, numbers };
  const settings: Settings = task.settings ?? { set: {}, inputs: {} };
  return { ...task, numbers, settings: { ...settings, set: { ...settings.set, ...numbers } } };
}

/** Replaces {name} by the reader's number with its unit. */
function fillIn(text: string, { numbers }: OwnTask, experiment: Experiment): string {
  return text.replace(nameInText, (whole, name: string) =>
    Object.hasOwn(numbers, name) ? valueOf(name, numbers[name] ?? NaN, experiment) : whole,
  );
}

function valueOf(name: string, value: number, { description }: Experiment): string {
  const unit = description?.parameters.find((one) => one.name === name)?.unit ?? "";
  return `${formatNumber(value, 12)} ${formatUnit(unit)}`.trim();
}

function head(task: OwnTask, target: ProseTarget): HTMLElement {
  const { settings, watch } = task;
  const start = (): void => {
    void begin(target, task);
  };
  return h(
    "p",
    { class: "task-head" },
    button({ class: "secondary small" }, [settings ? words.setAndRun : words.run], start),
    ...ownNumbers(task, target),
    ...(watch.length > 0 ? [words.watch, ...watch.map((name) => makeSymbol(name, target))] : []),
    task.answer && task.points !== 1
      ? h("span", { class: "task-points" }, words.points(task.points))
      : null,
  );
}

/** The reader's numbers, each with its symbol; their units follow when the model is read. */
function ownNumbers({ numbers }: OwnTask, target: ProseTarget): readonly HTMLElement[] {
  return Object.entries(numbers).map(([name, value]) => {
    const text = h("span", {});
    const show = (): void => setText(text, ` = ${valueOf(name, value, target.experiment)}`);
    const end = target.experiment.described.on(show);
    target.endWith?.(end);
    show();
    const { owner } = parseSymbol(name);
    const symbol = makeSymbol(name, target);
    return h("span", { class: "task-own" }, symbol, owner && ` (${owner})`, text);
  });
}

async function begin(target: ProseTarget, { settings, compared, difference, watch, answer }: Task) {
  const { experiment, comparison, clock, element } = target;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const figure = element.querySelector(".hero") ?? element;
  figure.scrollIntoView({ block: "nearest", behavior: isStill ? "auto" : "smooth" });
  const [first] = watch;
  if (first !== undefined) experiment.attention.chosen.emit(first);
  clock.reset();
  if (compared) comparison.choose({ kind: "settings", label: difference, changes: compared });
  // A prediction is judged by the run of the task, whatever the reader has set.
  const wanted = answer?.kind === "prediction" ? (settings ?? noSettings()) : settings;
  const run = wanted ? experiment.replace(wanted) : Promise.resolve();
  if (!isStill) clock.play();
  await run;
}
