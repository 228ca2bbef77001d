// The tables of sizes, first steps and the gallery in the documentation.

/** @typedef {import("./tables.mjs").Tables} Tables */
/** @typedef {Awaited<ReturnType<import("./gallery_run.mjs").measure>>} Results */

const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
const ms = (/** @type {number} */ time) => time.toFixed(0);
const count = (/** @type {number} */ n) =>
  Math.round(n)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, " ");
const tiny = (/** @type {number} */ x) => (x === 0 ? "0" : x.toExponential(1));

/** The error of a trajectory, or the outcome of a run that did not finish. @param {Results["gallery"][number]["ms"]} found */
const error = (found) =>
  !found ? "" : found.outcome === "finished" ? tiny(found.trajectory) : found.outcome;

/** Models for the page of benchmarks: small and large, planar and spatial, with and without constraints. */
const selected = [
  "bouncing-ball",
  "double-pendulum",
  "gyroscope-quaternion",
  "hanging-chain",
  "pendulum-cartesian",
  "six-axis-arm",
  "slider-crank",
  "two-bodies-revolute",
];

/** The tables of docs/benchmarks.md. @param {Results} results @returns {Tables} */
export const tables = ({ sizes, firstStep, gallery, until }) => ({
  "Size, kB": [
    ["file", "raw", "gzip", "brotli"],
    ...Object.entries(sizes).map(([file, { raw, gzip, brotli }]) => [
      file === "both" ? "both together" : file,
      kB(raw),
      kB(gzip),
      kB(brotli),
    ]),
  ],
  "First step of the gyroscope, ms (medians)": [
    ["where", "engine", "script loaded", "engine made", "first step", "from script to first step"],
    ...Object.entries(firstStep).flatMap(([where, kinds]) =>
      Object.values(kinds).map(({ kind, script, engine, first, firstAfterScript }) => [
        where === "node" ? "Node" : "Chromium",
        kind,
        ms(script),
        ms(engine),
        ms(first),
        ms(firstAfterScript),
      ]),
    ),
  ],
  [`Eight models of the gallery: steps of 1 ms per second, and errors over ${until} s`]: [
    ["model", "WebAssembly", "native", "trajectory at 1 ms", "trajectory at 1/60 s"],
    ...gallery
      .filter(({ model }) => selected.includes(model))
      .map(({ model, wasm, native, ms: fine, hz60 }) => [
        model,
        count(wasm),
        count(native),
        error(fine),
        error(hz60),
      ]),
  ],
});

/** The tables of docs/benchmark-tables.md. @param {Results} results @returns {Tables} */
export const details = ({ gallery, until }) => ({
  "Steps per second, gauss(2) at 1 ms": [
    ["model", "WebAssembly", "native", "time in WebAssembly / native"],
    ...gallery
      .filter(({ wasm }) => wasm > 0)
      .map(({ model, wasm, native }) => [
        model,
        count(wasm),
        count(native),
        (native / wasm).toFixed(2),
      ]),
  ],
  [`Errors of gauss(2) over ${until} s, at 1 ms and at 1/60 s`]: [
    ["model", "step", "trajectory", "energy balance, J", "position gap", "velocity gap"],
    ...gallery.flatMap(({ model, ms: fine, hz60 }) =>
      [
        { step: "1 ms", found: fine },
        { step: "1/60 s", found: hz60 },
      ].flatMap(({ step, found }) =>
        found
          ? [
              [
                model,
                step,
                error(found),
                tiny(found.balance),
                tiny(found.position),
                tiny(found.velocity),
              ],
            ]
          : [],
      ),
    ),
  ],
});

/** @param {Results} results */
export const bars = ({ sizes, firstStep, gallery }) => {
  const ratios = gallery.filter(({ wasm }) => wasm > 0).map(({ wasm, native }) => native / wasm);
  const mean = Math.exp(ratios.reduce((sum, one) => sum + Math.log(one), 0) / ratios.length);
  return [
    {
      what: "engine inside the module and glue, kB gzip",
      most: 450,
      found: (sizes["porthos-inline.mjs"].gzip + sizes["porthos-engine.mjs"].gzip) / 1000,
    },
    {
      what: "engine in a separate file and glue, kB with a server's gzip",
      most: 450,
      found: sizes.both.gzip / 1000,
    },
    ...Object.values(firstStep.chromium).map(({ kind, firstAfterScript }) => ({
      what: `first step in Chromium, ms after the script, engine ${kind}`,
      most: 100,
      found: firstAfterScript,
    })),
    { what: "time in WebAssembly / native, geometric mean", most: 1.3, found: mean },
    { what: "time in WebAssembly / native, largest", most: 1.6, found: Math.max(...ratios) },
  ].map(({ what, most, found }) => ({
    what: `${what}, at most ${most}`,
    found: found.toFixed(most < 10 ? 2 : 1),
    kept: found <= most,
  }));
};
