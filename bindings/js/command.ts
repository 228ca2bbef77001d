import { didYouMean } from "./suggest.js";
import type { LinearizeOptions, RunOptions } from "./types.js";

export const usage = `Usage:
  porthos run MODEL.json [options]      run a model
  porthos check MODEL.json [options]    list the problems of a model; with --structure, what
                                        the theory says of it
  porthos equations MODEL.json [--text | --tex | --mathml]
                                        print the equations of a model
  porthos diagram MODEL.json [--svg] [--out FILE] [--open] [--down] [--json]
                                        draw the model as boxes, junctions and ports
  porthos figure MODEL.json [--plot NAMES] [-o FILE.svg] [options]
                                        run a model and plot it as SVG
  porthos html MODEL.json -o FILE.html [options]
                                        write one file that shows it without a network
  porthos scorm MODEL.json... -o FILE.zip [options]
                                        write a course package (SCORM) that reports marks
  porthos text MODEL.json [-o FILE.json] [options]
                                        write the model as one text that runs anywhere
  porthos sweep MODEL.json --vary NAME=FROM:TO:COUNT [options]
                                        run a model for many values of its parameters
  porthos linearize MODEL.json [options]
                                        eigenvalues and modes of small motions
  porthos explain NAME                  say what a problem code or an outcome means

MODEL.json may be gallery:NAME, a model of the gallery by the name of its file
(gallery:slider-crank), its system in the papers (gallery:S-10), or both
(gallery:S-16-revolute).

Options of run; what is missing comes from the model:
  --until S             end of the run, s
  --step S              step size, s
  --method NAME         integration method
  --tolerance NUMBER    relative error of a step, for methods with adaptive step size
  --coordinates NAME    "joints" or "bodies": those of the steps of gauss(s)
  --set NAME=VALUE      value of a parameter (may be repeated)
  --input PORT=FORMULA  effort of a port, a formula of t (may be repeated);
                        of an array port: FORMULA;FORMULA;...
  --csv FILE            write the whole table; "-" is the standard output
  --error-column        a column of the table for the error of the trajectory
  --json                write the summary, or the problems, as JSON
  --allow PLACE         let the model use files of this folder or address too, and not
                        only of its own folder (may be repeated, also of check and
                        equations)

Options of check:
  --structure           what structure the model has, and which theorem says so
  --only T-13           one check of these (may be repeated)
  --budget SECONDS      the time for all of these (5)

Options of equations:
  --text                the syntax of the format, line by line (what is printed without
                        an option)
  --tex                 LaTeX, for a document with amsmath
  --mathml              a piece of HTML with MathML

Options of diagram:
  --svg                 a picture (what is written without an option)
  --out FILE            where to; "-", and without it, is the standard output
  --open                with what is inside the components
  --down                from top to bottom instead of to the right
  --json                the boxes, junctions, ports and lines instead of a picture

Options of linearize: --set, --input, --json, and
  --at PLACE            start (when missing), equilibrium or steady: a state of rest, or a
                        motion without accelerations, near the start
  --fixed NAME          a state that keeps its value (may be repeated)
  --sweep NAME=FROM:TO:COUNT
                        eigenvalues over a parameter or a start

Options of sweep: those of run, and
  --vary NAME=FROM:TO:COUNT
                        COUNT values at equal distances; NAME=A,B,C these. Repeated, all
                        combinations, the last parameter first
  --workers N           how many runs at once; without it one for each processor
  --shard I/N           only the I-th of N parts; the tables of all parts, one after the
                        other, are the whole

Options of text: those of run that say how to run, which are written into the text, and
  -o FILE               where to; "-", and without it, is the standard output

Options of figure: those of run that say how to run, and
  --plot NAMES          columns of the table, separated by commas; without it the energies
  --over NAME           the column along the horizontal axis; without it t
  --caption TEXT        a caption below the plot
  --width MM, --height MM
                        size in millimetres (120 x 75)
  --black               black lines that differ in their dashes
  -o FILE.svg           where to; "-", and without it, is the standard output

Options of html: those of run that say how to run, and
  -o FILE               the file to write
  --controls "LIST"     what to show: transport view traces knobs inputs method ledger
                        equations tasks
  --knobs "NAMES", --locked "NAMES"
                        the parameters to show, and those that cannot be changed
  --page FILE.md        a page with tasks, which --controls "tasks" shows

Options of scorm: those of html, which belong to the model before them, and
  -o FILE               the file to write
  --title TEXT          the title of the package; default: that of the first model
  --scorm VERSION       1.2 (when missing), or 2004 for the 4th edition
  --pass PERCENT        share of the points from which on a page is passed (50)

  --help, --version

Exit code: 0 all is well; 1 the computation failed (what was computed is still
written; of a sweep, a run failed or was refused), or the output was closed; 2
there are problems in the model or in the command, which are listed; 130, 143 a
signal ended the run.
`;

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
}

export type EquationsForm = "text" | "tex" | "mathml";

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
const runFlags = ["--error-column"];
const forms: readonly string[] = ["--text", "--tex", "--mathml"];
const ways = ["--method", "--tolerance", "--coordinates"];
const runValues = ["--until", "--step", ...ways, "--set", "--input", "--csv"];
const linearizeValues = ["--set", "--input", "--at", "--fixed", "--sweep"];
const valuesOf: { [command: string]: readonly string[] } = {
  run: runValues,
  check: ["--only", "--budget"],
  equations: [],
  linearize: linearizeValues,
};
const flagsOf: { [command: string]: readonly string[] } = {
  run: runFlags,
  check: ["--structure"],
  equations: forms,
  linearize: [],
};

function readExplain([word, ...more]: readonly string[]): ExplainCommand {
  if (word === undefined || more.length > 0)
    throw new UsageError("explain needs one problem code, as PH203, or one outcome, as diverged");
  return { name: "explain", word };
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
    throw new UsageError(`unknown command "${name}"${didYouMean(name, [...commands, ...flags])}`);
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
  form?: EquationsForm;
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
    if (!word.startsWith("--")) {
      given.files.push(word);
      continue;
    }
    const [, option = "", attached] = /^(--[^=]*)(?:=(.*))?$/s.exec(word)!;
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
  if (name === "run") given.options.errorColumn = true;
  else if (name === "check") given.structure ??= [];
  else if (given.form) throw new UsageError(`one form at a time: --${given.form} ${option}`);
  else given.form = option.slice(2) as EquationsForm;
}

function readValue(option: string, value: string, given: Given): void {
  if (option === "--csv") given.csv = value;
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
  const { files, allow, json, csv, form, structure, budget, options } = given;
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
  if (name === "equations") {
    if (json && form) throw new UsageError(`--json and --${form} cannot be combined`);
    return { name, file, allow, json, form: form ?? "text" };
  }
  if (json && csv === "-") throw new UsageError("--json and --csv - both write to standard output");
  return { name, file, allow, json, csv, options };
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
