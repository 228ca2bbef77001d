// The command `porthos sweep`, for Node: see docs/cli.md.
import { readFile } from "node:fs/promises";
import { readCommand, UsageError } from "./command.js";
import { ModelError } from "./errors.js";
import { fileOf } from "./gallery.js";
import { load, type Model } from "./index.js";
import { setsOf } from "./many.js";
import { exact, header, line } from "./csv.js";
import { out, reasonOf, say, Table } from "./output.js";
import { mustNotReplace, placesOf } from "./places.js";
import { count, problemReport } from "./report.js";
import { didYouMean, thereAre } from "./suggest.js";
import { runMany } from "./worker.js";
import type { Column, ManyRun, ParameterSet, Ranges } from "./types.js";

interface Shard {
  /** its number, from 1 */
  index: number;
  count: number;
}

/**
 * Runs a model for all combinations of values and writes a line for each; returns the exit code.
 */
export async function sweep(words: readonly string[]): Promise<number> {
  const { vary, shard, workers, rest } = takeOptions(words);
  const command = readCommand(["run", ...rest]); // the options of a run are those of `run`
  if (command.name !== "run") throw new UsageError("sweep needs the file of a model");
  if (command.json) throw new UsageError("--json is an option of run");
  if (Object.keys(vary).length === 0)
    throw new UsageError("sweep needs --vary NAME=FROM:TO:COUNT, or --vary NAME=A,B,C");
  const { options, allow } = command;
  const twice = Object.keys(vary).find((name) => Object.hasOwn(options.set ?? {}, name));
  if (twice !== undefined) throw new UsageError(`"${twice}" is in --set and in --vary`);
  const csv = command.csv ?? "-";
  const file = await fileOf(command.file);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`cannot read ${file}: ${reasonOf(error)}`);
  });
  await mustNotReplace(file, "--csv", csv === "-" ? undefined : csv);
  const places = placesOf(file, allow);
  try {
    const model = await load(text, places);
    const all = setsOf(vary);
    const names = parametersOf(model, Object.keys(vary));
    const simulation = model.start(options); // fails early if the common options are invalid
    const { columns, problems } = simulation.started;
    simulation.dispose();
    if (problems.length > 0) await say(problemReport(file, text, problems));
    const sets = all.slice(...partOf(all.length, shard));
    const first = header([...names, { name: "outcome", unit: "" }, error, ...columns]);
    const table = await Table.create(csv, shard.index === 1 ? first : "");
    let failed = 0;
    for await (const run of runMany(text, sets, { ...places, ...options, ...workers })) {
      await table.add(lineOf(run, Object.keys(vary), columns));
      const outcome = run.summary?.outcome;
      if (outcome !== "finished" && outcome !== "stopped") failed++;
      showProgress(run.index + 1, sets.length);
    }
    await table.close();
    if (csv !== "-")
      await out(
        `${csv}: ${count(sets.length, "run")}${failed > 0 ? `, ${failed} of them not to the end` : ""}\n`,
      );
    return failed > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    await say(problemReport(file, text, error.problems));
    return 2;
  }
}

/** The estimated error of the trajectory, relative to the motion. */
const error = { name: "error", unit: "" };

function parametersOf(model: Model, names: readonly string[]): { name: string; unit: string }[] {
  const known = new Map(model.parameters.map(({ name, unit }) => [name, unit]));
  return names.map((name) => {
    const unit = known.get(name);
    if (unit === undefined)
      throw new UsageError(
        `no parameter "${name}" to vary${didYouMean(name, known.keys())}${thereAre(known.keys())}`,
      );
    return { name, unit };
  });
}

/**
 * The runs of a shard among `count`: consecutive ones, so that the concatenated tables of all
 * shards are the whole table.
 */
function partOf(count: number, { index, count: shards }: Shard): [number, number] {
  return [Math.floor(((index - 1) * count) / shards), Math.floor((index * count) / shards)];
}

function lineOf(
  { set, summary, problems }: ManyRun,
  names: readonly (keyof ParameterSet)[],
  columns: readonly Column[],
): string {
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? "" : exact(value);
  return line([
    ...names.map((name) => exact(set[name]!)),
    summary?.outcome ?? `refused: ${problems[0]?.code ?? ""}`,
    number(summary?.accuracy.basis === "companion" ? summary.accuracy.error : null),
    ...columns.map(({ name }) => number(summary?.final[name])),
  ]);
}

function showProgress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done === all ? "\r\x1b[K" : `\r\x1b[K${done} of ${all} runs`);
}

function takeOptions(words: readonly string[]) {
  const vary: { [name: string]: Ranges[string] } = {};
  let shard: Shard = { index: 1, count: 1 };
  let workers: { workers?: number } = {};
  const rest: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [, option = "", attached] = /^(--vary|--shard|--workers)(?:=(.*))?$/s.exec(word) ?? [];
    if (option === "") {
      rest.push(word);
      continue;
    }
    const value = attached ?? left.shift();
    if (value === undefined) throw new UsageError(`${option} needs a value`);
    if (option === "--shard") shard = readShard(value);
    else if (option === "--workers") workers = { workers: readCount(option, value) };
    else {
      const [name, range] = readRange(value);
      if (Object.hasOwn(vary, name)) throw new UsageError(`--vary ${name} comes twice`);
      vary[name] = range;
    }
  }
  return { vary, shard, workers, rest };
}

function readShard(text: string): Shard {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count))
    throw new UsageError(`--shard expects I/N with I from 1 to N, found "${text}"`);
  return shard;
}

function readCount(option: string, text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1) throw new UsageError(`${option} expects a whole number from 1, found "${text}"`);
  return count;
}

function readRange(text: string): [string, Ranges[string]] {
  const [, name = "", values = ""] = /^\s*([^=\s]+)\s*=\s*(.+)$/s.exec(text) ?? [];
  const numbers = (parts: readonly string[]) =>
    parts.map((part) => (part.trim() === "" ? NaN : Number(part)));
  const [from, to, count, ...more] = numbers(values.split(":"));
  if (name !== "" && count !== undefined && more.length === 0)
    if (Number.isFinite(from) && Number.isFinite(to) && Number.isInteger(count) && count >= 1)
      return [name, { from: from!, to: to!, count }];
  const list = numbers(values.split(","));
  if (name !== "" && list.every(Number.isFinite)) return [name, list];
  throw new UsageError(`--vary expects NAME=FROM:TO:COUNT or NAME=A,B,C, found "${text}"`);
}
