import { didYouMean, thereAre } from "./suggest.js";
import type { LinearizeOptions, RunOptions } from "./types.js";

/** A parsed command line. */
export type Command =
  | { name: "help" }
  | { name: "version" }
  | ExplainCommand
  | CheckCommand
  | EquationsCommand
  | LinearizeCommand
  | RunCommand;

export interface ExplainCommand {
  name: "explain";
  /** A problem code or an outcome. */
  word: string;
}

export interface CheckCommand {
  name: "check";
  file: string;
  allow: string[];
  json: boolean;
  /** The requested structure checks, all if the list is empty; missing: no structure report. */
  structure?: string[];
  /** The time for the structure report, s. */
  budget?: number;
}

export interface EquationsCommand {
  name: "equations";
  file: string;
  allow: string[];
  json: boolean;
  form: EquationsForm;
  /** The file to write; missing: the standard output. */
  to?: string;
  /** With a list of symbols. */
  hasSymbols: boolean;
}

export type EquationsForm = "text" | "tex" | "mathml" | "svg" | "pdf";

export interface LinearizeCommand {
  name: "linearize";
  file: string;
  allow: string[];
  json: boolean;
  options: LinearizeOptions;
}

export interface RunCommand {
  name: "run";
  file: string;
  allow: string[];
  json: boolean;
  csv?: string;
  /** The file with the motion that the run prescribes. */
  inverse?: string;
  /** A comment with the origin before the table. */
  isStamped: boolean;
  options: RunOptions;
}

/** A mistake in the command line. */
export class UsageError extends Error {}

const commands = [
  "run",
  "check",
  "equations",
  "diagram",
  "figure",
  "html",
  "scorm",
  "text",
  "sweep",
  "linearize",
  "explain",
];
const flags = ["--json", "--help", "--version"];
const runFlags = ["--error-column", "--stamp"];
const forms: readonly string[] = ["--text", "--tex", "--mathml", "--svg", "--pdf"];
const ways = ["--method", "--tolerance", "--coordinates"];
const runValues = ["--until", "--step", ...ways, "--set", "--input", "--csv", "--inverse"];
const linearizeValues = ["--set", "--input", "--at", "--fixed", "--sweep"];
const valuesOf: { [command: string]: readonly string[] } = {
  run: runValues,
  check: ["--only", "--budget"],
  equations: ["-o", "--out"],
  linearize: linearizeValues,
};
const flagsOf: { [command: string]: readonly string[] } = {
  run: runFlags,
  check: ["--structure"],
  equations: [...forms, "--symbols"],
  linearize: [],
};

function readExplain([word, ...more]: readonly string[]): ExplainCommand {
  if (word === undefined || more.length > 0)
    throw new UsageError("explain needs one problem code, as PH203, or one outcome, as diverged");
  return { name: "explain", word };
}

/** What other programs, or the library, call a command. */
const otherNames: { readonly [name: string]: string } = {
  inspect: "check --structure",
  simulate: "run",
  plot: "figure",
};

function unknownCommand(name: string): UsageError {
  const meant = Object.hasOwn(otherNames, name)
    ? `; did you mean "${otherNames[name]!}"?`
    : didYouMean(name, [...commands, ...flags]);
  return new UsageError(`unknown command "${name}"${meant || thereAre(commands)}`);
}

export function readCommand(words: readonly string[]): Command {
  const [name] = words;
  if (name === undefined)
    throw new UsageError(
      "no command; there are run, check, equations, diagram, figure, html, scorm, text, sweep, linearize and explain",
    );
  if (words.includes("--help") || words.includes("-h") || name === "help") return { name: "help" };
  if (words.includes("--version")) return { name: "version" };
  if (name === "explain") return readExplain(words.slice(1));
  if (name !== "run" && name !== "check" && name !== "equations" && name !== "linearize")
    throw unknownCommand(name);
  return commandOf(name, readOptions(name, words.slice(1)));
}

type ModelCommandName = "run" | "check" | "equations" | "linearize";

/** Files and options of a command, before they are checked together. */
interface Given {
  readonly files: string[];
  readonly options: RunOptions;
  readonly linear: LinearizeOptions;
  readonly allow: string[];
  json: boolean;
  csv?: string;
  inverse?: string;
  isStamped?: boolean;
  form?: EquationsForm;
  to?: string;
  hasSymbols?: boolean;
  structure?: string[];
  budget?: number;
}

function readOptions(name: ModelCommandName, words: readonly string[]): Given {
  const given: Given = { files: [], options: {}, linear: {}, allow: [], json: false };
  const values = [...(valuesOf[name] ?? []), "--allow"];
  const ownFlags = flagsOf[name] ?? [];
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift()!;
    const [, option = "", attached] = /^(-o|--[^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (option === "") {
      given.files.push(word);
      continue;
    }
    if (option === "--json" && attached === undefined) given.json = true;
    else if (ownFlags.includes(option) && attached === undefined) readFlag(name, option, given);
    else if (!values.includes(option))
      throw unknownOption(option, name, [...values, ...ownFlags, ...flags]);
    else {
      const value = attached ?? rest.shift();
      if (value === undefined) throw new UsageError(`${option} needs a value`);
      readValue(option, value, given);
    }
  }
  return given;
}

function readFlag(name: ModelCommandName, option: string, given: Given): void {
  if (option === "--stamp") given.isStamped = true;
  else if (name === "run") given.options.errorColumn = true;
  else if (name === "check") given.structure ??= [];
  else if (option === "--symbols") given.hasSymbols = true;
  else if (given.form) throw new UsageError(`one form at a time: --${given.form} ${option}`);
  else given.form = option.slice(2) as EquationsForm;
}

function readValue(option: string, value: string, given: Given): void {
  if (option === "--csv") given.csv = value;
  else if (option === "--inverse") given.inverse = value;
  else if (option === "-o" || option === "--out") given.to = value;
  else if (option === "--allow") given.allow.push(value);
  else if (option === "--only") given.structure = [...(given.structure ?? []), value];
  else if (option === "--budget") given.budget = secondsOf(option, value);
  else if (!readLinearizeOption(option, value, given.linear))
    readRunOption(option, value, given.options);
}

function secondsOf(option: string, value: string): number {
  const seconds = Number(value);
  if (value.trim() !== "" && seconds >= 0 && Number.isFinite(seconds)) return seconds;
  throw new UsageError(`${option} needs seconds, 0 or more, not "${value}"`);
}

function commandOf(name: ModelCommandName, given: Given): Command {
  const { files, allow, json, csv, inverse, form, structure, budget, options } = given;
  const [file] = files;
  if (file === undefined) throw new UsageError(`${name} needs the file of a model`);
  if (files.length > 1) throw new UsageError(`one model at a time: ${files.join(" ")}`);
  if (name === "check") {
    if (budget === undefined) return { name, file, allow, json, ...(structure && { structure }) };
    return { name, file, allow, json, structure: structure ?? [], budget };
  }
  if (name === "linearize") {
    const { set, inputs } = options;
    return {
      ...{ name, file, allow, json },
      options: { ...given.linear, ...(set && { set }), ...(inputs && { signals: inputs }) },
    };
  }
  if (name === "equations") return equationsOf(file, given);
  if (json && csv === "-") throw new UsageError("--json and --csv - both write to standard output");
  const { isStamped = false } = given;
  if (isStamped && csv === undefined) throw new UsageError("--stamp is an option of --csv");
  return { name, file, allow, json, csv, inverse, isStamped, options };
}

function equationsOf(file: string, given: Given): EquationsCommand {
  const { allow, json, form = "text", to, hasSymbols = false } = given;
  if (json && given.form) throw new UsageError(`--json and --${form} cannot be combined`);
  if (form === "pdf" && (to === undefined || to === "-"))
    throw new UsageError("--pdf needs -o FILE.pdf");
  if (hasSymbols && form !== "svg" && form !== "pdf")
    throw new UsageError("--symbols is an option of --svg and --pdf");
  return { name: "equations", file, allow, json, form, hasSymbols, ...(to && { to }) };
}

export function unknownOption(
  option: string,
  command: string,
  known: readonly string[],
): UsageError {
  const ofRun = command !== "run" && [...runValues, ...runFlags].includes(option);
  const hint = ofRun ? "; it is an option of run" : didYouMean(option, known);
  return new UsageError(`unknown option "${option}" of ${command}${hint}`);
}

/** Reads an option of linearize; false if it is not one. */
function readLinearizeOption(option: string, value: string, to: LinearizeOptions): boolean {
  if (option === "--at") {
    if (value !== "start" && value !== "equilibrium" && value !== "steady")
      throw new UsageError(`--at expects start, equilibrium or steady, found "${value}"`);
    to.at = value;
  } else if (option === "--fixed") to.fixed = [...(to.fixed ?? []), value];
  else if (option === "--sweep") {
    const [name, range] = readPair(option, value, "NAME=FROM:TO:COUNT");
    const [from, end, count, ...more] = range.split(":");
    if (from === undefined || end === undefined || count === undefined || more.length > 0)
      throw new UsageError(`--sweep expects NAME=FROM:TO:COUNT, found "${value}"`);
    to.sweep = {
      name,
      from: readNumber(option, from),
      to: readNumber(option, end),
      count: readNumber(option, count),
    };
  } else return false;
  return true;
}

function readRunOption(option: string, value: string, options: RunOptions): void {
  switch (option) {
    case "--until":
      options.until = readTime(option, value);
      break;
    case "--step":
      options.step = readPositive(option, value);
      break;
    case "--method":
      options.method = value;
      break;
    case "--tolerance":
      options.tolerance = readPositive(option, value);
      break;
    case "--coordinates":
      options.coordinates = value as RunOptions["coordinates"]; // the engine refuses others
      break;
    case "--set": {
      const [name, number] = readPair(option, value, "NAME=VALUE");
      options.set = { ...options.set, [name]: readNumber(`${option} ${name}`, number) };
      break;
    }
    case "--input": {
      const [port, formula] = readPair(option, value, "PORT=FORMULA");
      const rows = formula.split(";").map((row) => row.trim());
      options.inputs = { ...options.inputs, [port]: rows.length > 1 ? rows : formula };
    }
  }
}

function readPair(option: string, text: string, shape: string): [string, string] {
  const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.*)$/s.exec(text) ?? [];
  if (name === undefined || !value)
    throw new UsageError(`${option} expects ${shape}, found "${text}"`);
  return [name, value];
}

function readNumber(what: string, text: string): number {
  const number = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(number)) throw new UsageError(`${what} expects a number, found "${text}"`);
  return number;
}

function readTime(option: string, text: string): number {
  const number = readNumber(option, text);
  if (number < 0) throw new UsageError(`${option} expects a number of seconds, 0 or more`);
  return number;
}

function readPositive(option: string, text: string): number {
  const number = readNumber(option, text);
  if (number <= 0) throw new UsageError(`${option} expects a positive number of seconds`);
  return number;
}
