// Mechanisms of library elements: steps per second in the coordinates of joints and in those of
// the bodies, in WebAssembly, beside MuJoCo and a method by hand.
import { load } from "../../../build/dist/wasm.js";
import * as byHand from "../npm/by_hand.mjs";
import { mechanisms as known, rows } from "../npm/mechanisms.mjs";
import { arm, fourBar, humanoid, sliderCrank, stewartPlatform, tree } from "./models.mjs";
import { begin, engine } from "./mujoco.mjs";

/** @typedef {import("./models.mjs").Json} Json */
/** @typedef {{ speed: number, start: number }} Speed steps per second; ms from text to first step */

const sizes = [2, 7, 14, 20, 100];

/** @type {{ [name: string]: () => Json }} */
export const mechanisms = {
  ...Object.fromEntries(sizes.map((n) => [`arm of ${n}`, () => tree(arm(n))])),
  humanoid: () => tree(humanoid()),
  "slider-crank": sliderCrank,
  "four-bar": fourBar,
  "Stewart platform": stewartPlatform,
};

/** CPU time of this process, s. */
const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/**
 * The most steps per second of CPU time.
 * @param {(steps: number) => void} step
 * @param {number} seconds
 */
function fastest(step, seconds) {
  let count = 100;
  let best = 0;
  for (let spent = 0; spent < seconds;) {
    const before = used();
    step(count);
    const now = Math.max(1e-5, used() - before);
    spent += now;
    best = Math.max(best, count / now);
    if (now < 0.1) count *= 2;
  }
  return best;
}

/** Beyond this time a run of a mechanism without damping would say nothing more. */
const until = 1e5;

/**
 * @param {Json} json
 * @param {"joints" | "bodies"} coordinates
 * @param {number} outputEvery
 * @param {number} seconds
 * @returns {Promise<Speed>}
 */
async function porthos(json, coordinates, outputEvery, seconds) {
  const text = JSON.stringify(json);
  const options = { until, step: 1e-3, method: "gauss(2)", coordinates, outputEvery };
  let start = Infinity;
  for (let round = 0; round < 3; round++) {
    const before = used();
    const model = await load(text);
    const run = model.start(options);
    run.advance(1);
    start = Math.min(start, used() - before);
    run.dispose();
    model.dispose();
  }
  const model = await load(text);
  const run = model.start(options);
  const speed = fastest((steps) => {
    const { outcome, message } = run.advance(steps);
    if (outcome !== "running") throw new Error(`${outcome} ${message}`);
  }, seconds);
  run.dispose();
  model.dispose();
  return { speed, start: 1000 * start };
}

/**
 * @param {any} mujoco
 * @param {string} name
 * @param {"Euler" | "RK4"} integrator
 * @param {number} seconds
 * @returns {Speed}
 */
function peer(mujoco, name, integrator, seconds) {
  const before = used();
  const run = begin(mujoco, name, integrator);
  run.step(1);
  const start = 1000 * (used() - before);
  const speed = fastest((steps) => run.step(steps), seconds);
  run.end();
  return { speed, start };
}

/** Steps per second of the equations of the slider-crank by hand, with RK4. */
function hand(/** @type {number} */ seconds) {
  const duration = known.find(({ name }) => name === "slider-crank")?.until ?? NaN;
  const steps = Math.ceil((1000 * duration) / rows);
  const run = byHand.prepare("slider-crank")({ steps });
  let best = Infinity;
  for (let spent = 0; spent < seconds;) {
    const before = used();
    run.go();
    const now = Math.max(1e-5, used() - before);
    spent += now;
    best = Math.min(best, now);
  }
  return (steps * rows) / best;
}

/**
 * @param {object} options
 * @param {string | undefined} options.peers the folder of MuJoCo, if it is there
 * @param {number} options.rounds in which the programs alternate; the best counts
 * @param {number} options.seconds of CPU time for each program in a round
 * @param {(what: string) => void} options.say
 */
export async function measure({ peers, rounds, seconds, say }) {
  const mujoco = peers === undefined ? undefined : await engine(peers);
  const found = [];
  for (const [name, json] of Object.entries(mechanisms)) {
    /** @type {{ [program: string]: Speed }} */
    const speeds = {};
    const note = (/** @type {string} */ program, /** @type {Speed} */ { speed, start }) => {
      const best = speeds[program];
      speeds[program] = {
        speed: Math.max(best?.speed ?? 0, speed),
        start: Math.min(best?.start ?? Infinity, start),
      };
    };
    for (let round = 0; round < rounds; round++) {
      say(`${name}, round ${round + 1}`);
      note("joints", await porthos(json(), "joints", 100, seconds));
      note("bodies", await porthos(json(), "bodies", 100, seconds));
      note("each", await porthos(json(), "joints", 1, seconds));
      if (name === "slider-crank") note("hand", { speed: hand(seconds), start: NaN });
      if (!mujoco) continue;
      note("RK4", peer(mujoco, name, "RK4", seconds));
      note("Euler", peer(mujoco, name, "Euler", seconds));
    }
    found.push({ name, speeds });
  }
  return { found };
}
