import type { Trajectory } from "../engine/trajectory";
import { button, freshId, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { formatNumber, formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import type { ProseTarget } from "./prose-target";
import { makeSymbol } from "./pointers";
import { readQuantity } from "./quantity";
import { readTask, type Answer, type Task } from "./read-task";
import { words } from "../words/words";

/** Tells whether an answer was right. */
export type OnAnswer = (isRight: boolean) => void;

/**
 * A block ```task as controls: they set the knobs, show the quantities to watch, and check the
 * answer.
 */
export function makeTaskBox(block: string, target: ProseTarget, onAnswer: OnAnswer): HTMLElement {
  const task = readTask(block);
  if ("fault" in task) return h("p", { class: "task complaint", role: "alert" }, task.fault);
  const verdict = h("p", { class: "task-verdict", role: "status" });
  const tell = (isRight: boolean): void => {
    verdict.classList.toggle("is-right", isRight);
    verdict.classList.remove("is-question");
    const word = isRight ? task.right : task.wrong;
    setText(verdict, `${isRight ? words.right : words.notYet}${word && ` ${word}`}`);
    onAnswer(isRight);
  };
  /** Tells why an entry is not an answer yet: it is neither right nor wrong. */
  const say = (sentence: string): void => {
    verdict.classList.remove("is-right");
    verdict.classList.add("is-question");
    setText(verdict, sentence);
  };
  return h(
    "div",
    { class: "task", role: "group", "aria-label": words.tryIt },
    head(task, target),
    task.answer
      ? question(task.ask, task.answer, target, tell, say)
      : task.ask && h("p", {}, task.ask),
    verdict,
  );
}

function head(task: Task, target: ProseTarget): HTMLElement {
  const { settings, watch } = task;
  const start = (): void => {
    void begin(target, task);
  };
  return h(
    "p",
    { class: "task-head" },
    button({ class: "secondary small" }, [settings ? words.setAndRun : words.run], start),
    ...(watch.length > 0 ? [words.watch, ...watch.map((name) => makeSymbol(name, target))] : []),
  );
}

async function begin(target: ProseTarget, { settings, compared, difference, watch }: Task) {
  const { experiment, comparison, clock, element } = target;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block: "nearest", behavior: isStill ? "auto" : "smooth" });
  const [first] = watch;
  if (first !== undefined) experiment.attention.chosen.emit(first);
  clock.reset();
  if (compared) comparison.choose({ kind: "settings", label: difference, changes: compared });
  const run = settings ? experiment.replace(settings) : Promise.resolve();
  if (!isStill) clock.play();
  await run;
}

function question(
  ask: string,
  answer: Answer,
  target: ProseTarget,
  tell: OnAnswer,
  say: (sentence: string) => void,
): HTMLElement {
  if (answer.kind === "state") return goalOf(ask, answer, target, tell);
  const id = freshId("answer");
  const field =
    answer.kind === "number"
      ? h("input", { id, type: "text", inputmode: "decimal", autocomplete: "off" })
      : null;
  const choices =
    answer.kind === "choice"
      ? answer.choices.map((choice, index) =>
          h("label", {}, h("input", { type: "radio", name: id }), choice),
        )
      : [];
  const judge = (): void => {
    const chosen = choices.findIndex((choice) => choice.querySelector("input")?.checked);
    if (answer.kind === "choice") {
      if (chosen < 0) say(words.chooseOne);
      else tell(chosen === answer.right);
      return;
    }
    const given = readQuantity(field?.value ?? "", answer.unit);
    if (given === "number") say(words.answerIsNumber);
    else if (given === "unit") say(words.answerHasUnit(formatUnit(answer.unit)));
    // A converted number may have a rounding error, so the limit itself counts as within.
    else tell(Math.abs(given - answer.value) <= answer.within + 1e-12 * Math.abs(answer.value));
  };
  const check = button({ class: "secondary small" }, [words.check], judge);
  // Not a form, since a frame may not be allowed to submit one.
  field?.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") judge();
  });
  return h(
    "div",
    { class: `task-question is-${answer.kind}` },
    ...(field
      ? [h("label", { for: id }, ask), h("span", { class: "value" }, field, unitOf(answer)), check]
      : [h("fieldset", {}, h("legend", {}, ask), ...choices), check]),
  );
}

const unitOf = (answer: Answer): HTMLElement | null =>
  "unit" in answer && answer.unit ? h("span", { class: "unit" }, formatUnit(answer.unit)) : null;

/** A state that some run has to reach; the reader may change any setting for it. */
function goalOf(
  ask: string,
  answer: Extract<Answer, { kind: "state" }>,
  { experiment }: ProseTarget,
  tell: OnAnswer,
): HTMLElement {
  const { column, sign, bound, unit } = answer;
  const goal = `${symbolText(column)} ${sign} ${formatNumber(bound)} ${formatUnit(unit)}`.trim();
  const state = h("span", { class: "task-best" });
  let isReached = false;
  const judge = ({ status, trajectory }: Experiment): void => {
    if (status !== "finished" && status !== "failed") return;
    const best = trajectory && farthest(trajectory, column, sign);
    if (best === null) return setText(state, words.noColumn(column));
    setText(state, words.best(`${formatNumber(best)} ${formatUnit(unit)}`.trim()));
    const isNow = sign === ">" ? best > bound : best < bound;
    if (isNow && !isReached) tell(true);
    isReached ||= isNow;
  };
  experiment.changed.on(judge);
  judge(experiment);
  return h("p", { class: "task-question is-state" }, ask || words.reach(goal), " ", state);
}

/** The largest, or the smallest, value of a column; null if there is none. */
export function farthest(run: Trajectory, column: string, sign: "<" | ">"): number | null {
  const index = run.indexOf(column);
  if (index < 0) return null;
  const pick = sign === ">" ? Math.max : Math.min;
  return run.column(index).reduce((best, value) => pick(best, value));
}
