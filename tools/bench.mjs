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
const { format } = await import("prettier");
const { accuracy, models, speed } = await import("../tests/bench/gallery.mjs");
const { inBrowser, inNode } = await import("../tests/bench/first_step.mjs");
const { sizes } = await import("../tests/bench/sizes.mjs");

const machine = `${cpus()[0]?.model}, ${cpus().length} cores`;
const starts = isQuick ? 3 : 15;
const seconds = isQuick ? 0.1 : 0.5;
const until = isQuick ? 1 : 10;

const say = (/** @type {string} */ what) => process.stderr.write(`${what} ...\n`);
say("first steps");
const firstStep = { chromium: await inBrowser(starts), node: inNode(starts) };
say("native speed");
const native = output(inBuild("native", "tests", "porthos_bench"), [String(seconds)])
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const gallery = [];
for (const model of models) {
  say(model);
  gallery.push({
    model,
    wasm: await speed(model, seconds),
    native: native.find((entry) => entry.model === model)?.stepsPerSecond,
    ...(await accuracy(model, until)),
  });
}
const results = {
  machine,
  node: process.version,
  load: loadavg()[0],
  sizes: sizes(),
  firstStep,
  gallery,
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
  "First step of the gyroscope, ms since the start of the page or process (median)": [
    ["where", "engine", "loaded", "first step", "slowest"],
    ...Object.entries(firstStep).flatMap(([where, kinds]) =>
      Object.entries(kinds).map(([kind, { engine, first, slowest }]) => [
        where === "node" ? "Node" : "Chromium",
        kind === "inline" ? "inside the module" : "in a file of its own",
        ms(engine),
        ms(first),
        ms(slowest),
      ]),
    ),
  ],
  "Steps per second, gauss(2) at 1 ms": [
    ["model", "WebAssembly", "native"],
    ...gallery.map(({ model, wasm, native: speed }) => [model, count(wasm), count(speed)]),
  ],
  [`Errors of gauss(2) over ${until} s, at 1 ms and at 60 Hz`]: [
    ["model", "step", "trajectory", "energy account, J", "position gap", "velocity gap"],
    ...gallery.flatMap((entry) =>
      /** @type {const} */ ([
        ["ms", "1 ms"],
        ["hz60", "1/60 s"],
      ]).map(([key, step]) => {
        const { outcome, trajectory, balance, position, velocity } = Reflect.get(entry, key);
        const isDone = outcome === "finished";
        return [
          entry.model,
          step,
          isDone ? tiny(trajectory) : outcome,
          tiny(balance),
          tiny(position),
          tiny(velocity),
        ];
      }),
    ),
  ],
};

for (const [title, rows] of Object.entries(tables)) {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  const isText = (/** @type {number} */ i) =>
    rows.slice(1).every((row) => !/^\d/.test(row[i] ?? ""));
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

if (!isQuick) {
  const file = join(root, "docs", "benchmarks.md");
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  const text = Object.entries(tables)
    .map(([title, [heads = [], ...rows]]) =>
      [
        `### ${title}\n`,
        row(heads),
        row(heads.map((_, i) => (rows.every((r) => /^\d/.test(r[i] ?? "")) ? "--:" : "---"))),
        ...rows.map(row),
        "",
      ].join("\n"),
    )
    .join("\n");
  const measured = `Measured on ${machine}, with Node ${process.version}.\n\n${text}`;
  const updated = readFileSync(file, "utf8").replace(
    /(<!-- bench -->\n)[^]*(<!-- \/bench -->)/,
    (_, begin, end) => `${begin}\n${measured}\n${end}`,
  );
  writeFileSync(file, await format(updated, { parser: "markdown" }));
}
