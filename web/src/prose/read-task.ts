import { readValues } from "../base/word-list";
import type { Settings } from "../study/settings";

/** The answer that a task expects. */
export type Answer =
  | {
      readonly kind: "number";
      readonly value: number;
      readonly within: number;
      readonly unit: string;
    }
  | { readonly kind: "choice"; readonly choices: readonly string[]; readonly right: number }
  | {
      readonly kind: "state";
      /** Column of the table. The goal is reached if it passes the bound at some time. */
      readonly column: string;
      readonly sign: "<" | ">";
      readonly bound: number;
      readonly unit: string;
    };

/**
 * An exercise: its settings, the quantities to watch, and the question; docs/embedding.md has the
 * syntax.
 */
export interface Task {
  /** null: it sets nothing. */
  readonly settings: Settings | null;
  /** Settings of a second run to compare with; null: none. */
  readonly compared: Settings | null;
  /** The difference, as written in the task. */
  readonly difference: string;
  /** Columns or parameters. */
  readonly watch: readonly string[];
  readonly ask: string;
  readonly answer: Answer | null;
  /** The replies to a right and to a wrong answer. */
  readonly right: string;
  readonly wrong: string;
}

const keys = [
  ...["set", "input", "method", "step", "until", "compare", "watch"],
  ...["ask", "number", "choice", "reach", "right", "wrong"],
];
const number = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`;
const withinPattern = new RegExp(`^(${number}) within (${number})(?: (.+))?$`, "i");
const reachPattern = new RegExp(String.raw`^(\S+)\s*([<>])\s*(${number})(?: (.+))?$`, "i");

/**
 * Reads the lines "key: value" of a block ```task; returns a sentence for its author if it is
 * faulty.
 */
export function readTask(block: string): Task | { readonly fault: string } {
  const lines: [string, string][] = [];
  for (const line of block.split("\n").filter((one) => one.trim() !== "")) {
    const [, key = "", value = ""] = /^\s*(\w+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (!keys.includes(key))
      return { fault: `The line “${line.trim()}” does not begin with one of ${keys.join(", ")}.` };
    lines.push([key, value]);
  }
  const all = (key: string): string[] =>
    lines.flatMap(([name, value]) => (name === key ? value : []));
  const one = (key: string): string => all(key)[0] ?? "";
  const answer = readAnswer(one("number"), one("choice"), one("reach"));
  if (answer !== null && "fault" in answer) return answer;
  if (answer && answer.kind !== "state" && one("ask") === "")
    return { fault: "There is an answer, but no question: add a line “ask: …”." };
  const settings = readSettings(one("set"), all("input"), one("method"), one("step"), one("until"));
  if (settings !== null && "fault" in settings) return settings;
  const compared = readCompared(one("compare"));
  if (compared !== null && "fault" in compared) return compared;
  const watch = one("watch")
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    settings,
    compared,
    difference: one("compare"),
    watch,
    ask: one("ask"),
    answer,
    right: one("right"),
    wrong: one("wrong"),
  };
}

function readCompared(text: string): Settings | { readonly fault: string } | null {
  if (text === "") return null;
  const [, key = "", value = ""] = /^(set|method|step) (.+)$/.exec(text) ?? [];
  if (!key)
    return { fault: `“compare: ${text}” is not of the form “set name: number” or “method name”.` };
  const of = (name: string): string => (name === key ? value : "");
  return readSettings(of("set"), [], of("method"), of("step"), "");
}

function readSettings(
  set: string,
  inputs: readonly string[],
  method: string,
  step: string,
  until: string,
): Settings | { readonly fault: string } | null {
  if ([set, method, step, until, ...inputs].every((text) => text === "")) return null;
  const settings: Settings = { set: readValues(set), inputs: {} };
  const wanted = set.split(/[,;]+/).filter((pair) => pair.trim() !== "").length;
  if (Object.keys(settings.set).length !== wanted)
    return { fault: `“set: ${set}” is not of the form “name: number, name: number”.` };
  for (const input of inputs) {
    const [, port, formula] = /^(\S+)\s*=\s*(.+)$/.exec(input) ?? [];
    if (!port || !formula)
      return { fault: `“input: ${input}” is not of the form “port = formula”.` };
    settings.inputs[port] = formula;
  }
  if (method) settings.method = method;
  for (const [key, text] of [
    ["step", step],
    ["until", until],
  ] as const) {
    if (!text) continue;
    if (!(Number(text) > 0)) return { fault: `“${key}: ${text}” is not a time in seconds.` };
    settings[key] = Number(text);
  }
  return settings;
}

function readAnswer(
  numberText: string,
  choiceText: string,
  reachText: string,
): Answer | { readonly fault: string } | null {
  if ([numberText, choiceText, reachText].filter(Boolean).length > 1)
    return { fault: "A task has one answer: a number, a choice, or a state to reach." };
  if (numberText) {
    const [, value, within, unit = ""] = withinPattern.exec(numberText) ?? [];
    if (value === undefined)
      return { fault: `“number: ${numberText}” is not of the form “2.5 within 0.1 rad/s”.` };
    return { kind: "number", value: Number(value), within: Number(within), unit };
  }
  if (choiceText) {
    const choices = choiceText.split("|").map((choice) => choice.trim());
    const right = choices.flatMap((choice, index) => (choice.startsWith("*") ? index : []));
    if (choices.length < 2 || right.length !== 1)
      return { fault: "“choice:” needs two or more between “|”, and a “*” before the right one." };
    const words = choices.map((choice) => choice.replace(/^\*\s*/, ""));
    return { kind: "choice", choices: words, right: right[0] ?? 0 };
  }
  if (!reachText) return null;
  const [, column = "", sign, bound, unit = ""] = reachPattern.exec(reachText) ?? [];
  if (sign !== "<" && sign !== ">")
    return { fault: `“reach: ${reachText}” is not of the form “crank.omega1 > 8 rad/s”.` };
  return { kind: "state", column, sign, bound: Number(bound), unit };
}

/** Whether a page, Markdown, has a block ```task. */
export const hasTasks = (markdown: string): boolean => /^\s*```task\s*$/m.test(markdown);
