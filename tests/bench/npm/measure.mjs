// Error against CPU time of Porthos in WebAssembly, of packages from npm, and of a hand-written
// method.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { front } from "../curves.mjs";
import * as byHand from "./by_hand.mjs";
import { folder, packages } from "./install.mjs";
import { error, mechanisms } from "./mechanisms.mjs";
import { integrators } from "./mujoco.mjs";
import * as porthos from "./porthos.mjs";

/** @typedef {import("../linkages.mjs").Json} Json */
/** @typedef {import("./mechanisms.mjs").Name} Name */
/** @typedef {import("./install.mjs").Peer} Peer */
/** @typedef {"by_hand" | "porthos" | Peer} Program */
/** @typedef {{ error: number, seconds: number, job: Json }} Point */
/** @typedef {{ program: Program, name: string, points: Point[] }} Curve */

/**
 * @typedef {object} Found
 * @property {{ [program: string]: string }} versions
 * @property {{ name: Name, agreement: number, curves: Curve[] }[]} mechanisms agreement: the
 *   distance of
 *   gauss(4) with small steps from the reference, m
 */

const powers = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from + 1 }, (_, i) => 2 ** (from + i));
const over = (/** @type {Json} */ job, from = 0, to = 14) =>
  powers(from, to).map((steps) => ({ ...job, steps }));

/** @param {Name} name @returns {Json[][]} */
function porthosSweeps(name) {
  const isCrank = name === "slider-crank";
  const from = isCrank ? 4 : 1;
  const dop853 = Array.from({ length: 10 }, (_, i) => ({
    method: "dop853",
    tolerance: Number(`1e-${i + (isCrank ? 3 : 1)}`),
  }));
  const plain = [over({ method: "gauss(2)" }, from), dop853].map((jobs) =>
    jobs.map((job) => ({ ...job, form: "plain" })),
  );
  const methods = ["gauss(2)", "gauss(3)", "gauss(4)"].map((method) => over({ method }, from));
  return [...methods, dop853, ...(isCrank ? plain : [])];
}

/** @param {Name} name @returns {Json[][]} */
function mujocoSweeps(name) {
  const equalities =
    name === "slider-crank"
      ? [{}, ...[2, 3, 8].map((relax) => ({ relax, impedance: 0.9999 }))]
      : [{}];
  return integrators.flatMap((integrator) =>
    equalities.map((equality) => over({ integrator, ...equality }, 3)),
  );
}

const rapierSweeps = () =>
  [
    [1, 1],
    [4, 1],
    [16, 1],
    [64, 1],
    [16, 4],
  ].map(([iterations, inner]) => over({ iterations, inner }, 1));

/** @type {{ [program in Program]: (name: Name) => Json[][] }} */
const sweeps = {
  by_hand: () => [over({})],
  porthos: porthosSweeps,
  mujoco: mujocoSweeps,
  rapier: rapierSweeps,
};

const curveOf = (/** @type {Program} */ program, /** @type {Json} */ job) =>
  ({ by_hand: "RK4", porthos: job.method, mujoco: job.integrator, rapier: "impulse joints" })[
    program
  ];

const longest = 240_000; // ms, for all sweeps of a program

/**
 * @param {Omit<import("./jobs.mjs").Request, "folder">} request
 * @returns {{ job: Json, rows?: number[][], seconds: number, text?: string }[]}
 */
function ask(request) {
  const { stdout } = spawnSync("node", [join(import.meta.dirname, "jobs.mjs")], {
    input: JSON.stringify({ ...request, folder }),
    encoding: "utf8",
    stdio: ["pipe", "pipe", "ignore"],
    maxBuffer: 1 << 28,
    timeout: longest,
  });
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/**
 * The hand-written method, whose equations are independent of all other programs, with small steps.
 */
export function reference(/** @type {Name} */ name, steps = 16384) {
  const run = byHand.prepare(name)({ steps });
  return run.rows(run.go());
}

/** gauss(4). @param {Name} name @param {number} steps */
export async function check(name, steps) {
  const run = (await porthos.prepare(name))({ method: "gauss(4)", steps });
  const rows = run.rows(run.go());
  run.end();
  return rows;
}

/** Points that others do not beat by far; the next rounds decide which ones are best. */
const worthIt = (/** @type {Point[]} */ points) =>
  points.filter(
    (one) => !points.some(({ error: e, seconds: s }) => e <= one.error && 1.5 * s < one.seconds),
  );

/**
 * @param {object} options
 * @param {Peer[]} options.peers the available ones
 * @param {number} options.budget s, for the longest run
 * @param {number} options.rounds in which the programs are measured alternately
 * @param {number} options.seconds of CPU for each job in a round
 * @param {string} options.version of Porthos
 * @param {(what: string) => void} options.say
 * @returns {Promise<Found>}
 */
export async function measure({ peers, budget, rounds, seconds, version, say }) {
  const programs = /** @type {Program[]} */ (["by_hand", "porthos", ...peers]);
  const found = [];
  for (const { name } of mechanisms) {
    const exact = reference(name);
    const agreement = error(await check(name, 400), exact);
    const all = programs.map((program) => {
      say(`${name}: ${program}`);
      const answers = ask({ program, name, sweeps: sweeps[program](name), seconds: 0, budget });
      const points = answers.flatMap(({ job, rows, seconds: used }) => {
        const point = { error: error(rows ?? [], exact), seconds: used, job };
        return point.error < 1 ? [point] : [];
      });
      const names = [...new Set(points.map(({ job }) => curveOf(program, job)))];
      const curves = names.map((curve) => ({
        program,
        name: curve,
        points: worthIt(points.filter(({ job }) => curveOf(program, job) === curve)),
      }));
      return { program, curves };
    });
    // Alternating, so that all see the machine in the same state.
    for (let round = 1; round < rounds; round++)
      for (const { program, curves } of all) {
        say(`${name}: ${program}, round ${round + 1}`);
        const known = curves.flatMap(({ points }) => points);
        const jobs = known.map(({ job }) => [job]);
        for (const { job, seconds: used } of ask({
          program,
          name,
          sweeps: jobs,
          seconds,
          budget,
        })) {
          const point = known.find((one) => JSON.stringify(one.job) === JSON.stringify(job));
          if (point && used) point.seconds = Math.min(point.seconds, used);
        }
      }
    const curves = all.flatMap((one) => one.curves);
    found.push({
      ...{ name, agreement },
      curves: curves.map((curve) => ({ ...curve, points: front(curve.points) })),
    });
  }
  const versions = peers.map((peer) => [peer, packages[peer].version]);
  return { versions: { porthos: version, ...Object.fromEntries(versions) }, mechanisms: found };
}
