import { readValues, wordsOf } from "../base/word-list";
import type { Settings } from "../study/settings";
import { readRanges, type Range } from "./own-numbers";
import { answerKeys, readAnswer, readMistake } from "./read-answer";
import type { Answer, Fault, Mistake } from "./read-answer";

export type { Answer, NumberAnswer } from "./read-answer";

/**
 * An exercise: its settings, the quantities to watch, and the question; docs/embedding.md has the
 * syntax.
 */
export interface Task {
  /** Parameters whose values each reader draws. */
  readonly own: readonly Range[];
  /** null: it sets nothing. */
  readonly settings: Settings | null;
  /** Settings of a second run to compare with; null: none. */
  readonly compared: Settings | null;
  /** The difference, as written in the task. */
  readonly difference: string;
  /** Columns or parameters. */
  readonly watch: readonly string[];
  /** Parameters that the reader sees and cannot change in this task; "*" means all. */
  readonly lock: readonly string[];
  /** Parameters that the reader does not see in this task; "*" means all. */
  readonly hide: readonly string[];
  readonly ask: string;
  readonly answer: Answer | null;
  /** The points for a right answer. */
  readonly points: number;
  /** The replies to a right and to a wrong answer. */
  readonly right: string;
  readonly wrong: string;
  /** The replies to typical wrong answers. */
  readonly mistakes: readonly Mistake[];
  /** Shown one after the other, when the reader asks for them. */
  readonly hints: readonly string[];
}

const keys: readonly string[] = [
  ...["own", "set", "input", "method", "step", "until", "compare", "watch", "lock", "hide", "ask"],
  ...[...answerKeys, "points", "hint", "mistake", "right", "wrong"],
];

/**
 * Reads the lines "key: value" of a block ```task; returns a sentence for its author if it is
 * faulty.
 */
export function readTask(block: string): Task | Fault {
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
  const answer = readAnswer(one);
  if (answer !== null && "fault" in answer) return answer;
  if (answer && !["state", "prediction"].includes(answer.kind) && one("ask") === "")
    return { fault: "There is an answer, but no question: add a line “ask: …”." };
  const settings = readSettings(one("set"), all("input"), one("method"), one("step"), one("until"));
  if (settings !== null && "fault" in settings) return settings;
  const own = readRanges(one("own"));
  if (own === null)
    return { fault: `“own: ${one("own")}” is not of the form “name: 1 to 2 by 0.1”.` };
  const compared = readCompared(one("compare"));
  if (compared !== null && "fault" in compared) return compared;
  const points = one("points") === "" ? 1 : Number(one("points"));
  if (!(points >= 0 && points <= 1000))
    return { fault: `“points: ${one("points")}” is not a number from 0 to 1000.` };
  const mistakes: Mistake[] = [];
  for (const text of all("mistake")) {
    const mistake = readMistake(text, answer);
    if ("fault" in mistake) return mistake;
    mistakes.push(mistake);
  }
  return {
    own,
    settings,
    compared,
    difference: one("compare"),
    watch: wordsOf(one("watch")),
    lock: wordsOf(one("lock")),
    hide: wordsOf(one("hide")),
    ask: one("ask"),
    answer,
    points,
    right: one("right"),
    wrong: one("wrong"),
    mistakes,
    hints: all("hint"),
  };
}

function readCompared(text: string): Settings | Fault | null {
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
): Settings | Fault | null {
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

/** Whether a page, Markdown, has a block ```task. */
export const hasTasks = (markdown: string): boolean => /^\s*```task\s*$/m.test(markdown);
