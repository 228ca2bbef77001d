// Time of a step and memory for chains of rods and rows of four-bars of increasing length.
import { spawnSync } from "node:child_process";
import { inBuild } from "../../tools/run.mjs";
import { load } from "../../build/dist/wasm.js";
import { chain, fourBars } from "./linkages.mjs";

/** @typedef {import("./linkages.mjs").Json} Json */

/**
 * @typedef {object} Size
 * @property {number} bodies
 * @property {number} step s of CPU, natively
 * @property {number} wasm the same in WebAssembly
 * @property {number} iterations of Newton's method in a step
 * @property {number} heap bytes in use
 * @property {number} read s of CPU, from the text to the assembled model
 */

/** @typedef {{ mechanism: "chain" | "four-bars", method: string, sizes: Size[] }} Row */

const methods = ["gauss(1)", "gauss(2)"];
const skip = 20; // steps until Newton's method is in its steady state
const steps = 100;

const sweeps = /** @type {const} */ ({
  chain: {
    step: 0.001,
    sizes: [10, 20, 50, 100, 200, 500, 1000],
    bodies: (/** @type {number} */ n) => n,
    make: chain,
  },
  "four-bars": {
    step: 0.005,
    sizes: [2, 5, 10, 20, 40],
    bodies: (/** @type {number} */ n) => 2 * n + 1,
    make: (/** @type {number} */ n) => fourBars(n, -Math.PI / 2 + 1, 0),
  },
});

/** @param {ReturnType<typeof chain>} made @param {Json} options @param {number} seconds */
function natively({ model, files }, options, seconds) {
  const texts = Object.entries(files).map(([file, json]) => [file, JSON.stringify(json)]);
  const input = JSON.stringify({
    text: JSON.stringify(model),
    files: Object.fromEntries(texts),
    ...{ options, skip, steps, seconds },
  });
  const { stdout, stderr } = spawnSync(inBuild("native", "tests", "bench_scaling"), {
    input,
    encoding: "utf8",
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** @param {ReturnType<typeof chain>} made @param {Json} options @param {number} seconds */
async function inWasm({ model: json, files }, options, seconds) {
  const model = await load(json, { files });
  let best = Infinity;
  for (let used = 0; used < seconds;) {
    const run = model.start(options);
    run.advance(skip);
    const begin = process.cpuUsage();
    run.advance(steps);
    const { user, system } = process.cpuUsage(begin);
    run.dispose();
    best = Math.min(best, (user + system) / 1e6);
    used += (user + system) / 1e6;
  }
  model.dispose();
  return best / steps;
}

/**
 * @param {object} options
 * @param {number} options.rounds
 * @param {number} options.seconds of CPU for each model in a round
 * @param {(what: string) => void} options.say
 * @returns {Promise<Row[]>}
 */
export async function measure({ rounds, seconds, say }) {
  /** @type {Row[]} */
  const rows = [];
  for (const mechanism of /** @type {(keyof typeof sweeps)[]} */ (Object.keys(sweeps)))
    for (const method of methods) rows.push({ mechanism, method, sizes: [] });
  for (let round = 0; round < rounds; round++)
    for (const { mechanism, method, sizes } of rows) {
      say(`round ${round + 1} of ${rounds}, ${mechanism}, ${method}`);
      const { step, sizes: counts, bodies, make } = sweeps[mechanism];
      const options = {
        ...{ method, step, until: 1000, outputEvery: 1e6 },
        coordinates: "bodies",
      };
      for (const [i, n] of counts.entries()) {
        const made = make(n);
        const found = natively(made, options, seconds);
        const known = sizes[i];
        const wasm = known?.wasm ?? (await inWasm(made, options, seconds));
        sizes[i] = {
          bodies: bodies(n),
          step: Math.min(found.step, known?.step ?? Infinity),
          wasm,
          iterations: found.iterations,
          heap: found.heap,
          read: Math.min(found.read, known?.read ?? Infinity),
        };
      }
    }
  return rows;
}
