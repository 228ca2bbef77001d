// Tables and bars of the measurements in coordinates of joints, from the output file only.

/** @typedef {Awaited<ReturnType<import("./measure.mjs")["measure"]>>} Results */

const thousands = (/** @type {number | undefined} */ speed) =>
  speed === undefined ? "–" : (speed / 1000).toFixed(speed < 1e4 ? 2 : 1);
const ms = (/** @type {number | undefined} */ start) =>
  start === undefined ? "–" : start.toFixed(start < 10 ? 1 : 0);

/** @param {Results} results @returns {import("../tables.mjs").Tables} */
export const tables = ({ found }) => ({
  "Thousands of steps per second": [
    [
      "mechanism",
      "joints",
      "bodies",
      "ratio",
      "joints, a row each step",
      "MuJoCo RK4",
      "MuJoCo Euler",
      "RK4 by hand",
    ],
    ...found.map(({ name, speeds }) => [
      name,
      thousands(speeds.joints?.speed),
      thousands(speeds.bodies?.speed),
      ((speeds.joints?.speed ?? NaN) / (speeds.bodies?.speed ?? NaN)).toFixed(1),
      thousands(speeds.each?.speed),
      thousands(speeds.RK4?.speed),
      thousands(speeds.Euler?.speed),
      thousands(speeds.hand?.speed),
    ]),
  ],
  "From the text to the first step, ms": [
    ["mechanism", "joints", "bodies", "MuJoCo"],
    ...found.map(({ name, speeds }) => [
      name,
      ms(speeds.joints?.start),
      ms(speeds.bodies?.start),
      ms(speeds.RK4?.start),
    ]),
  ],
});

/** Least steps per second, and least ratio to the coordinates of the bodies. */
const least = /** @type {[string, number, number][]} */ ([
  ["arm of 7", 50_000, 8],
  ["arm of 20", 15_000, 8],
  ["humanoid", 10_000, 8],
  ["slider-crank", 60_000, 3],
  ["Stewart platform", 6_000, 3],
]);
/** Longest time from the text to the first step, ms. */
const longest = /** @type {[string, number][]} */ ([
  ["arm of 7", 60],
  ["arm of 100", 600],
]);

/** @param {Results} results */
export function bars({ found }) {
  const of = (/** @type {string} */ name, /** @type {string} */ program) =>
    found.find((one) => one.name === name)?.speeds[program] ?? { speed: NaN, start: NaN };
  const speeds = least.flatMap(([name, speed, ratio]) => {
    const joints = of(name, "joints").speed;
    const times = joints / of(name, "bodies").speed;
    return [
      {
        what: `${name}, steps per second: at least ${speed}`,
        found: joints.toFixed(0),
        kept: joints >= speed,
      },
      {
        what: `${name}, joints over bodies: at least ${ratio}`,
        found: times.toFixed(1),
        kept: times >= ratio,
      },
    ];
  });
  const starts = longest.map(([name, time]) => {
    const { start } = of(name, "joints");
    return {
      what: `${name}, ms from the text to the first step: at most ${time}`,
      found: start.toFixed(0),
      kept: start <= time,
    };
  });
  return [...speeds, ...starts];
}
