// Runs of one model, one after the other: in a native program (jobs.hpp) or in WebAssembly here.
import { spawnSync } from "node:child_process";
import { inBuild } from "../../tools/run.mjs";
import { load } from "../../build/dist/wasm.js";

/** @typedef {import("./linkages.mjs").Json} Json */

/**
 * @typedef {object} Request
 * @property {string} problem
 * @property {Json} model
 * @property {Json} [files] name → model
 * @property {string[]} columns
 * @property {Json[]} jobs
 * @property {number} [seconds] CPU time over which each job is repeated; the best time counts
 * @property {number} [budget] s; after a job that takes longer the rest is left out
 */

/**
 * @typedef {object} Answer
 * @property {string} outcome
 * @property {string} message
 * @property {number} seconds CPU time of the run, without its preparation
 * @property {number} steps
 * @property {number[][]} rows
 */

const programs = { native: "runs", ida: "ida", simbody: "simbody" };

/**
 * The answers of a native program; fewer than jobs if it gave up or ended early.
 * @param {keyof typeof programs} where
 * @param {Request} request
 * @returns {Answer[]}
 */
export function native(where, { model, files = {}, ...rest }) {
  const texts = Object.entries(files).map(([file, json]) => [file, JSON.stringify(json)]);
  const input = { ...rest, text: JSON.stringify(model), files: Object.fromEntries(texts) };
  const { stdout } = spawnSync(inBuild("native", "tests", `bench_${programs[where]}`), {
    input: JSON.stringify(input),
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
    maxBuffer: 1 << 28,
    timeout: 600_000,
  });
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/**
 * @param {Request} request
 * @returns {Promise<Answer[]>}
 */
export async function inWasm({ model: json, files, columns, jobs, seconds = 0, budget = 1e9 }) {
  const model = await load(json, { files });
  const answers = [];
  for (const job of jobs) {
    let best = runOnce(model, columns, job);
    for (let used = best.seconds; used < seconds && best.seconds > 0;) {
      const again = runOnce(model, columns, job);
      used += again.seconds;
      if (again.seconds < best.seconds) best = again;
    }
    answers.push(best);
    if (best.seconds > budget) break;
  }
  model.dispose();
  return answers;
}

/**
 * @param {Awaited<ReturnType<typeof load>>} model
 * @param {string[]} columns
 * @param {Json} job
 * @returns {Answer}
 */
function runOnce(model, columns, job) {
  const run = model.start(job);
  const begin = process.cpuUsage();
  const { outcome, message, steps, table, columns: all } = run.advance(1 << 30);
  const { user, system } = process.cpuUsage(begin);
  const wanted = columns.map((name) => all.findIndex((column) => column.name === name));
  const width = all.length;
  const rows = Array.from({ length: table.length / width }, (_, row) =>
    wanted.map((i) => table[row * width + i] ?? NaN),
  );
  run.dispose();
  return { outcome, message, steps, rows, seconds: (user + system) / 1e6 };
}
