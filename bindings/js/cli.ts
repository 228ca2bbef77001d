#!/usr/bin/env node
// The command `porthos`, for Node: see docs/cli.md.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { readCommand, UsageError } from "./command.js";
import { writeDiagram } from "./diagram-command.js";
import { writeHtml } from "./html-command.js";
import { writeFigure } from "./figure-command.js";
import { fileOf } from "./gallery.js";
import type { CheckCommand, Command } from "./command.js";
import type { LinearizeCommand, RunCommand } from "./command.js";
import { writeEquations } from "./equations-command.js";
import { explanationOf } from "./explain.js";
import { load, ModelError, version, type Chunk, type Model, type Problem } from "./index.js";
import { header } from "./csv.js";
import { EventSummary } from "./event-summary.js";
import { out, reasonOf, rowsOf, say, Table } from "./output.js";
import { nextChunk, Pace } from "./pace.js";
import { mustNotReplace, placesOf } from "./places.js";
import { decode, mostBytes, Refusal, takeAll } from "./read.js";
import { modelReport, problemReport, runReport } from "./report.js";
import { linearReport } from "./linear-report.js";
import { isAccusation, structureReport } from "./structure-report.js";
import { writeCourse } from "./scorm-command.js";
import { stampOfModel } from "./stamp.js";
import { sweep } from "./sweep-command.js";
import { writeText } from "./text-command.js";
import { readTrajectory, TrajectoryError, withTrajectory, type Driven } from "./trajectory.js";
import { usage } from "./usage.js";
import type { RunOptions, Summary } from "./types.js";

/** Time for which a stalled reader may delay the end after a signal, ms. */
const grace = 2000;

/** The signals that interrupt a run. */
const numberOf = { SIGINT: 2, SIGTERM: 15 };

/** Executes the command and returns the exit code. */
async function main(command: Command): Promise<number> {
  if (command.name === "help") return (await out(usage), 0);
  if (command.name === "version") return (await out(`${await version()}\n`), 0);
  if (command.name === "explain") return explain(command.word);
  const { file, json, allow } = command;
  const path = await fileOf(file);
  let text = "";
  try {
    text = await readModel(path);
    if (command.name === "run") await mustNotReplace(path, "--csv", command.csv);
    const model = await load(text, placesOf(path, allow));
    if (command.name === "check") return await check(model, text, command);
    if (command.name === "equations") return await writeEquations(model, path, command);
    if (command.name === "linearize") return await linearize(model, command);
    return await runOrInverse(model, text, path, command);
  } catch (error) {
    const problems = error instanceof ModelError ? error.problems : unreadable(error);
    // The inputs of --input are not in the text, so nothing can be quoted from it.
    if (command.name === "run" && command.options.inputs) text = "";
    if (json) await out(pretty({ model: file, problems }));
    else await (command.name === "check" ? out : say)(problemReport(file, text, problems));
    return 2;
  }
}

async function explain(word: string): Promise<number> {
  const problems = await readFile(new URL("../../docs/problems.md", import.meta.url), "utf8");
  const text = explanationOf(problems, word);
  if (text === undefined) throw new UsageError(`there is no problem code or outcome "${word}"`);
  await out(`${text}\n`);
  return 0;
}

async function check(model: Model, text: string, command: CheckCommand) {
  const { file, json, structure } = command;
  const { problems } = model;
  if (!model.ok) throw new ModelError(problems);
  if (structure) return checkStructure(model, structure, command);
  if (json) return (await out(pretty({ model: file, problems })), 0);
  await out(modelReport(file, model));
  if (problems.length > 0) await out(`\n${problemReport(file, text, problems)}`);
  return 0;
}

/** Returns 1 if a requirement of the theory fails, or if a check was left out. */
async function checkStructure(model: Model, only: string[], { file, json, budget }: CheckCommand) {
  const inspection = await model.inspect({
    ...(only.length > 0 && { only }),
    ...(budget !== undefined && { budget }),
  });
  const errors = inspection.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new ModelError(inspection.problems);
  await out(json ? pretty(inspection) : structureReport(file, inspection));
  return inspection.findings.some(isAccusation) || inspection.leftOut.length > 0 ? 1 : 0;
}

async function linearize(model: Model, { file, json, options }: LinearizeCommand) {
  if (!model.ok) throw new ModelError(model.problems);
  const linear = await model.linearize(options);
  if (linear.problems.some(({ severity }) => severity === "error"))
    throw new ModelError(linear.problems);
  await out(json ? pretty(linear) : linearReport(file, linear));
  if (!json && linear.problems.length > 0)
    await out(`\n${problemReport(file, "", linear.problems)}`);
  return 0;
}

/** A run, with the motion of a file if one is given. */
async function runOrInverse(model: Model, text: string, path: string, command: RunCommand) {
  const { inverse, allow, options } = command;
  if (inverse === undefined) return run(model, text, command);
  if (!model.ok) throw new ModelError(model.problems);
  const { columns } = model.start({ ...options, until: 0 }).started;
  try {
    const trajectory = readTrajectory(await readFile(inverse, "utf8"));
    const driven = withTrajectory(text, model.ports, columns, trajectory);
    const { starts, inputs } = driven.options;
    const merged: RunOptions = {
      ...driven.options,
      ...options,
      starts: { ...starts, ...options.starts },
      inputs: { ...options.inputs, ...inputs },
    };
    const whole = await load(driven.text, placesOf(path, allow));
    const ends = options.until === undefined ? driven.ends : []; // else it ends elsewhere
    return await run(whole, driven.text, { ...command, options: merged }, ends);
  } catch (error) {
    if (error instanceof TrajectoryError) throw new UsageError(`${inverse}: ${error.message}`);
    if (isSystemError(error)) throw new UsageError(`${inverse}: ${reasonOf(error)}`);
    throw error;
  }
}

/** Says which columns did not follow the trajectory. */
async function checkEnds(summary: Summary, ends: Driven["ends"]): Promise<boolean> {
  const most = 1e-2;
  const missed = ends.filter(
    ({ name, value, range }) =>
      !(Math.abs((summary.final[name] ?? NaN) - value) <= most * range + 1e-9),
  );
  for (const { name, value } of missed)
    await say(`\n${name} ends at ${summary.final[name]}, not at ${value} of the trajectory\n`);
  return missed.length === 0;
}

async function run(
  model: Model,
  text: string,
  { file, json, csv, isStamped, options }: RunCommand,
  ends: Driven["ends"] = [],
): Promise<number> {
  let table: Table | undefined;
  let last: Chunk;
  const simulation = model.start(options);
  const events = new EventSummary(simulation.started.columns);
  const signal = new Signal();
  const pace = new Pace();
  do {
    last = await nextChunk(simulation, pace);
    if (csv !== undefined) {
      const origin = isStamped ? `# ${stampOfModel(await version(), model, options)}\n` : "";
      table ??= await Table.create(csv, origin + header(last.columns)); // not before the start is known to be valid
      await table.add(rowsOf(last));
    }
    events.add(last);
    showProgress(last);
  } while (!last.done && signal.code === 0);
  await table?.close();
  const summary = last.summary ?? interrupted(simulation.summary(), last.t);
  if (json) await out(pretty(summary));
  else {
    // If the table goes to the standard output, nothing else does.
    await (csv === "-" ? say : out)(
      runReport(model, summary, last!, text, simulation.started.start.changed, events),
    );
    if (summary.problems.length > 0) await say(`\n${problemReport(file, text, summary.problems)}`);
  }
  signal.ignore();
  if (signal.code > 0) return signal.code;
  if (summary.outcome === "finished" && !(await checkEnds(summary, ends))) return 1;
  return summary.outcome === "finished" || summary.outcome === "stopped" ? 0 : 1;
}

/** The request of a signal to stop. A second signal ends the program immediately. */
class Signal {
  /** 128 plus the signal's number, or 0. */
  code = 0;
  readonly #listener = (name: NodeJS.Signals) => {
    this.code = 128 + numberOf[name as keyof typeof numberOf];
    this.ignore();
    setTimeout(() => process.exit(this.code), grace).unref();
  };

  constructor() {
    for (const name of Object.keys(numberOf)) process.once(name, this.#listener);
  }

  ignore(): void {
    for (const name of Object.keys(numberOf)) process.off(name, this.#listener);
  }
}

function interrupted(summary: Summary, t: number): Summary {
  const message = `At t = ${Number(t.toPrecision(6))} s: A signal ended the run before its end.`;
  return { ...summary, outcome: "interrupted", message };
}

const pretty = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function showProgress({ t, progress, done }: Chunk): void {
  if (!process.stderr.isTTY) return;
  const line = `t = ${t.toPrecision(4)} s, ${Math.floor(100 * progress)} %`;
  process.stderr.write(done ? "\r\x1b[K" : `\r\x1b[K${line}`);
}

/** The text of a model, also from a pipe, with a limit on its size. */
async function readModel(file: string): Promise<string> {
  const about = await stat(file);
  if (about.isDirectory())
    throw new Refusal("is a directory", "the text of a model", "name the file of the model");
  if (about.size > mostBytes) {
    const size = `is a file of ${(about.size / 1e6).toFixed(1)} MB`;
    throw new Refusal(size, `at most ${mostBytes / 1e6} MB`, "is this the file that you mean?");
  }
  return decode(await takeAll(createReadStream(file)));
}

/** The problem of an unreadable model file; rethrows any other error. */
function unreadable(error: unknown): Problem[] {
  const place = { severity: "error", code: "PH407", where: "" } as const;
  if (error instanceof Refusal) {
    const { message, expected, hint } = error;
    return [{ ...place, found: `a file that ${message}`, expected, hint }];
  }
  if (!isSystemError(error)) throw error;
  const [expected, hint] = ["the text of a model", "check the name of the file"];
  return [{ ...place, found: reasonOf(error), expected, hint }];
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

/** Commands with their own option parser. */
const others: { [name: string]: (words: readonly string[]) => Promise<number> } = {
  diagram: writeDiagram,
  html: writeHtml,
  scorm: writeCourse,
  figure: writeFigure,
  sweep,
  text: writeText,
};

try {
  const words = process.argv.slice(2);
  const [name = ""] = words;
  const hasOwnParser = Object.hasOwn(others, name) && !words.includes("--help");
  const own = hasOwnParser ? others[name] : undefined;
  process.exitCode = own ? await own(words.slice(1)) : await main(readCommand(words));
} catch (error) {
  const known = error instanceof UsageError;
  await say(`porthos: ${error instanceof Error ? error.message : String(error)}\n`);
  if (known) await say("Try: porthos --help\n");
  process.exitCode = known ? 2 : 1;
}
