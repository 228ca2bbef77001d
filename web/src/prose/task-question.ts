import type { Trajectory } from "../engine/trajectory";
import { button, freshId, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { noSettings } from "../study/settings";
import { formatNumber, formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import type { ProseTarget } from "./prose-target";
import { readQuantity } from "../base/quantity";
import type { Asked, Asker, Question } from "./question";
import type { Answer, Mistake } from "./read-answer";
import { computedWith, isWithin, rightOf, slipOf, type Computed } from "./right-answer";
import { words } from "../words/words";

/** The field or the choices of a question, and the button that checks them. */
export function makeQuestion(
  ask: HTMLElement,
  asked: Asked,
  target: ProseTarget,
  asker: Asker,
): Question {
  const { answer } = asked;
  switch (answer.kind) {
    case "state":
      return goalOf(ask, answer, target, asker);
    case "choice":
      return choiceOf(ask, answer, asked.mistakes, asker);
    case "number":
      return numberOf(ask, { ...asked, answer }, target, asker);
    default:
      return later((more) =>
        answer.kind === "order"
          ? more.makeOrder(ask, { ...asked, answer }, asker)
          : more.makePrediction(ask, { ...asked, answer }, target, asker),
      );
  }
}

type More = typeof import("./more-questions");

/** A question of a kind that is loaded when a task has it. */
function later(make: (more: More) => Question): Question {
  const element = h("div", { class: "task-question" });
  let restored: string | undefined;
  let made: Question | undefined;
  import("./more-questions").then(
    (more) => {
      made = make(more);
      element.replaceChildren(made.element);
      if (restored !== undefined) made.restore(restored);
    },
    () => element.append(words.questionNotLoaded),
  );
  return {
    element,
    restore(answer) {
      restored = answer;
      made?.restore(answer);
    },
  };
}

function numberOf(
  ask: HTMLElement,
  { answer, settings, mistakes }: Asked<"number">,
  { experiment }: ProseTarget,
  { tell, say }: Asker,
): Question {
  const id = freshId("answer");
  const field = h("input", { id, type: "text", inputmode: "decimal", autocomplete: "off" });
  const numbers = [answer, ...mistakes.flatMap((one) => numberIn(one))];
  let running: Promise<Computed | string | null> | undefined;
  const results = async (): Promise<Computed | string | null> => {
    if (!numbers.some(({ formula }) => formula)) return null;
    if (!running) say(words.computingAnswer);
    const computed = await (running ??= computedWith(experiment, settings ?? noSettings()));
    if (typeof computed === "string") running = undefined; // the model may be loading still
    return computed;
  };
  const judge = async (): Promise<void> => {
    const text = field.value.trim();
    const given = readQuantity(text, answer.unit);
    if (given === "number") return say(words.answerIsNumber);
    if (given === "unit") return say(words.answerHasUnit(formatUnit(answer.unit)));
    const computed = await results();
    const known =
      typeof computed === "string" ? computed : rightOf(answer, computed?.results ?? null);
    if (typeof known === "string") return say(words.noRightAnswer(known));
    const isRight = isWithin(given, known);
    const isSame = ({ answer: wrong }: Mistake): boolean => {
      if (typeof wrong === "string" || typeof computed === "string") return false;
      const value = readQuantity(text, wrong.unit);
      const mistaken = rightOf(wrong, computed?.results ?? null);
      return typeof value === "number" && typeof mistaken !== "string" && isWithin(value, mistaken);
    };
    const mistake = isRight ? undefined : mistakes.find(isSame);
    const slip = isRight || mistake ? null : slipOf(given, known);
    const hint = mistake?.reply ?? (slip ? words.slips[slip] : "");
    tell({ right: isRight, answer: text, value: given }, hint);
  };
  const start = (): void => void judge();
  // Not a form, since a frame may not be allowed to submit one.
  field.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") start();
  });
  const element = h(
    "div",
    { class: "task-question is-number" },
    h("label", { for: id }, ask),
    h("span", { class: "value" }, field, unitOf(answer.unit)),
    button({ class: "secondary small" }, [words.check], start),
  );
  return { element, restore: (earlier) => (field.value = earlier) };
}

const numberIn = ({ answer }: Mistake) => (typeof answer === "string" ? [] : [answer]);

const unitOf = (unit: string): HTMLElement | null =>
  unit ? h("span", { class: "unit" }, formatUnit(unit)) : null;

function choiceOf(
  ask: HTMLElement,
  { choices, right }: Extract<Answer, { kind: "choice" }>,
  mistakes: readonly Mistake[],
  { tell, say }: Asker,
): Question {
  const name = freshId("answer");
  const boxes = choices.map(() => h("input", { type: "radio", name }));
  const labels = choices.map((choice, index) => h("label", {}, boxes[index], choice));
  const judge = (): void => {
    const chosen = boxes.findIndex(({ checked }) => checked);
    const answer = choices[chosen] ?? "";
    if (chosen < 0) return say(words.chooseOne);
    const mistake = mistakes.find((one) => one.answer === answer);
    tell({ right: chosen === right, answer, value: chosen }, mistake?.reply);
  };
  const element = h(
    "div",
    { class: "task-question is-choice" },
    h("fieldset", {}, h("legend", {}, ask), ...labels),
    button({ class: "secondary small" }, [words.check], judge),
  );
  const restore = (earlier: string): void =>
    boxes.forEach((box, index) => (box.checked = choices[index] === earlier));
  return { element, restore };
}

/** A state that some run has to reach; the reader may change any setting for it. */
function goalOf(
  ask: HTMLElement,
  { column, sign, bound, unit }: Extract<Answer, { kind: "state" }>,
  { experiment, endWith }: ProseTarget,
  { tell, isRight }: Asker,
): Question {
  const goal = `${symbolText(column)} ${sign} ${formatNumber(bound)} ${formatUnit(unit)}`.trim();
  const state = h("span", { class: "task-best" });
  const judge = ({ status, trajectory }: Experiment): void => {
    if (status !== "finished" && status !== "failed") return;
    const best = trajectory && farthest(trajectory, column, sign);
    if (best === null) return setText(state, words.noColumn(column));
    const value = `${formatNumber(best)} ${formatUnit(unit)}`.trim();
    setText(state, words.best(value));
    const isNow = sign === ">" ? best > bound : best < bound;
    if (isNow && !isRight()) tell({ right: true, answer: value, value: best });
  };
  const end = experiment.changed.on(judge);
  endWith?.(end);
  judge(experiment);
  const element = h(
    "p",
    { class: "task-question is-state" },
    ask.textContent ? ask : words.reach(goal),
    " ",
    state,
  );
  return { element, restore: () => undefined };
}

/** The largest, or the smallest, value of a column; null if there is none. */
export function farthest(run: Trajectory, column: string, sign: "<" | ">"): number | null {
  const index = run.indexOf(column);
  if (index < 0) return null;
  const pick = sign === ">" ? Math.max : Math.min;
  return run.column(index).reduce((best, value) => pick(best, value));
}
