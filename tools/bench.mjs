// npm run bench [-- --quick]: builds the library and measures it (tests/bench): sizes, the time to the
// first step, and for each model of the gallery steps per second and errors. Prints tables, writes
// build/bench.json and, unless it is a quick look, the tables of docs/benchmarks.md.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { buildDist, buildPreset } from "./build.mjs";
import { inBuild, output, root, setUp } from "./run.mjs";

const isQuick = process.argv.includes("--quick");
await setUp("--test");
await buildDist();
await buildPreset("native", "porthos_bench");
// Not there before the set-up and the build.
const { accuracy, models, speed } = await import("../tests/bench/gallery.mjs");
const { inBrowser, inNode } = await import("../tests/bench/first_step.mjs");
const { sizes } = await import("../tests/bench/sizes.mjs");

const loadBefore = loadavg()[0];
const machine = `${cpus()[0]?.model}, ${cpus().length} cores`;
const starts = isQuick ? 3 : 15;
const rounds = isQuick ? 2 : 6;
const seconds = isQuick ? 0.1 : 0.4;
const until = isQuick ? 1 : 10;

const say = (/** @type {string} */ what) => process.stderr.write(`${what} ...\n`);
say("first steps");
const firstStep = { chromium: await inBrowser(starts), node: inNode(starts) };
const gallery = [];
for (const model of models) {
  say(model);
  // By turns, so that both find the machine in the same state.
  let wasm = 0;
  let native = 0;
  for (let round = 0; round < rounds; round++) {
    wasm = Math.max(wasm, await speed(model, seconds));
    const line = output(inBuild("native", "tests", "porthos_bench"), [String(seconds), model]);
    native = Math.max(native, JSON.parse(line).stepsPerSecond);
  }
  gallery.push({ model, wasm, native, ratio: wasm / native, ...(await accuracy(model, until)) });
}
const bytes = sizes();
const bars = [
  { what: "engine and glue, kB gzip", bar: 200, found: bytes.both.gzip / 1000 },
  ...Object.values(firstStep.chromium).map(({ kind, firstAfterScript }) => ({
    what: `first step in Chromium, ms after the script, engine ${kind}`,
    bar: 150,
    found: firstAfterScript,
  })),
];
const results = {
  machine,
  node: process.version,
  load: { before: loadBefore, after: loadavg()[0] },
  sizes: bytes,
  firstStep,
  gallery,
  bars,
};
writeFileSync(inBuild("bench.json"), JSON.stringify(results, null, 2) + "\n");

/** @typedef {string[][]} Table: its first row has the heads */

const kB = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(1);
const ms = (/** @type {number} */ time) => time.toFixed(0);
const count = (/** @type {number} */ n) =>
  Math.round(n)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, " ");
const tiny = (/** @type {number} */ x) => (x === 0 ? "0" : x.toExponential(1));

/** Whether a column is one of numbers: "1 ms" and "1/60 s" are none. */
const isNumber = (/** @type {Table} */ rows, /** @type {number} */ i) =>
  rows.some((row) => /^\d[\d .]*(e[+-]\d+)?$/.test(row[i] ?? ""));

/** @type {{ [title: string]: Table }} */
const tables = {
  "Size, kB": [
    ["file", "raw", "gzip", "brotli"],
    ...Object.entries(results.sizes).map(([file, { raw, gzip, brotli }]) => [
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
  "Steps per second, gauss(2) at 1 ms": [
    ["model", "WebAssembly", "native", "WebAssembly / native"],
    ...gallery.map(({ model, wasm, native, ratio }) => [
      model,
      count(wasm),
      count(native),
      ratio.toFixed(2),
    ]),
  ],
  [`Errors of gauss(2) over ${until} s, at 1 ms and at 1/60 s`]: [
    ["model", "step", "trajectory", "energy account, J", "position gap", "velocity gap"],
    ...gallery.flatMap(({ model, ms, hz60 }) =>
      [
        { step: "1 ms", found: ms },
        { step: "1/60 s", found: hz60 },
      ].map(({ step, found }) => [
        model,
        step,
        found.outcome === "finished" ? tiny(found.trajectory) : found.outcome,
        tiny(found.balance),
        tiny(found.position),
        tiny(found.velocity),
      ]),
    ),
  ],
};

for (const [title, rows] of Object.entries(tables)) {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  const isText = (/** @type {number} */ i) => !isNumber(rows.slice(1), i);
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(
      "  " +
        row
          .map((cell, i) =>
            isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
          )
          .join("  "),
    );
}

console.log("\nBars");
for (const { what, bar, found } of bars)
  console.log(
    `  ${what}: ${found.toFixed(1)}, at most ${bar}: ${found <= bar ? "kept" : "MISSED"}`,
  );

if (!isQuick) {
  const file = join(root, "docs", "benchmarks.md");
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  const text = Object.entries(tables)
    .map(([title, [heads = [], ...rows]]) =>
      [
        `### ${title}\n`,
        row(heads),
        row(heads.map((_, i) => (isNumber(rows, i) ? "--:" : "---"))),
        ...rows.map(row),
        "",
      ].join("\n"),
    )
    .join("\n");
  const load = `${loadBefore?.toFixed(1)} before and ${results.load.after?.toFixed(1)} after`;
  const on = `${machine} (load average ${load}), with Node ${process.version}`;
  const measured = `Measured on ${on}.\n\n${text}`;
  const updated = readFileSync(file, "utf8").replace(
    /(<!-- bench -->\n)[^]*(<!-- \/bench -->)/,
    (_, begin, end) => `${begin}\n${measured}\n${end}`,
  );
  writeFileSync(file, updated);
}
