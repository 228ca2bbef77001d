// Error against CPU time: every method of the engine, natively and in WebAssembly, and the other
// programs.
import { methods } from "../../build/dist/wasm.js";
import { front } from "./curves.mjs";
import { ask } from "./jobs.mjs";
import { problems } from "./problems.mjs";

/** @typedef {import("./problems.mjs").Problem} Problem */
/** @typedef {import("./jobs.mjs").Answer} Answer */
/** @typedef {import("./linkages.mjs").Json} Json */
/** @typedef {import("./curves.mjs").Curve} Curve */

const rows = 10;

/** The curve's name and its jobs. @typedef {[string, Json[]]} Sweep */

const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** From 0.1, the largest tolerance of the engine, to 1e-13. */
const tolerances = range(1, 13).map((digits) => Number(`1e-${digits}`));

/**
 * Jobs of the engine: increasing numbers of steps, or decreasing tolerances.
 * @param {Problem} problem
 * @returns {Promise<Sweep[]>}
 */
async function ownSweeps({ until, coarse }) {
  return (await methods()).map(({ name, traits }) => [
    name,
    traits.isAdaptive
      ? tolerances.map((tolerance) => ({ method: name, tolerance, until, step: until / rows }))
      : range(0, 13).map((k) => {
          const every = Math.ceil((coarse / rows) * 2 ** k);
          return { method: name, until, step: until / rows / every, outputEvery: every };
        }),
  ]);
}

/**
 * @param {Problem} problem
 * @returns {Sweep[]}
 */
const idaSweeps = ({ until }) =>
  [
    { index: 1, loose: 1 },
    { index: 2, loose: 1 },
    { index: 2, loose: 100 },
    { index: 2, loose: 1e4 },
  ].map((form) => [
    "IDA",
    tolerances.map((tolerance) => ({ ...form, tolerance, until, step: until / rows })),
  ]);

/**
 * @param {Problem} problem
 * @returns {Sweep[]}
 */
const simbodySweeps = ({ until }) =>
  ["Runge-Kutta-Merson", "CPodes"].map((integrator) => [
    `Simbody ${integrator}`,
    range(2, 11).map((digits) => ({
      integrator,
      tolerance: Number(`1e-${digits}`),
      until,
      step: until / rows,
    })),
  ]);

/**
 * The largest distance of a coordinate from the reference in any row, relative to the largest
 * excursion.
 * @param {number[][]} found
 * @param {number[][]} exact
 */
function error(found, exact) {
  let most = 0;
  let way = 0;
  exact.forEach((row, i) =>
    row.forEach((value, k) => {
      most = Math.max(most, Math.abs((found[i]?.[k] ?? NaN) - value));
      way = Math.max(way, Math.abs(value - (exact[0]?.[k] ?? NaN)));
    }),
  );
  return most / way;
}

/** @param {Problem} problem */
const request = ({ name, model, files, columns }) => ({ problem: name, model, files, columns });

/**
 * gauss(4) with small steps, for the problem or for the same motion in fewer coordinates; and its
 * difference from steps twice as long.
 * @param {Problem} problem
 */
function reference({ until, fine, reduced, ...problem }) {
  const jobs = [fine / 2, fine].map((steps) => ({
    method: "gauss(4)",
    until,
    step: until / steps,
    outputEvery: steps / rows,
  }));
  const what = reduced ?? { model: problem.model, files: problem.files, columns: problem.columns };
  const [coarse, exact] = ask("native", { problem: problem.name, ...what, jobs });
  if (exact?.outcome !== "finished") throw new Error(`${problem.name}: ${exact?.message}`);
  return { exact: exact.rows, uncertainty: error(coarse?.rows ?? [], exact.rows) };
}

/** @typedef {Curve & { jobs: Json[] }} Open a curve that is being measured */

/**
 * The first, native round of each sweep: finds the jobs that are worth their time and those that
 * fail.
 * @param {Problem} problem
 * @param {string[]} peers
 * @param {number} budget
 * @param {number} seconds
 * @param {number[][]} exact
 */
async function explore(problem, peers, budget, seconds, exact) {
  /** @type {[Exclude<Curve["where"], "wasm">, Sweep[]][]} */
  const programs = [["native", await ownSweeps(problem)]];
  if (peers.includes("ida")) programs.push(["ida", idaSweeps(problem)]);
  if (peers.includes("simbody") && problem.simbody !== false)
    programs.push(["simbody", simbodySweeps(problem)]);

  /** @type {Open[]} */
  const curves = [];
  for (const [where, sweeps] of programs)
    for (const [name, jobs] of sweeps) {
      let curve = curves.find((one) => one.where === where && one.name === name);
      if (!curve) curves.push((curve = { name, where, points: [], failures: [], jobs: [] }));
      const longest = budget * (problem.long ?? 1) * (where === "native" ? 1 : 4);
      for (const [i, { outcome, message, seconds: used, rows: found }] of ask(where, {
        ...request(problem),
        ...{ jobs, seconds, budget: longest },
      }).entries()) {
        const job = jobs[i] ?? {};
        if (outcome !== "finished") curve.failures.push({ job, text: `${outcome} ${message}` });
        const point = { error: error(found, exact), seconds: used, job };
        if (outcome !== "finished" || used > longest || !(point.error < 1)) continue;
        curve.jobs.push(job);
        curve.points.push(point);
      }
    }
  for (const { name, where, jobs } of [...curves])
    if (where === "native") curves.push({ name, where: "wasm", points: [], failures: [], jobs });
  return curves;
}

/**
 * One round of a curve's jobs; keeps the best times.
 * @param {Problem} problem
 * @param {Open} curve
 * @param {number} seconds
 * @param {number[][]} exact
 */
function measureOnce(problem, { where, jobs, points, failures }, seconds, exact) {
  const all = { ...request(problem), jobs, seconds };
  const answers = ask(where, all);
  for (const [i, { outcome, message, seconds: used, rows: found }] of answers.entries()) {
    const job = jobs[i] ?? {};
    const known = points[i];
    if (known) known.seconds = Math.min(known.seconds, used);
    else if (outcome === "finished") points[i] = { error: error(found, exact), seconds: used, job };
    else {
      points[i] = { error: Infinity, seconds: used, job };
      failures.push({ job, text: `${outcome} ${message}` });
    }
  }
}

/**
 * @param {object} options
 * @param {string[]} options.peers the available ones
 * @param {number} options.budget s, for the longest native run; other programs may take four times
 *   as long
 * @param {number} options.rounds in which the programs are measured alternately
 * @param {number} options.seconds of CPU for each job in a round
 * @param {(what: string) => void} options.say
 */
export async function measure({ peers, budget, rounds, seconds, say }) {
  const found = [];
  for (const problem of problems) {
    say(problem.name);
    const { exact, uncertainty } = reference(problem);
    const curves = await explore(problem, peers, budget, seconds, exact);
    // Alternating, so that all see the machine in the same state.
    for (let round = 1; round < rounds; round++)
      for (const curve of curves) measureOnce(problem, curve, seconds, exact);
    found.push({
      name: problem.name,
      uncertainty,
      curves: curves.map(({ name, where, points, failures }) => ({
        name,
        where,
        points: front(points),
        failures,
      })),
    });
  }
  return found;
}
