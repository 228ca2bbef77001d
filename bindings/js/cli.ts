#!/usr/bin/env node
// The command `porthos`, for Node: see docs/cli.md.
import { createWriteStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { readCommand, UsageError, usage } from "./command.js";
import { writeHtml } from "./html-command.js";
import type { CheckCommand, Command, RunCommand } from "./command.js";
import { load, ModelError, version, type Chunk, type Model, type Problem } from "./index.js";
import { modelReport, problemReport, runReport } from "./report.js";

const largest = 4 << 20; // bytes; a model that a person or a program means is far smaller

/** Writes text and waits until the reader can take more. */
type Write = (text: string) => Promise<void>;

const out = writerTo(process.stdout);
const say = writerTo(process.stderr);

/** Does what was asked for and gives the exit code. */
async function main(command: Command): Promise<number> {
  if (command.name === "help") return (await out(usage), 0);
  if (command.name === "version") return (await out(`${await version()}\n`), 0);
  const { file, json } = command;
  let text = "";
  try {
    text = await readModel(file);
    const model = await load(text, { base: pathToFileURL(file) });
    return await (command.name === "check"
      ? check(model, text, command)
      : run(model, text, command));
  } catch (error) {
    const problems = error instanceof ModelError ? error.problems : unreadable(error);
    // What --input replaces is not in the text, so nothing can be quoted from there.
    if (command.name === "run" && command.options.inputs) text = "";
    if (json) await out(pretty({ model: file, problems }));
    else await (command.name === "check" ? out : say)(problemReport(file, text, problems));
    return 2;
  }
}

async function check(model: Model, text: string, { file, json }: CheckCommand) {
  const { problems } = model;
  if (!model.ok) throw new ModelError(problems);
  if (json) return (await out(pretty({ model: file, problems })), 0);
  await out(modelReport(file, model));
  if (problems.length > 0) await out(`\n${problemReport(file, text, problems)}`);
  return 0;
}

async function run(
  model: Model,
  text: string,
  { file, json, csv, options }: RunCommand,
): Promise<number> {
  let table: Table | undefined;
  let last: Chunk | undefined;
  for await (const chunk of model.stream(options)) {
    if (csv !== undefined) {
      table ??= await Table.create(csv, chunk); // not before the start is known to be good
      await table.add(chunk);
    }
    showProgress(chunk);
    last = chunk;
  }
  await table?.close();
  const summary = last!.summary!;
  if (json) await out(pretty(summary));
  else {
    // Standard output belongs to the table when that is where it goes.
    await (csv === "-" ? say : out)(runReport(model, summary));
    if (summary.problems.length > 0) await say(`\n${problemReport(file, text, summary.problems)}`);
  }
  return summary.outcome === "finished" || summary.outcome === "stopped" ? 0 : 1;
}

/** Comma-separated rows with a header of names and units. */
class Table {
  readonly #write: Write;
  readonly #end: () => Promise<void>;

  private constructor(write: Write, end: () => Promise<void>) {
    this.#write = write;
    this.#end = end;
  }

  static async create(file: string, { columns }: Chunk): Promise<Table> {
    const table = file === "-" ? new Table(out, async () => {}) : await Table.#toFile(file);
    const header = columns.map(({ name, unit }) => cell(unit ? `${name} [${unit}]` : name));
    await table.#write(`${header.join()}\n`);
    return table;
  }

  static async #toFile(file: string): Promise<Table> {
    const stream = createWriteStream(file);
    await new Promise<void>((resolve, reject) => {
      stream.once("open", () => resolve());
      stream.once("error", (error) =>
        reject(new UsageError(`cannot write ${file}: ${reasonOf(error)}`)),
      );
    });
    return new Table(writerTo(stream), () => new Promise((resolve) => stream.end(() => resolve())));
  }

  /** Numbers in the fewest digits that give the same number when read again. */
  async add({ table, columns: { length: width } }: Chunk): Promise<void> {
    const lines: string[] = [];
    for (let row = 0; row < table.length; row += width)
      lines.push(`${Array.from(table.subarray(row, row + width), exact).join()}\n`);
    await this.#write(lines.join(""));
  }

  close(): Promise<void> {
    return this.#end();
  }
}

const exact = (value: number) => (Object.is(value, -0) ? "-0" : String(value));
const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const pretty = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

function showProgress({ t, progress, done }: Chunk): void {
  if (!process.stderr.isTTY) return;
  const line = `t = ${t.toPrecision(4)} s, ${Math.floor(100 * progress)} %`;
  process.stderr.write(done ? "\r\x1b[K" : `\r\x1b[K${line}`);
}

async function readModel(file: string): Promise<string> {
  const about = await stat(file);
  if (about.isDirectory()) throw new ReadError("a directory", "name the file of the model");
  if (about.size > largest) {
    const size = `a file of ${(about.size / (1 << 20)).toFixed(1)} MB`;
    throw new ReadError(size, `a model has at most ${largest >> 20} MB`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ReadError("bytes that are not UTF-8 text", "is this the file that you mean?");
  }
}

/** A file that is there but cannot be a model. */
class ReadError extends Error {
  readonly hint: string;

  constructor(found: string, hint: string) {
    super(found);
    this.hint = hint;
  }
}

/** A problem about a model's file; any other error goes on. */
function unreadable(error: unknown): Problem[] {
  if (!(error instanceof ReadError) && !isSystemError(error)) throw error;
  const hint = error instanceof ReadError ? error.hint : "check the name of the file";
  const found = error instanceof ReadError ? error.message : reasonOf(error);
  const expected = "the text of a model";
  return [{ severity: "error", code: "PH407", where: "", found, expected, hint }];
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  const words: { [code: string]: string } = {
    ENOENT: "no such file or directory",
    EACCES: "no permission",
    EISDIR: "a directory",
    ENOTDIR: "a part of the path is not a directory",
    ENOSPC: "no space left",
  };
  return words[error.code ?? ""] ?? error.message;
}

function writerTo(stream: NodeJS.WritableStream): Write {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever read this has seen enough, as `head` does; that is no fault.
    if (error.code === "EPIPE") process.exit();
    process.stderr.write(`porthos: cannot write: ${reasonOf(error)}\n`);
    process.exit(2);
  });
  return (text) =>
    new Promise((resolve) => {
      if (stream.write(text)) resolve();
      else stream.once("drain", resolve);
    });
}

try {
  const words = process.argv.slice(2);
  const isHtml = words[0] === "html" && !words.includes("--help");
  process.exitCode = isHtml ? await writeHtml(words.slice(1)) : await main(readCommand(words));
} catch (error) {
  const known = error instanceof UsageError;
  await say(`porthos: ${error instanceof Error ? error.message : String(error)}\n`);
  if (known) await say("Try: porthos --help\n");
  process.exitCode = known ? 2 : 1;
}
