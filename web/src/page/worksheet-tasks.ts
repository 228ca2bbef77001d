import { h } from "../base/dom";
import { formatNumber, formatUnit } from "../plots/format";
import { symbolNode, symbolText } from "../plots/symbol";
import { shuffled } from "../prose/own-numbers";
import { readTask, type Task } from "../prose/read-task";
import { rightAnswer } from "../prose/right-answer";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";

/** A task on paper: what is given, the question, and room for the answer. */
export function questionOf(block: string, number: number, experiment: Experiment): HTMLElement {
  const task = readTask(block);
  if ("fault" in task) return h("p", {}, task.fault);
  return h(
    "div",
    { class: "worksheet-task" },
    h(
      "p",
      {},
      h("strong", {}, words.taskNumber(number)),
      ` (${words.points(task.points)}) ${task.ask || askOf(task)}`,
    ),
    givenOf(task, experiment),
    roomFor(task),
  );
}

function askOf({ answer }: Task): string {
  return answer?.kind === "prediction" ? words.sketchTask(symbolText(answer.column)) : "";
}

function givenOf({ own, settings }: Task, { description }: Experiment): HTMLElement | null {
  const unitOf = (name: string): string =>
    formatUnit(description?.parameters.find((one) => one.name === name)?.unit ?? "");
  const given = (name: string, value: string): readonly (Node | string)[] => [
    symbolNode(name),
    ` = ${value} ${unitOf(name)}`.trimEnd(),
  ];
  const set = Object.entries(settings?.set ?? {}).map(([name, value]) =>
    given(name, formatNumber(value)),
  );
  const drawn = own.map(({ name }) => given(name, "______"));
  const all = [...set, ...drawn].flatMap((one, k) => (k > 0 ? [", ", ...one] : one));
  return all.length > 0 ? h("p", { class: "given" }, `${words.given}: `, ...all) : null;
}

function roomFor({ answer }: Task): HTMLElement {
  if (answer?.kind === "choice")
    return h("ul", { class: "boxes" }, ...answer.choices.map((choice) => h("li", {}, choice)));
  if (answer?.kind === "order") {
    const shown = shuffled(answer.items.length, answer.items.join());
    const items = shown.map((index) =>
      h("li", {}, h("span", { class: "place" }), answer.items[index]),
    );
    return h("ul", { class: "places" }, ...items);
  }
  if (answer?.kind === "prediction")
    return h(
      "figure",
      { class: "axes" },
      h("figcaption", {}, symbolText(answer.column)),
      h("span", {}, "t / s"),
    );
  const unit = answer?.kind === "number" ? formatUnit(answer.unit) : "";
  const lines = [0, 1, 2].map(() => h("div", { class: "room" }));
  const result =
    answer?.kind === "number"
      ? h("p", {}, `${words.answer}: `, h("span", { class: "blank" }), ` ${unit}`)
      : null;
  return h("div", {}, ...lines, result);
}

/** The right answer, as the engine computes it, and its explanation. */
export async function solutionOf(block: string, experiment: Experiment): Promise<HTMLElement> {
  const task = readTask(block);
  if ("fault" in task) return h("p", {}, task.fault);
  const explained = task.right ? ` ${task.right}` : "";
  return h("p", {}, `${await answerOf(task, experiment)}${explained}`);
}

async function answerOf(task: Task, experiment: Experiment): Promise<string> {
  const { answer } = task;
  if (answer === null) return words.openAnswer;
  if (answer.kind === "choice") return `${answer.choices[answer.right] ?? ""}.`;
  if (answer.kind === "state")
    return words.reach(
      `${symbolText(answer.column)} ${answer.sign} ${formatNumber(answer.bound)} ${formatUnit(answer.unit)}`.trim(),
    );
  if (answer.kind === "order")
    return answer.items.map((item, index) => `${index + 1}. ${item}`).join("; ") + ".";
  if (answer.kind === "prediction") return words.sketchSolution(symbolText(answer.column));
  if (task.own.length > 0) return words.ownAnswer;
  const settings = { inputs: {}, ...task.settings, set: { ...task.settings?.set } };
  const right = await rightAnswer(answer, experiment, settings);
  if (typeof right === "string") return words.noRightAnswer(right);
  return `${formatNumber(right.value)} ± ${formatNumber(right.within, 2)} ${formatUnit(answer.unit)}.`.replace(
    " .",
    ".",
  );
}
