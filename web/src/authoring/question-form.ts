import { button, h } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { formatUnit } from "../plots/format";
import { withLabel } from "../plots/symbol";
import { say } from "../words/authoring";
import type { Draft } from "./draft";
import { mistakesIn, mistakeTexts, numberParts, numberText, type Kind } from "./draft-parts";
import { cell, choose, line, lines, row } from "./fields";

/** Tells of a change; `isOther`: the form has other fields now. */
export type OnChange = (isOther?: boolean) => void;

export type Form = (
  draft: Draft,
  experiment: Experiment,
  onChange: OnChange,
) => readonly HTMLElement[];

/** The first answer of a kind, to begin with. */
export function firstAnswer(kind: Kind, experiment: Experiment): string {
  const [, first] = columnsOf(experiment)[0] ?? ["", ""];
  const column = columnsOf(experiment)[0]?.[0] ?? "x";
  const unit = unitOf(column, experiment);
  const answers: Record<Kind, string> = {
    "": "",
    number: `max(${column}) within 2 % ${unit}`.trim(),
    choice: `* ${say.firstChoice} | ${say.secondChoice}`,
    order: `${say.firstThing} | ${say.secondThing}`,
    reach: `${column} > 1 ${unit}`.trim(),
    predict: `${column} within 15 %`,
  };
  return first === "" && kind === "predict" ? "" : answers[kind];
}

/** The columns of the run: names, and names for people. */
export function columnsOf({ trajectory }: Experiment): readonly (readonly [string, string])[] {
  return (trajectory?.columns ?? [])
    .filter(({ name }) => name !== "t")
    .map(({ name, label }) => [name, withLabel(name, label)]);
}

const unitOf = (name: string, { trajectory }: Experiment): string =>
  trajectory?.columns.find((column) => column.name === name)?.unit ?? "";

export function numberForm(draft: Draft, experiment: Experiment, onChange: OnChange) {
  const parts = numberParts(draft.one("number"));
  const keep = (): void => {
    draft.set("number", numberText(parts));
    onChange();
  };
  const value = line(
    say.rightNumber,
    parts.value,
    (text) => {
      parts.value = text || "0";
      keep();
    },
    { note: say.rightNumberNote, spellcheck: "false" },
  );
  return [
    value,
    insertForm(parts.value, experiment, (formula, unit) => {
      parts.value = formula;
      parts.unit = unit;
      draft.set("number", numberText(parts));
      onChange(true);
    }),
    row(
      line(
        say.tolerance,
        parts.within,
        (text) => {
          parts.within = text || "0";
          keep();
        },
        { inputmode: "decimal", class: "narrow" },
      ),
      choose(
        say.toleranceIn,
        [
          ["%", say.percent],
          ["", say.inUnit],
        ],
        parts.isShare ? "%" : "",
        (chosen) => {
          parts.isShare = chosen === "%";
          keep();
        },
      ),
      line(
        say.unit,
        parts.unit,
        (text) => {
          parts.unit = text.trim();
          keep();
        },
        { class: "narrow", spellcheck: "false" },
      ),
    ),
    mistakeForm(draft, onChange),
  ];
}

/** Puts a value of the run into the answer, so that nobody has to know how it is written. */
function insertForm(
  now: string,
  experiment: Experiment,
  insert: (formula: string, unit: string) => void,
): HTMLElement {
  const columns = columnsOf(experiment);
  const [, usedOf = "max", used = "", usedT = "1"] =
    /^(\w+)\(([^(),]+?)(?:, *([^(),]+))?\)$/.exec(now) ?? [];
  const isKnown =
    columns.some(([name]) => name === used) && say.functions.some(([of]) => of === usedOf);
  let [of, column, t] = isKnown ? [usedOf, used, usedT] : ["max", columns[0]?.[0] ?? "", "1"];
  const time = line(say.atTime, t, (text) => (t = text.replace(",", ".")), {
    ...{ inputmode: "decimal", class: "narrow" },
  });
  time.hidden = of !== "at";
  const functions = choose(say.valueOfRun, say.functions, of, (chosen) => {
    of = chosen;
    time.hidden = chosen !== "at";
  });
  const put = button({ class: "secondary small" }, [say.insert], () => {
    insert(of === "at" ? `at(${column}, ${t})` : `${of}(${column})`, unitOf(column, experiment));
  });
  const quantity = choose(say.quantity, columns, column, (chosen) => (column = chosen));
  return h("div", { class: "field-row is-insert" }, functions, quantity, time, put);
}

function mistakeForm(draft: Draft, onChange: OnChange): HTMLElement {
  const mistakes = mistakesIn(draft);
  const keep = (): void => {
    draft.set("mistake", ...mistakeTexts(mistakes));
    onChange();
  };
  const list = h("div", { class: "pairs" });
  const fill = (): void =>
    list.replaceChildren(
      ...mistakes.map((pair, index) =>
        h(
          "div",
          { class: "pair" },
          cell(
            say.wrongAnswer(index + 1),
            pair[0],
            (text) => {
              pair[0] = text;
              keep();
            },
            { placeholder: say.wrongAnswerHint, spellcheck: "false" },
          ),
          cell(
            say.replyTo(index + 1),
            pair[1],
            (text) => {
              pair[1] = text;
              keep();
            },
            { placeholder: say.reply },
          ),
          remover(say.removeReply(index + 1), () => {
            mistakes.splice(index, 1);
            keep();
            fill();
          }),
        ),
      ),
    );
  fill();
  const more = button({ class: "quiet small" }, [say.addMistake], () => {
    mistakes.push(["", ""]);
    fill();
    list.lastElementChild?.querySelector("input")?.focus();
  });
  return h("div", { class: "field" }, h("p", { class: "field-head" }, say.mistakes), list, more);
}

export const remover = (label: string, act: () => void): HTMLElement =>
  button({ class: "quiet square", "aria-label": label, title: label }, ["×"], act);

export function orderForm(draft: Draft, _: Experiment, onChange: OnChange) {
  const text = draft
    .one("order")
    .split("|")
    .map((one) => one.trim())
    .join("\n");
  const take = (value: string): void => {
    const items = value.split("\n").map((one) => one.trim().replaceAll("|", "/"));
    draft.set("order", items.filter(Boolean).join(" | "));
    onChange();
  };
  return [lines(say.things, text, take, { note: say.thingsNote, rows: 4 })];
}

export function reachForm(draft: Draft, experiment: Experiment, onChange: OnChange) {
  const [, first = "", sign = ">", bound = "1", unit = ""] =
    /^(\S+)\s*([<>])\s*(\S+)(?:\s+(.+))?$/.exec(draft.one("reach")) ?? [];
  const now = { column: first, sign, bound, unit };
  const keep = (): void => {
    draft.set("reach", `${now.column} ${now.sign} ${now.bound} ${now.unit}`.trim());
    onChange();
  };
  return [
    row(
      choose(say.quantity, columnsOf(experiment), now.column, (column) => {
        now.column = column;
        now.unit = unitOf(column, experiment);
        draft.set("reach", `${now.column} ${now.sign} ${now.bound} ${now.unit}`.trim());
        onChange(true);
      }),
      choose(
        say.becomes,
        [
          [">", say.larger],
          ["<", say.smaller],
        ],
        now.sign,
        (chosen) => {
          now.sign = chosen;
          keep();
        },
      ),
      line(
        unit ? `${say.than} (${formatUnit(unit)})` : say.than,
        now.bound,
        (text) => {
          now.bound = text.replace(",", ".") || "0";
          keep();
        },
        { inputmode: "decimal", class: "narrow" },
      ),
    ),
  ];
}

export function predictForm(draft: Draft, experiment: Experiment, onChange: OnChange) {
  const [, first = "", percent = "15"] =
    /^(\S+)\s+within\s+(\S+)\s*%$/.exec(draft.one("predict")) ?? [];
  const now = { column: first, percent };
  const keep = (): void => {
    draft.set("predict", `${now.column} within ${now.percent} %`);
    onChange();
  };
  return [
    row(
      choose(say.quantity, columnsOf(experiment), now.column, (column) => {
        now.column = column;
        keep();
      }),
      line(
        say.deviation,
        now.percent,
        (text) => {
          now.percent = text.replace(",", ".") || "0";
          keep();
        },
        { inputmode: "decimal", class: "narrow" },
      ),
    ),
    h("p", { class: "field-note" }, say.predictNote),
  ];
}
