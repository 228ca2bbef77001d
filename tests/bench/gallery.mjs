// The models of the gallery in WebAssembly under Node: speed and accuracy.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "../../build/dist/wasm.js";

const folder = join(import.meta.dirname, "..", "..", "web", "models");
const ending = ".porthos.json";

export const models = readdirSync(folder)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length));

const open = (/** @type {string} */ name) => load(pathToFileURL(join(folder, name + ending)));

/**
 * Steps per second: gauss(2), 1 ms, a row every 100 steps; CPU time over at least `seconds`. NaN if
 * it takes no step.
 * @param {string} name
 * @param {number} seconds
 */
export async function speed(name, seconds) {
  const model = await open(name);
  let used = 0;
  let steps = 0;
  while (used < seconds) {
    const run = model.start({ step: 0.001, method: "gauss(2)", outputEvery: 100 });
    const begin = process.cpuUsage();
    let last;
    let now = 0;
    do {
      last = run.advance(4096);
      const { user, system } = process.cpuUsage(begin);
      now = (user + system) / 1e6;
    } while (!last.done && used + now < seconds);
    run.dispose();
    if (last.steps === 0) return NaN;
    used += now;
    steps += last.steps;
  }
  model.dispose();
  return steps / used;
}

const every = 0.1; // s between two compared rows: a multiple of each step
const steps = { ms: 0.001, hz60: 1 / 60 };

/**
 * The accuracy of gauss(2) at 1 ms and at 1/60 s, over `until` seconds: the error of the positions
 * relative to the largest position of the same unit, compared with gauss(4) at 1/4 ms; the largest
 * balance error of the energy ledger (J); and the largest gaps of the constraints. `refused` is the
 * reason if a model has no run with gauss(4).
 * @param {string} name
 * @param {number} until
 */
export async function accuracy(name, until) {
  const model = await open(name);
  const run = (/** @type {number} */ step, /** @type {string} */ method) =>
    model.run({ until, step, method, outputEvery: Math.round(every / step) });
  const reference = run(0.00025, "gauss(4)");
  const positions = model.states.filter(({ kind }) => kind === "position");
  /** @type {Map<string, number>} */
  const scales = new Map();
  for (const { name: state, unit } of positions)
    for (const value of reference.column(state))
      scales.set(unit, Math.max(scales.get(unit) ?? 0, Math.abs(value)));

  if (reference.outcome !== "finished") return { until, refused: reference.message };
  const errors = (/** @type {number} */ step) => {
    const result = run(step, "gauss(2)");
    let error = 0;
    for (const { name: state, unit } of positions) {
      const exact = reference.column(state);
      result.column(state).forEach((value, row) => {
        const scale = scales.get(unit) || 1;
        error = Math.max(error, Math.abs(value - (exact[row] ?? NaN)) / scale);
      });
    }
    return {
      outcome: result.outcome,
      trajectory: error,
      balance: result.ledger.balanceError,
      position: result.gaps.position,
      velocity: result.gaps.velocity,
    };
  };
  const found = { until, ms: errors(steps.ms), hz60: errors(steps.hz60) };
  model.dispose();
  return found;
}
