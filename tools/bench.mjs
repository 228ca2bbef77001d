// npm run bench [-- NAME…] [--quick]: builds and runs benchmarks (tests/bench) and prints tables. A full run also writes
// them into docs/benchmarks.md, and the long ones into docs/benchmark-tables.md. The default is gallery.
//   gallery         sizes, time to the first step, speed and errors; build/bench.json
//   work-precision  error against CPU time of every method, with SUNDIALS IDA and Simbody as peers
//                   if they can be installed; build/work-precision.json
//   npm-peers       the same for Porthos in WebAssembly, MuJoCo and Rapier from npm (installed into build/)
//                   and a method by hand; build/npm-peers.json
//   scaling         time and memory of chains and rows of loops; build/scaling.json
//   moreau          many contacts: discs and balls in a box, with planck and Rapier from npm (installed into
//                   build/); build/moreau.json
//   joints          trees and loops of library elements: coordinates of joints and of bodies, with
//                   MuJoCo from npm (installed into build/) as a peer; build/joints.json
//   sweep           many parameter sets of one model; build/sweep.json
//   page            waiting times on the built page; build/page.json
//   --quick         a short run with rough figures, printed only
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { buildDist, buildPreset, buildWeb } from "./build.mjs";
import { inBuild, root, setUp } from "./run.mjs";

const isQuick = process.argv.includes("--quick");
const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const say = (/** @type {string} */ what) => process.stderr.write(`${what} ...\n`);
const inDocs = (/** @type {string[]} */ ...parts) => join(root, "docs", ...parts);

// Each returns its measurements, its tables (short, and long as `details`) and further files for docs/. It imports its
// parts late: they need the library, which exists only after set-up and build.
const benchmarks = {
  async gallery() {
    await buildPreset("native", "bench_gallery");
    const { measure } = await import("../tests/bench/gallery_run.mjs");
    const { bars, details, tables } = await import("../tests/bench/gallery_report.mjs");
    const extent = isQuick
      ? { starts: 3, rounds: 2, seconds: 0.1, until: 1 }
      : { starts: 15, rounds: 6, seconds: 0.4, until: 10 };
    const found = await measure({ ...extent, say });
    return {
      json: "bench.json",
      results: { ...found, bars: bars(found) },
      tables: tables(found),
      details: details(found),
      bars: bars(found),
      docs: {},
    };
  },

  async "work-precision"() {
    await buildPreset("native", "bench_runs");
    const { buildPeers } = await import("../tests/bench/peers.mjs");
    const peers = await buildPeers();
    const { measure } = await import("../tests/bench/work_precision.mjs");
    const { bars, compact, details, picture, tables } =
      await import("../tests/bench/work_precision_report.mjs");
    const extent = isQuick
      ? { budget: 0.05, rounds: 2, seconds: 0.01 }
      : { budget: 0.1, rounds: 2, seconds: 0.02 };
    const measured = await measure({ ...extent, peers: Object.keys(peers), say });
    const found = JSON.parse(compact(measured)); // the tables have the digits of the stored file
    return {
      json: "work-precision.json",
      results: { peers, found: measured, bars: bars(found) },
      tables: tables(found),
      details: details(found),
      bars: bars(found),
      docs: {
        "work-precision.json": compact(measured),
        "images/work-precision.svg": picture(found),
      },
    };
  },

  async "npm-peers"() {
    const { installPeers } = await import("../tests/bench/npm/install.mjs");
    const peers = installPeers();
    const { measure } = await import("../tests/bench/npm/measure.mjs");
    const { bars, compact, details, picture, tables } =
      await import("../tests/bench/npm/report.mjs");
    const extent = isQuick
      ? { budget: 0.05, rounds: 1, seconds: 0 }
      : { budget: 0.6, rounds: 2, seconds: 0.05 };
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const measured = await measure({ ...extent, peers, version, say });
    const found = JSON.parse(compact(measured));
    return {
      json: "npm-peers.json",
      results: { found: measured, bars: bars(found) },
      tables: tables(found),
      details: details(found),
      bars: bars(found),
      docs: { "npm-peers.json": compact(measured), "images/npm-peers.svg": picture(found) },
    };
  },

  async scaling() {
    await buildPreset("native", "bench_scaling");
    const { measure } = await import("../tests/bench/scaling.mjs");
    const { bars, compact, details, picture, tables } =
      await import("../tests/bench/scaling_report.mjs");
    const extent = isQuick ? { rounds: 1, seconds: 0.05 } : { rounds: 10, seconds: 0.3 };
    const measured = await measure({ ...extent, say });
    const found = JSON.parse(compact(measured));
    return {
      json: "scaling.json",
      results: { found: measured, bars: bars(found) },
      tables: tables(found),
      details: details(found),
      bars: bars(found),
      docs: { "scaling.json": compact(measured), "images/scaling.svg": picture(found) },
    };
  },

  async moreau() {
    const { bars, measure, tables } = await import("../tests/bench/moreau/measure.mjs");
    const found = await measure({ until: isQuick ? 0.5 : 2, rounds: isQuick ? 1 : 3, say });
    return {
      json: "moreau.json",
      results: found,
      tables: tables(found),
      details: {},
      bars: bars(found),
      docs: {},
    };
  },

  async joints() {
    const { folder, installPeers } = await import("../tests/bench/npm/install.mjs");
    const peers = installPeers().includes("mujoco") ? folder : undefined;
    const { measure } = await import("../tests/bench/joints/measure.mjs");
    const { bars, tables } = await import("../tests/bench/joints/report.mjs");
    const extent = isQuick ? { rounds: 1, seconds: 0.2 } : { rounds: 3, seconds: 1 };
    const found = await measure({ ...extent, peers, say });
    return {
      json: "joints.json",
      results: { ...found, bars: bars(found) },
      tables: tables(found),
      details: {},
      bars: bars(found),
      docs: {},
    };
  },

  async sweep() {
    const { bars, measure, tables } = await import("../tests/bench/sweep.mjs");
    const found = await measure({ count: isQuick ? 100 : 1000, rounds: isQuick ? 1 : 4, say });
    return {
      json: "sweep.json",
      results: found,
      tables: tables(found),
      details: {},
      bars: bars(found),
      docs: {},
    };
  },

  async page() {
    await buildWeb();
    const { bars, measure, tables } = await import("../tests/bench/page.mjs");
    const found = await measure({ pages: isQuick ? 1 : 5 });
    return {
      json: "page.json",
      results: found,
      tables: tables(found),
      details: {},
      bars: bars(found),
      docs: {},
    };
  },
};

const isKnown = (/** @type {string} */ name) => Object.hasOwn(benchmarks, name);
const unknown = names.find((name) => !isKnown(name));
if (unknown !== undefined) {
  console.error(`no benchmark "${unknown}"; there are ${Object.keys(benchmarks).join(", ")}`);
  process.exit(2);
}
await setUp("--test");
await buildDist();
const { barSummary, detailsPage, markdown, page, print, write } =
  await import("../tests/bench/tables.mjs");

for (const name of /** @type {(keyof typeof benchmarks)[]} */ (
  names.length ? names : ["gallery"]
)) {
  const loadBefore = loadavg()[0] ?? NaN;
  const { json, results, tables, details, bars, docs } = await benchmarks[name]();
  const load = { before: loadBefore, after: loadavg()[0] ?? NaN };
  const machine = `${cpus()[0]?.model}, ${cpus().length} cores`;
  const all = { machine, node: process.version, load, ...results };
  writeFileSync(inBuild(json), JSON.stringify(all, null, 2) + "\n");
  const verdict = (/** @type {boolean | undefined} */ kept) =>
    kept === undefined ? "" : kept ? "kept" : "MISSED";
  const barTable = {
    [`Bars of ${name}`]: [
      ["bar", "found", ""],
      ...bars.map(({ what, found, kept }) => [what, found, verdict(kept)]),
    ],
  };
  print({ ...tables, ...barTable, ...details });
  if (isQuick) {
    for (const [file, text] of Object.entries(docs))
      writeFileSync(inBuild(file.replace(/.*\//, "quick-")), text);
    continue;
  }
  for (const [file, text] of Object.entries(docs)) writeFileSync(inDocs(file), text);
  const loads = `${load.before.toFixed(1)} before and ${load.after.toFixed(1)} after`;
  const on = `${machine} (load average ${loads}), with Node ${process.version}`;
  const links = Object.keys(docs).map(
    (file) => `${file.endsWith(".svg") ? "!" : ""}[${file}](${file})`,
  );
  // The bars are on the page of the long tables, if the benchmark has a section there.
  if (Object.keys(details).length > 0) {
    const summary = barSummary(name, bars);
    write(page, name, [`Measured on ${on}. ${summary}`, ...links, markdown(tables)].join("\n\n"));
    const long = markdown({ ...barTable, ...details });
    write(detailsPage, name, [`Measured on ${on}.`, long].join("\n\n"));
  } else {
    const all = markdown({ ...tables, ...barTable });
    write(page, name, [`Measured on ${on}.`, ...links, all].join("\n\n"));
  }
}
