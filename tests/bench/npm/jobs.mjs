// Runs of one mechanism with one program, in a separate process: jobs in, one line each out.
import { readFileSync } from "node:fs";

/** @typedef {import("../linkages.mjs").Json} Json */

/**
 * @typedef {object} Request
 * @property {string} program the module beside this one
 * @property {import("./mechanisms.mjs").Name} name
 * @property {string} folder of the packages
 * @property {Json[][]} sweeps each from coarse to fine; the rest is skipped after two increasingly
 *   slow jobs
 * @property {number} seconds CPU time over which each job is repeated; the best time counts
 * @property {number} budget s
 */

const warmUp = 0.4; // s, until the compilers have optimized the hot code

/** @type {Request} */
const { program, name, folder, sweeps, seconds, budget } = JSON.parse(readFileSync(0, "utf8"));
const { prepare } = await import(`./${program}.mjs`);

/** @type {Map<string | undefined, (job: Json) => Json>} */
const forms = new Map();
for (const form of new Set(sweeps.flat().map((job) => job.form)))
  forms.set(form, await prepare(name, folder, form));

/** @param {Json} job */
function run({ form, ...job }) {
  const prepared = forms.get(form)?.(job) ?? {};
  const begin = process.cpuUsage();
  const found = prepared.go();
  const { user, system } = process.cpuUsage(begin);
  try {
    return { rows: prepared.rows(found), seconds: (user + system) / 1e6 };
  } finally {
    prepared.end();
  }
}

/** @param {Json} job */
function best(job) {
  let { rows, seconds: least } = run(job);
  for (let used = least; used < seconds;) {
    const again = run(job).seconds;
    used += Math.max(again, 1e-5);
    least = Math.min(least, again);
  }
  return { rows, seconds: least };
}

let warm = 0;
for (const [i, jobs] of sweeps.entries()) {
  let slow = 0;
  let last = 0;
  while (jobs[0] && warm < (warmUp * (i + 1)) / sweeps.length) {
    try {
      warm += Math.max(1e-3, run(jobs[0]).seconds);
    } catch {
      break;
    }
  }
  for (const job of jobs) {
    if (slow >= 2) break;
    try {
      const found = best(job);
      // Coarse jobs can be slow too, if the next pose is hard to find.
      slow = found.seconds > Math.max(budget, last) ? slow + 1 : 0;
      last = found.seconds;
      console.log(JSON.stringify({ job, ...found }));
    } catch (thrown) {
      console.log(JSON.stringify({ job, text: `${thrown}` }));
    }
  }
}
