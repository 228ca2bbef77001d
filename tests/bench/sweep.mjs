// Many parameter sets of one model: with one worker, with two, and as separate runs.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "../../build/dist/wasm.js";
import { runMany } from "../../build/dist/worker.js";

const source = pathToFileURL(
  join(import.meta.dirname, "..", "..", "web", "models", "slider-crank.porthos.json"),
);

const [least, most] = [0.02, 0.18]; // of the crank's moment of inertia, kg m^2

/** CPU time of this process including its workers, s. */
const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/**
 * Wall time and CPU time of `count` parameter sets of the slider-crank, s.
 * @param {object} options
 * @param {number} options.count
 * @param {number} options.rounds the best counts
 * @param {(what: string) => void} options.say
 */
export async function measure({ count, rounds, say }) {
  const vary = { "crank.I_1A": { from: least, to: most, count } };
  const options = { until: 10, step: 0.005 };
  const many = (/** @type {number} */ workers) => async () => {
    for await (const { index, summary } of runMany(source, vary, { ...options, workers }))
      if (!summary) throw new Error(`set ${index} is refused`);
  };
  const alone = async () => {
    for (let k = 0; k < count; ++k) {
      const model = await load(source);
      const value = least + ((most - least) * k) / Math.max(1, count - 1);
      const run = model.run({ ...options, outputEvery: 2000, set: { "crank.I_1A": value } });
      if (run.outcome !== "finished") throw new Error(run.message);
      model.dispose();
    }
  };
  /** @type {{ [name: string]: () => Promise<void> }} */
  const ways = { "one worker": many(1), "two workers": many(2), "separate runs": alone };
  /** @type {{ [name: string]: { wall: number, cpu: number } }} */
  const found = {};
  for (let round = 0; round < rounds; ++round)
    for (const [name, run] of Object.entries(ways)) {
      say(name);
      const [cpu, wall] = [used(), performance.now()];
      await run();
      const now = { wall: (performance.now() - wall) / 1000, cpu: used() - cpu };
      const best = found[name];
      found[name] = {
        wall: Math.min(best?.wall ?? Infinity, now.wall),
        cpu: Math.min(best?.cpu ?? Infinity, now.cpu),
      };
    }
  return { count, found };
}

/** @typedef {Awaited<ReturnType<typeof measure>>} Results */

/** @param {Results} results @returns {import("./tables.mjs").Tables} */
export const tables = ({ count, found }) => ({
  [`${count} parameter sets of the slider-crank, 10 s each at 5 ms`]: [
    ["how", "time, s", "CPU time, s"],
    ...Object.entries(found).map(([name, { wall, cpu }]) => [
      name,
      wall.toFixed(1),
      cpu.toFixed(1),
    ]),
  ],
});

/** @param {Results} results */
export const bars = ({ found }) => {
  const of = (/** @type {string} */ name) => found[name] ?? { wall: NaN, cpu: NaN };
  return [
    {
      what: "two workers over one, in time: at least 1.8",
      value: of("one worker").wall / of("two workers").wall,
      least: 1.8,
    },
    {
      what: "separate runs over one worker, in CPU time: at least 1.3",
      value: of("separate runs").cpu / of("one worker").cpu,
      least: 1.3,
    },
  ].map(({ what, value, least }) => ({ what, found: value.toFixed(2), kept: value >= least }));
};
