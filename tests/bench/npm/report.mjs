// Tables, bars and picture of the comparison with packages from npm, from the JSON only.
import { front, secondsFor } from "../curves.mjs";
import { plot, power, time } from "../plot.mjs";
import { packages } from "./install.mjs";
import { mechanisms, rows } from "./mechanisms.mjs";

/** @typedef {import("./measure.mjs").Found} Found */
/** @typedef {import("./measure.mjs").Curve} Curve */
/** @typedef {import("./measure.mjs").Program} Program */
/** @typedef {import("../linkages.mjs").Json} Json */
/** @typedef {Found["mechanisms"][number]} One */

const errors = [1e-2, 1e-3, 1e-4, 1e-6, 1e-7];
const floor = 1e-11; // m; the reference is no better than this

const known = (/** @type {One} */ { name }) => {
  const mechanism = mechanisms.find((one) => one.name === name);
  if (!mechanism) throw new Error(name);
  return mechanism;
};

/** ms, with two or three digits. @param {number} seconds */
const ms = (seconds) => {
  if (seconds === Infinity) return "–";
  const value = seconds * 1000;
  return value < 10 ? value.toPrecision(2) : value.toFixed(0);
};

const programs = /** @type {Program[]} */ (["porthos", "mujoco", "rapier", "by_hand"]);
const title = (/** @type {Found} */ { versions }, /** @type {Program} */ program) =>
  program === "by_hand"
    ? "RK4 by hand"
    : program === "porthos"
      ? `Porthos ${versions.porthos}`
      : `${packages[program].title} ${versions[program]}`;

/**
 * The best of all methods of a program. @param {One} one @param {Program} program @returns {Curve}
 */
const envelope = ({ curves }, program) => ({
  ...{ program, name: program },
  points: front(
    curves.filter((curve) => curve.program === program).flatMap(({ points }) => points),
  ),
});

/** @param {One} one @param {Program} program @param {number} error */
const seconds = (one, program, error) =>
  secondsFor({ ...envelope(one, program), where: "wasm", failures: [] }, error);

const isThere = (/** @type {Found} */ { versions }, /** @type {Program} */ program) =>
  program === "by_hand" || program in versions;

const head = ["mechanism", "program", ...errors.map((error) => `${error.toExponential()} m`)];

/** @param {Found} found */
const times = (found) => [
  head,
  ...found.mechanisms.flatMap((one) =>
    programs
      .filter((program) => isThere(found, program))
      .map((program) => [
        known(one).title,
        title(found, program),
        ...errors.map((error) => ms(seconds(one, program, error))),
      ]),
  ),
];

/** @param {Program} program @param {Json} job */
function setting(program, job) {
  const steps = `${job.steps * rows} steps`;
  if (program === "by_hand") return steps;
  if (program === "porthos") {
    const how = job.method === "dop853" ? `tolerance ${job.tolerance.toExponential()}` : steps;
    return `\`${job.method}\`, ${how}${job.form === "plain" ? ", plain hinges" : ""}`;
  }
  if (program === "rapier") return `${steps}, ${job.iterations} x ${job.inner} iterations`;
  const equality = job.relax ? `, \`solref\` ${job.relax} steps, \`solimp\` ${job.impedance}` : "";
  return `${job.integrator}, ${steps}${equality}`;
}

/** @param {Found} found */
const settings = (found) => [
  head,
  ...found.mechanisms.flatMap((one) =>
    programs
      .filter((program) => isThere(found, program))
      .map((program) => [
        known(one).title,
        title(found, program),
        ...errors.map((error) => {
          const point = envelope(one, program).points.find((point) => point.error <= error);
          return point ? setting(program, point.job) : "–";
        }),
      ]),
  ),
];

/** The smallest error of each method within the longest run. @param {Found} found */
const nearest = (found) => [
  ["mechanism", "program", "method", "smallest error, m", "CPU time, ms"],
  ...found.mechanisms.flatMap((one) =>
    programs.flatMap((program) =>
      one.curves
        .filter((curve) => curve.program === program)
        .flatMap(({ name, points }) => {
          const last = points.at(-1);
          if (!last) return [];
          const least = last.error < floor ? "< 1e-11" : last.error.toExponential(1);
          return [[known(one).title, title(found, program), name, least, ms(last.seconds)]];
        }),
    ),
  ),
];

/** The tables of docs/benchmarks.md. @param {Found} found @returns {{ [title: string]: string[][] }} */
export const tables = (found) => ({
  "CPU time for an error of the trajectory, ms": times(found),
});

/** The tables of docs/benchmark-tables.md. @param {Found} found @returns {{ [title: string]: string[][] }} */
export const details = (found) => ({
  "The settings of these runs": settings(found),
  "The smallest error of each method": nearest(found),
});

/** @param {Found} found */
export function bars(found) {
  const same = found.mechanisms.map((one) => ({
    what: `${known(one).title}: gauss(4) and the equations by hand agree to 1e-10 m`,
    found: `${one.agreement.toExponential(1)} m`,
    kept: one.agreement <= 1e-10,
  }));
  const one = found.mechanisms.find(({ name }) => name === "slider-crank");
  if (!one || !isThere(found, "mujoco")) return same;
  const [own, other] = [seconds(one, "porthos", 1e-4), seconds(one, "mujoco", 1e-4)];
  const what = `${known(one).title}: Porthos to 1e-4 m in no more CPU time than MuJoCo`;
  return [...same, { what, found: `${ms(own)} ms and ${ms(other)} ms`, kept: own <= other }];
}

/** @typedef {import("../plot.mjs").Series} Series */

/** @param {Curve} curve @returns {Omit<Series, "points"> | undefined} */
function look({ program, name }) {
  if (program === "by_hand") return { label: "RK4 by hand", colour: "green" };
  if (program === "rapier") return { label: "Rapier", colour: "brown" };
  if (program === "porthos") return { label: name, colour: name === "dop853" ? "orange" : "blue" };
  if (name === "RK4") return { label: "MuJoCo RK4", colour: "ink" };
  if (name === "Euler") return { label: "MuJoCo Euler", colour: "ink", dashed: true };
  return undefined; // the same as Euler
}

/** @param {Found} found */
export const picture = (found) =>
  plot(
    "Error against CPU time of Porthos, MuJoCo, Rapier and a method by hand",
    found.mechanisms.map((one) => ({
      title: known(one).title,
      note: known(one).kind,
      series: one.curves.flatMap((curve) => {
        const style = look(curve);
        const exact = curve.points.findIndex(({ error }) => error <= floor);
        const points = curve.points
          .slice(0, exact < 0 ? undefined : exact + 1)
          .map(({ error, seconds: used }) => [used, Math.max(error, floor)]);
        if (!style || points.length < 2) return [];
        return [{ ...style, points: /** @type {[number, number][]} */ (points) }];
      }),
    })),
    {
      x: { label: "CPU time", tick: time },
      y: { label: "error, m", tick: power, range: [-11, 0] },
    },
  );

const rounded = (/** @type {number} */ x) => Number(x.toPrecision(4));

/** The JSON of the documentation, one curve per line. @param {Found} found */
export function compact({ versions, mechanisms: all }) {
  const texts = all.map(({ name, agreement, curves }) => {
    const lines = curves.map(({ points, ...rest }) =>
      JSON.stringify({
        ...rest,
        points: points.map(({ error, seconds: used, job }) => ({
          error: rounded(error),
          seconds: rounded(used),
          job,
        })),
      }),
    );
    const begin = JSON.stringify({ name, agreement: rounded(agreement) }).slice(1, -1);
    return `{ ${begin}, "curves": [\n${lines.join(",\n")}\n]}`;
  });
  return `{ "versions": ${JSON.stringify(versions)}, "mechanisms": [\n${texts.join(",\n")}\n]}\n`;
}
