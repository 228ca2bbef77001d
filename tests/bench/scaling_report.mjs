// Tables and picture of the scaling measurements in the documentation, from the JSON only.
import { plot, power, time } from "./plot.mjs";

/** @typedef {import("./scaling.mjs").Row} Row */
/** @typedef {import("./scaling.mjs").Size} Size */

const title = { chain: "Chain", "four-bars": "Four-bars" };
const micro = (/** @type {number} */ seconds) => (seconds * 1e6).toFixed(0);

/** Slope of the times over the numbers of bodies in the logarithms. @param {Size[]} sizes */
function exponent(sizes) {
  const x = sizes.map(({ bodies }) => Math.log(bodies));
  const y = sizes.map(({ step }) => Math.log(step));
  const mean = (/** @type {number[]} */ values) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const up = x.reduce((sum, value, i) => sum + (value - mx) * ((y[i] ?? NaN) - my), 0);
  return up / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}

/** s per body and correction of Newton's method. @param {Size} size */
const perIteration = ({ bodies, step, iterations }) => step / bodies / iterations;

/** @param {Row[]} rows */
export function bars(rows) {
  const chains = rows.filter(({ mechanism }) => mechanism === "chain");
  const ratios = chains.map(({ method, sizes }) => {
    const [few, many] = [200, 1000].map((n) => sizes.find(({ bodies }) => bodies === n));
    const ratio = (many?.step ?? NaN) / (few?.step ?? NaN);
    return { what: `1000 bodies over 200, ${method}: at most 6`, found: ratio, kept: ratio <= 6 };
  });
  const slowest = Math.max(
    ...chains
      .filter(({ method }) => method === "gauss(1)")
      .flatMap(({ sizes }) => sizes.map(perIteration)),
  );
  return [
    ...ratios.map(({ found, ...rest }) => ({ ...rest, found: found.toFixed(2) })),
    {
      what: "time per body and Newton iteration, gauss(1) on chains: at most 2 µs",
      found: `${(slowest * 1e6).toFixed(2)} µs`,
      kept: slowest <= 2e-6,
    },
  ];
}

/** The tables of docs/benchmarks.md. @param {Row[]} rows @returns {{ [title: string]: string[][] }} */
export const tables = (rows) => ({
  "The time of a step as a power of the number of bodies": [
    ["mechanism", "method", "exponent", "exponent of the larger half"],
    ...rows.map(({ mechanism, method, sizes }) => [
      title[mechanism],
      `\`${method}\``,
      exponent(sizes).toFixed(2),
      exponent(sizes.slice(Math.floor(sizes.length / 2))).toFixed(2),
    ]),
  ],
});

/** The tables of docs/benchmark-tables.md. @param {Row[]} rows @returns {{ [title: string]: string[][] }} */
export const details = (rows) => ({
  "A step of n bodies": [
    [
      "mechanism",
      "method",
      "bodies",
      "step, µs",
      "in WebAssembly, µs",
      "Newton iterations",
      "µs per body and iteration",
      "heap per body, kB",
      "reading, ms",
    ],
    ...rows.flatMap(({ mechanism, method, sizes }) =>
      sizes.map((size) => [
        title[mechanism],
        `\`${method}\``,
        `${size.bodies}`,
        micro(size.step),
        Number.isFinite(size.wasm) ? micro(size.wasm) : "–",
        size.iterations.toFixed(1),
        (perIteration(size) * 1e6).toFixed(2),
        (size.heap / size.bodies / 1000).toFixed(0),
        (size.read * 1000).toFixed(0),
      ]),
    ),
  ],
});

/** @param {Row[]} rows */
export const picture = (rows) =>
  plot(
    "Time of a step against the number of bodies",
    /** @type {const} */ (["chain", "four-bars"]).map((mechanism) => ({
      title: mechanism === "chain" ? "Chains of rods" : "Rows of four-bars",
      note: "dotted: proportional to the bodies, or in WebAssembly",
      series: rows
        .filter((row) => row.mechanism === mechanism)
        .flatMap(({ method, sizes }, i) => {
          /** @type {"blue" | "orange"} */
          const colour = i === 0 ? "blue" : "orange";
          const of = (/** @type {"step" | "wasm"} */ key) =>
            sizes.map((size) => /** @type {[number, number]} */ ([size.bodies, size[key]]));
          const [first, last] = [sizes[0], sizes.at(-1)];
          const line =
            i === 0 && first && last
              ? [
                  {
                    label: "",
                    colour: /** @type {const} */ ("quiet"),
                    fine: true,
                    points: /** @type {[number, number][]} */ ([
                      [first.bodies, first.step / 2],
                      [last.bodies, (first.step / 2 / first.bodies) * last.bodies],
                    ]),
                  },
                ]
              : [];
          return [
            { label: method, colour, points: of("step") },
            ...(of("wasm").every(([, wasm]) => wasm > 0)
              ? [{ label: `${method}, wasm`, colour, fine: true, points: of("wasm") }]
              : []),
            ...line,
          ];
        }),
    })),
    {
      x: { label: "bodies", tick: power, range: [0, 3] },
      y: { label: "CPU time of a step", tick: time },
    },
  );

/** The JSON of the documentation, one model per line. @param {Row[]} rows */
export const compact = (rows) => {
  const rounded = (/** @type {unknown} */ value) =>
    typeof value === "number" ? Number(value.toPrecision(4)) : value;
  const found = rows.map(({ sizes, ...rest }) => {
    const lines = sizes.map((size) => JSON.stringify(size, (_, value) => rounded(value)));
    const head = JSON.stringify(rest).slice(1, -1);
    return `{ ${head}, "sizes": [\n${lines.join(",\n")}\n]}`;
  });
  return `[\n${found.join(",\n")}\n]\n`;
};
