// Runs of one model, one after the other, in a separate program: a native one (jobs.hpp), or Node
// with the engine in WebAssembly (wasm_jobs.mjs).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { inBuild } from "../../tools/run.mjs";

/** @typedef {import("./linkages.mjs").Json} Json */

/**
 * @typedef {object} Request
 * @property {string} problem
 * @property {Json} model
 * @property {Json} [files] name → model
 * @property {string[]} columns
 * @property {Json[]} jobs
 * @property {number} [seconds] CPU time over which each job is repeated; the best time counts
 * @property {number} [budget] s; after a job that takes longer the rest is skipped
 */

/**
 * @typedef {object} Answer
 * @property {string} outcome
 * @property {string} message
 * @property {number} seconds CPU time of the run, without its preparation
 * @property {number} steps
 * @property {number[][]} rows
 */

const program = (/** @type {string} */ name) => [inBuild("native", "tests", `bench_${name}`)];
const programs = {
  native: program("runs"),
  wasm: ["node", join(import.meta.dirname, "wasm_jobs.mjs")],
  ida: program("ida"),
  simbody: program("simbody"),
};
const longest = 60_000; // ms, for all jobs of a request

/**
 * Fewer answers than jobs if the program failed or was too slow.
 * @param {keyof typeof programs} where
 * @param {Request} request
 * @returns {Answer[]}
 */
export function ask(where, { model, files = {}, ...rest }) {
  const texts = Object.entries(files).map(([file, json]) => [file, JSON.stringify(json)]);
  const input = { ...rest, text: JSON.stringify(model), files: Object.fromEntries(texts) };
  const [command = "", ...args] = programs[where];
  const { stdout } = spawnSync(command, args, {
    input: JSON.stringify(input),
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
    maxBuffer: 1 << 28,
    timeout: longest,
  });
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
