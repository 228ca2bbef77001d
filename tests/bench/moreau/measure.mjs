// Many contacts: the time per simulated second of moreau in WebAssembly and of two engines from
// npm, with the energy that appears from nowhere and the depth of contacts.
import { load } from "../../../build/dist/wasm.js";
import { balls, discs, textOf } from "./models.mjs";
import { install, peers } from "./peers.mjs";

/** @typedef {import("./models.mjs").Scene} Scene */
/** @typedef {import("./peers.mjs").Body} Body */
/** @typedef {{ scene: string, engine: string, step: number, seconds: number, appeared: number,
 *   depth: number, defect?: number }} Result */

/** @param {Scene} scene @param {Body[]} bodies */
function energy(scene, bodies) {
  const square = (/** @type {number[]} */ x) => x.reduce((sum, one) => sum + one * one, 0);
  const share = scene.dimension === 2 ? 1 / 2 : 2 / 5;
  return bodies.reduce((sum, { r, v, omega }) => {
    const spin = share * scene.radius ** 2 * square(omega);
    return sum + scene.mass * (0.5 * (square(v) + spin) + scene.g * (r.at(-1) ?? 0));
  }, 0);
}

/** The deepest contact, m. @param {Scene} scene @param {Body[]} bodies */
function depth(scene, bodies) {
  let least = 0;
  bodies.forEach(({ r }, i) => {
    for (const { at, normal } of scene.walls)
      least = Math.min(
        least,
        r.reduce((sum, one, k) => sum + (one - (at[k] ?? 0)) * (normal[k] ?? 0), -scene.radius),
      );
    for (const { r: other } of bodies.slice(i + 1))
      least = Math.min(
        least,
        Math.hypot(...r.map((one, k) => one - (other[k] ?? 0))) - 2 * scene.radius,
      );
  });
  return -least;
}

/** Collects rises of the energy and depths. @param {Scene} scene */
function watch(scene) {
  let last = Infinity,
    appeared = 0,
    deepest = 0;
  return {
    look(/** @type {Body[]} */ bodies) {
      const now = energy(scene, bodies);
      appeared += Math.max(0, now - last);
      last = now;
      deepest = Math.max(deepest, depth(scene, bodies));
    },
    found: () => ({ appeared, depth: deepest }),
  };
}

/** @param {Scene} scene @param {number} until @returns {Promise<Result>} */
async function porthos(scene, until) {
  const step = 0.001,
    every = 20;
  const model = await load(JSON.stringify(textOf(scene)));
  const simulation = model.start(
    /** @type {any} */ ({ until, step, method: "moreau", outputEvery: every }),
  );
  const begin = performance.now();
  const { outcome, message, table, columns } = simulation.advance(1 << 30);
  const seconds = (performance.now() - begin) / 1000 / until;
  if (outcome !== "finished") throw new Error(message);
  const column = new Map(columns.map((one, i) => [one.name, i]));
  const n = scene.dimension;
  const watched = watch(scene);
  for (let row = 0; row < table.length / columns.length; ++row) {
    const value = (/** @type {string} */ name) =>
      table[row * columns.length + (column.get(name) ?? NaN)] ?? NaN;
    const vector = (/** @type {string} */ name, /** @type {number} */ size) =>
      size === 1
        ? [value(name)]
        : Array.from({ length: size }, (_, k) => value(`${name}.${k + 1}`));
    watched.look(
      scene.starts.map((_, i) => ({
        r: vector(`body${i + 1}.r`, n),
        v: vector(`body${i + 1}.v`, n),
        omega: vector(`body${i + 1}.omega`, n === 2 ? 1 : 3),
      })),
    );
  }
  const { ledger } = /** @type {any} */ (simulation.summary());
  simulation.dispose();
  const defect = ledger.balanceError;
  return { scene: scene.name, engine: "moreau", step, seconds, ...watched.found(), defect };
}

/** @param {Scene} scene @param {string} engine @param {number} until @returns {Promise<Result>} */
async function peer(scene, engine, until) {
  const world = await /** @type {any} */ (peers[engine])(scene);
  const watched = watch(scene);
  let spent = 0;
  const count = Math.round(until / world.dt);
  watched.look(world.bodies());
  for (let k = 0; k < count; ++k) {
    const begin = performance.now();
    world.step();
    spent += performance.now() - begin;
    watched.look(world.bodies());
  }
  const seconds = spent / 1000 / (count * world.dt);
  return { scene: scene.name, engine, step: world.dt, seconds, ...watched.found() };
}

/** @param {{ until: number, rounds: number, say: (what: string) => void }} how */
export async function measure({ until, rounds, say }) {
  const hasPeers = install();
  if (!hasPeers) say("without planck and Rapier, which could not be installed");
  /** @type {Result[]} */
  const results = [];
  for (const scene of [discs(60), balls(200)]) {
    const engines = scene.dimension === 2 ? ["planck", "rapier"] : ["rapier"];
    for (const engine of ["moreau", ...(hasPeers ? engines : [])]) {
      say(`${scene.name}: ${engine}`);
      /** @type {Result | undefined} */
      let best;
      try {
        for (let round = 0; round < rounds; ++round) {
          const one =
            engine === "moreau" ? await porthos(scene, until) : await peer(scene, engine, until);
          if (!best || one.seconds < best.seconds) best = one;
        }
      } catch (error) {
        // The others are measured all the same; the bar of this scene is not kept.
        say(`${scene.name}: ${engine} failed: ${error instanceof Error ? error.message : error}`);
      }
      if (best) results.push(best);
    }
  }
  return { until, results };
}

/** @typedef {Awaited<ReturnType<typeof measure>>} Found */

/** @param {Found} found */
export function tables({ results }) {
  const digits = (/** @type {number | undefined} */ x) =>
    x === undefined ? "not known" : x.toPrecision(2);
  return {
    "Many contacts": [
      [
        "scene",
        "engine",
        "step, ms",
        "s per simulated s",
        "ledger defect, J",
        "energy that appears, J",
        "depth, mm",
      ],
      ...results.map((one) => [
        one.scene,
        one.engine,
        (1000 * one.step).toPrecision(3),
        digits(one.seconds),
        digits(one.defect),
        digits(one.appeared),
        digits(1000 * one.depth),
      ]),
    ],
  };
}

/** @param {Found} found */
export function bars({ results }) {
  const of = (/** @type {string} */ scene) =>
    results.find((one) => one.scene.includes(scene) && one.engine === "moreau")?.seconds ?? NaN;
  return [
    {
      what: "60 discs in real time",
      found: of("60 discs").toPrecision(2),
      kept: of("60 discs") <= 1,
    },
    {
      what: "200 balls in 5 times real time",
      found: of("200 balls").toPrecision(2),
      kept: of("200 balls") <= 5,
    },
  ];
}
