// Tables, bars and picture of the work-precision measurements in the documentation, from the JSON
// only.
import { secondsFor } from "./curves.mjs";
import { plot, power, time } from "./plot.mjs";
import { problems } from "./problems.mjs";

/** @typedef {import("./curves.mjs").Curve} Curve */
/** @typedef {{ name: string, uncertainty: number, curves: Curve[] }} Found */

const known = (/** @type {Found} */ { name }) => {
  const problem = problems.find((one) => one.name === name);
  if (!problem) throw new Error(name);
  return problem;
};

/** @param {Found} found @param {Curve["where"]} where @param {string} [name] */
const curve = ({ curves }, where, name) =>
  curves.find((one) => one.where === where && (name === undefined || one.name === name));

/** ms, with two or three digits. @param {number} seconds */
const ms = (seconds) => {
  if (seconds === Infinity) return "–";
  const value = seconds * 1000;
  return value < 10 ? value.toPrecision(2) : value.toFixed(0);
};

/** @param {Found[]} all @param {number} error */
function timesFor(all, error) {
  const names = [
    ...new Set(
      all.flatMap(({ curves }) =>
        curves.filter(({ where }) => where !== "wasm").map(({ where, name }) => `${where}|${name}`),
      ),
    ),
  ].map((key) => /** @type {[Curve["where"], string]} */ (key.split("|")));
  return [
    ["method", ...all.map((found) => known(found).title)],
    ...names.map(([where, name]) => [
      where === "native" ? `\`${name}\`` : name,
      ...all.map((found) => {
        const one = curve(found, where, name);
        return one ? ms(secondsFor(one, error)) : "";
      }),
    ]),
  ];
}

/** Time in WebAssembly over native time at an error of 1e-6. @param {Found[]} all */
function wasmRatios(all) {
  const names =
    all[0]?.curves.filter(({ where }) => where === "wasm").map(({ name }) => name) ?? [];
  return [
    ["method", ...all.map((found) => known(found).title)],
    ...names.map((name) => [
      `\`${name}\``,
      ...all.map((found) => {
        const [wasm, native] = /** @type {const} */ (["wasm", "native"]).map((where) =>
          secondsFor(curve(found, where, name), 1e-6),
        );
        const ratio = (wasm ?? NaN) / (native ?? NaN);
        return Number.isFinite(ratio) ? ratio.toFixed(1) : "–";
      }),
    ]),
  ];
}

/**
 * The failures of other programs; for IDA in the formulation that lasts longer.
 * @param {Found[]} all
 */
function failures(all) {
  const short = (/** @type {string} */ text) =>
    text
      .replace(/\s+/g, " ")
      .replace(/SimTK Exception thrown at \S+ /g, "")
      .replace(/ apparently because:.*/, "");
  return [
    ["mechanism", "program", "tolerance", "what it says"],
    ...all.flatMap((found) =>
      found.curves
        .filter(({ where }) => where === "ida" || where === "simbody")
        .flatMap((one) => {
          const first = one.failures.find(({ job }) => job.index !== 2);
          if (!first) return [];
          const { job, text } = first;
          return [[known(found).title, one.name, job.tolerance.toExponential(), short(text)]];
        }),
    ),
  ];
}

/** @typedef {{ what: string, found: string, kept: boolean | undefined }} Bar */

/** @param {Found[]} all @returns {Bar[]} */
export function bars(all) {
  const plain = all.filter((found) => !known(found).stiff && curve(found, "ida"));
  const explicit = plain.map((found) => {
    const own = secondsFor(curve(found, "native", "dop853"), 1e-10);
    const other = secondsFor(curve(found, "ida"), 1e-9);
    return {
      what: `${known(found).title}: dop853 to 1e-10 in less CPU time than IDA to 1e-9`,
      found: `${ms(own)} ms and ${ms(other)} ms`,
      kept: own < other,
    };
  });
  const implicit = all
    .filter((found) => known(found).stiff && curve(found, "ida"))
    .flatMap((found) =>
      [1e-3, 1e-5, 1e-7, 1e-9].map((error) => {
        const method = curve(found, "native", "radau(3)");
        const own = secondsFor(method, error);
        const other = secondsFor(curve(found, "ida"), error);
        return {
          what: `${known(found).title}: radau(3) to ${error.toExponential()} in less CPU time than IDA`,
          found: method ? `${ms(own)} ms and ${ms(other)} ms` : "there is no radau(3) yet",
          kept: method && own < other,
        };
      }),
    );
  return [...explicit, ...implicit];
}

/** The tables of docs/benchmarks.md. @param {Found[]} all @returns {{ [title: string]: string[][] }} */
export const tables = (all) => ({
  "CPU time for an error of 1e-6, ms": timesFor(all, 1e-6),
});

/** The tables of docs/benchmark-tables.md. @param {Found[]} all @returns {{ [title: string]: string[][] }} */
export const details = (all) => ({
  "CPU time for an error of 1e-9, ms": timesFor(all, 1e-9),
  "WebAssembly / native at an error of 1e-6": wasmRatios(all),
  "The first runs of the peers that did not finish": failures(all),
});

/** @typedef {import("./plot.mjs").Series} Series */

/** @param {Curve} curve @returns {Omit<Series, "points"> | undefined} */
function look({ name, where }) {
  if (where === "ida") return { label: name, colour: "ink" };
  if (where === "simbody")
    return {
      label: name.replace("Runge-Kutta-Merson", "RKM"),
      colour: "brown",
      dashed: name.includes("CPodes"),
    };
  if (where === "wasm")
    return name === "dop853" ? { label: "dop853, wasm", colour: "orange", fine: true } : undefined;
  if (name.startsWith("adaptive")) return { label: name, colour: "blue", dashed: true };
  if (name.startsWith("gauss")) return { label: name, colour: "blue" };
  if (name === "dop853") return { label: name, colour: "orange" };
  if (name.startsWith("radau")) return { label: name, colour: "purple" };
  if (["rk4-baumgarte", "symplectic-euler"].includes(name)) return { label: name, colour: "quiet" };
  return { label: name, colour: "green" };
}

const floor = 1e-13; // the reference is no better than this

/** @param {Found[]} all */
export const picture = (all) =>
  plot(
    "Error against CPU time for each method and each mechanism",
    all.map((found) => ({
      title: known(found).title,
      note: known(found).kind,
      series: found.curves.flatMap((one) => {
        const style = look(one);
        const exact = one.points.findIndex(({ error }) => error <= floor);
        const points = one.points
          .slice(0, exact < 0 ? undefined : exact + 1)
          .map(({ error, seconds }) => [seconds, Math.max(error, floor)]);
        if (!style || points.length < 2) return [];
        return [{ ...style, points: /** @type {[number, number][]} */ (points) }];
      }),
    })),
    {
      x: { label: "CPU time", tick: time },
      y: { label: "error, relative", tick: power, range: [-13, 0] },
    },
  );

const rounded = (/** @type {number} */ x) => Number(x.toPrecision(4));

/** The JSON of the documentation, one curve per line. @param {Found[]} all */
export const compact = (all) => {
  const found = all.map(({ name, uncertainty, curves }) => {
    const lines = curves.map(({ points, ...rest }) =>
      JSON.stringify({
        ...rest,
        points: points.map(({ error, seconds }) => ({
          error: rounded(error),
          seconds: rounded(seconds),
        })),
      }),
    );
    const head = JSON.stringify({ name, uncertainty: rounded(uncertainty) }).slice(1, -1);
    return `{ ${head}, "curves": [\n${lines.join(",\n")}\n]}`;
  });
  return `[\n${found.join(",\n")}\n]\n`;
};
