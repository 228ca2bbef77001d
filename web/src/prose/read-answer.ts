import { readFormula, type ResultFormula } from "./result-formula";

/** A number, given or computed from a run. */
export interface NumberAnswer {
  readonly kind: "number";
  /** NaN if a formula gives it. */
  readonly value: number;
  readonly formula: ResultFormula | null;
  readonly within: number;
  /** `within` is a share of the value. */
  readonly isShare: boolean;
  readonly unit: string;
}

/** The answer that a task expects. */
export type Answer =
  | NumberAnswer
  | { readonly kind: "choice"; readonly choices: readonly string[]; readonly right: number }
  | {
      readonly kind: "order";
      /** In the right order. */
      readonly items: readonly string[];
    }
  | {
      readonly kind: "prediction";
      /** The column to sketch over time. */
      readonly column: string;
      /** The largest mean deviation, as a share of the range of the curve. */
      readonly within: number;
    }
  | {
      readonly kind: "state";
      /** Column of the table. The goal is reached if it passes the bound at some time. */
      readonly column: string;
      readonly sign: "<" | ">";
      readonly bound: number;
      readonly unit: string;
    };

/** The reply to a typical wrong answer: a number, or the words of a choice. */
export interface Mistake {
  readonly answer: NumberAnswer | string;
  readonly reply: string;
}

/** A sentence for the author of a faulty task. */
export interface Fault {
  readonly fault: string;
}

const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const withinPattern = new RegExp(`^(.+?)\\s+within\\s+(${number})(\\s*%)?(?:\\s+(.+))?$`, "i");
const numberAlone = new RegExp(`^${number}$`, "i");
const reachPattern = new RegExp(String.raw`^(\S+)\s*([<>])\s*(${number})(?: (.+))?$`, "i");
const predictPattern = new RegExp(`^(\\S+)\\s+within\\s+(${number})\\s*%$`, "i");

/** The keys of answers. A task has at most one of them. */
export const answerKeys = ["number", "choice", "order", "reach", "predict"] as const;

const readers: Readonly<Record<(typeof answerKeys)[number], (text: string) => Answer | Fault>> = {
  number: readNumberAnswer,
  choice: readChoice,
  order: readOrder,
  reach: readGoal,
  predict: readPrediction,
};

/** The answer among the lines of a task; null if there is none. */
export function readAnswer(textOf: (key: string) => string): Answer | Fault | null {
  const given = answerKeys.filter((key) => textOf(key) !== "");
  if (given.length > 1) return { fault: `A task has one answer: ${answerKeys.join(", or ")}.` };
  const [key] = given;
  return key ? readers[key](textOf(key)) : null;
}

/** Reads "2.5 within 0.1 rad/s" or "max(omega1) within 2 % rad/s". */
function readNumberAnswer(text: string): NumberAnswer | Fault {
  const [, value = "", within, percent, unit = ""] = withinPattern.exec(text) ?? [];
  const formula = numberAlone.test(value) ? null : readFormula(value);
  if (within === undefined || (formula === null && !numberAlone.test(value)))
    return {
      fault:
        `“number: ${text}” is not of the form “2.5 within 0.1 rad/s” ` +
        "or “max(omega1) within 2 % rad/s”.",
    };
  const isShare = percent !== undefined;
  return {
    kind: "number",
    value: formula ? NaN : Number(value),
    formula,
    within: Number(within) * (isShare ? 0.01 : 1),
    isShare,
    unit,
  };
}

function readChoice(text: string): Answer | Fault {
  const choices = text.split("|").map((choice) => choice.trim());
  const right = choices.flatMap((choice, index) => (choice.startsWith("*") ? index : []));
  if (choices.length < 2 || right.length !== 1)
    return { fault: "“choice:” needs two or more between “|”, and a “*” before the right one." };
  const words = choices.map((choice) => choice.replace(/^\*\s*/, ""));
  return { kind: "choice", choices: words, right: right[0] ?? 0 };
}

function readOrder(text: string): Answer | Fault {
  const items = text.split("|").map((item) => item.trim());
  const isOrder = items.length > 1 && items.length === new Set(items).size && !items.includes("");
  return isOrder
    ? { kind: "order", items }
    : { fault: "“order:” needs two or more different things between “|”, in the right order." };
}

function readGoal(text: string): Answer | Fault {
  const [, column = "", sign, bound, unit = ""] = reachPattern.exec(text) ?? [];
  if (sign !== "<" && sign !== ">")
    return { fault: `“reach: ${text}” is not of the form “crank.omega1 > 8 rad/s”.` };
  return { kind: "state", column, sign, bound: Number(bound), unit };
}

function readPrediction(text: string): Answer | Fault {
  const [, column = "", percent = ""] = predictPattern.exec(text) ?? [];
  if (!(Number(percent) > 0))
    return { fault: `“predict: ${text}” is not of the form “omega1 within 15 %”.` };
  return { kind: "prediction", column, within: Number(percent) / 100 };
}

/**
 * Reads "5 within 0.1 rad/s => That is the diameter." A number without a tolerance has that of the
 * answer; for a choice, its words stand before the arrow.
 */
export function readMistake(text: string, answer: Answer | null): Mistake | Fault {
  const [, given = "", reply = ""] = /^(.+?)\s*(?:=>|→)\s*(.+)$/.exec(text) ?? [];
  const fault = (detail: string): Fault => ({ fault: `“mistake: ${text}” ${detail}` });
  if (given === "") return fault("is not of the form “5 => You took the diameter.”.");
  if (answer?.kind === "choice")
    return answer.choices.includes(given)
      ? { answer: given, reply }
      : fault("names none of the choices.");
  if (answer?.kind !== "number") return fault("needs “number:” or “choice:”.");
  const { within, isShare, unit } = answer;
  const tolerance = isShare ? `${within * 100} %` : String(within);
  const isWhole = /\swithin\s/i.test(given);
  const read = readNumberAnswer(isWhole ? given : `${given} within ${tolerance} ${unit}`.trim());
  return "fault" in read ? read : { answer: { ...read, unit: read.unit || unit }, reply };
}
