import { button, h, setText } from "../base/dom";
import { symbolText } from "../plots/symbol";
import type { Experiment } from "../study/experiment";
import { say } from "../words/authoring";
import { choiceForm } from "./choice-form";
import { Draft } from "./draft";
import { kindOf, kinds, rangesIn, unknownNames, type Kind } from "./draft-parts";
import { choose, line, lines, row, section } from "./fields";
import type { PageEdits } from "./page-edits";
import {
  columnsOf,
  firstAnswer,
  numberForm,
  orderForm,
  predictForm,
  reachForm,
  type Form,
  type OnChange,
} from "./question-form";
import { situationForm } from "./situation";

/** As many parameters are named where none has a number of the student. */
const mostListed = 12;

/** The fields of the answer, for each kind of question. */
const answerForms: Readonly<Record<Kind, Form>> = {
  "": () => [],
  number: numberForm,
  choice: choiceForm,
  order: orderForm,
  reach: reachForm,
  predict: predictForm,
};

/** All fields of the present task. */
export function taskForm(edits: PageEdits, experiment: Experiment): readonly HTMLElement[] {
  const step = edits.steps[edits.current];
  if (!step) return [];
  const draft = new Draft(step.block);
  const fault = h("p", { class: "complaint", role: "status", hidden: true });
  const check = (): void => {
    const text = unknownNote(draft, experiment);
    fault.hidden = text === "";
    setText(fault, text);
  };
  const change: OnChange = (isOther = false) => {
    edits.change({ block: draft.block }, isOther);
    check();
  };
  check();
  return [
    questionOf(draft, experiment, change, fault),
    situationForm(draft, experiment, change),
    section(
      say.watch,
      h("p", { class: "field-note" }, say.watchNote),
      watchOf(draft, experiment, change),
    ),
    feedbackOf(draft, step.prose, edits, change),
  ];
}

function questionOf(
  draft: Draft,
  experiment: Experiment,
  change: OnChange,
  fault: HTMLElement,
): HTMLElement {
  const kind = kindOf(draft);
  const all = kinds.map((one) => [one, say.kinds[one]] as const);
  const ofKind = choose(say.kind, all, kind, (chosen) => {
    for (const one of kinds) if (one !== "") draft.set(one);
    draft.set("mistake");
    const next = kinds.find((one) => one === chosen) ?? "";
    if (next !== "") draft.set(next, firstAnswer(next, experiment));
    change(true);
  });
  const ask = (text: string): void => {
    draft.set("ask", text);
    change();
  };
  return section(
    say.question,
    lines(say.ask, draft.one("ask"), ask, { note: askNote(draft, experiment) }),
    fault,
    ofKind,
    ...answerForms[kind](draft, experiment, change),
  );
}

/** How a number of the student gets into the question: by the name of a parameter. */
function askNote(draft: Draft, { description }: Experiment): string {
  const own = [...rangesIn(draft.one("own")).keys()];
  const first = description?.parameters.find(({ derived }) => !derived)?.name;
  if (own.length > 0) return say.askNote(own.map((name) => `{${name}}`));
  return first === undefined ? "" : say.askExample(`{${first}}`);
}

/** Names in braces that nothing replaces, and those that exist. */
function unknownNote(draft: Draft, { description }: Experiment): string {
  const braced = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(", ");
  const unknown = unknownNames(draft);
  if (unknown.length === 0) return "";
  const own = [...rangesIn(draft.one("own")).keys()];
  const all = (description?.parameters ?? []).filter(({ derived }) => !derived);
  const parameters = all.slice(0, mostListed).map(({ name }) => name);
  return own.length > 0
    ? say.unknownNames(braced(unknown), braced(own))
    : say.noOwnNumbers(
        braced(unknown),
        braced(parameters) + (all.length > mostListed ? ", …" : ""),
      );
}

function feedbackOf(draft: Draft, prose: string, edits: PageEdits, change: OnChange): HTMLElement {
  const write =
    (key: string, isList = false) =>
    (text: string): void => {
      draft.set(key, ...(isList ? text.split("\n") : [text]));
      change();
    };
  return section(
    say.feedback,
    lines(say.hints, draft.all("hint").join("\n"), write("hint", true), { note: say.onePerLine }),
    row(
      lines(say.ifRight, draft.one("right"), write("right")),
      lines(say.ifWrong, draft.one("wrong"), write("wrong")),
    ),
    line(say.points, draft.one("points") || "1", write("points"), {
      ...{ inputmode: "decimal", class: "narrow" },
    }),
    lines(say.before, prose, (text) => edits.change({ prose: text }, false), {
      note: say.beforeNote,
    }),
  );
}

/** The quantities that the task shows, the first of them as a trace. */
function watchOf(draft: Draft, experiment: Experiment, change: OnChange): HTMLElement {
  const chosen = draft
    .one("watch")
    .split(/[\s,]+/)
    .filter(Boolean);
  const set = (names: readonly string[]): void => {
    draft.set("watch", names.join(", "));
    change(true);
  };
  const rest = columnsOf(experiment).filter(([name]) => !chosen.includes(name));
  const add = choose(say.addWatch, [["", "–"], ...rest], "", (name) => set([...chosen, name]));
  const names = chosen.map((name) => {
    const label = say.dropWatch(symbolText(name));
    const drop = button({ class: "quiet square", "aria-label": label, title: label }, ["×"], () =>
      set(chosen.filter((one) => one !== name)),
    );
    return h("li", {}, symbolText(name), drop);
  });
  return h("div", {}, names.length > 0 && h("ul", { class: "watched" }, ...names), add);
}
