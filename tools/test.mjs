// npm test [-- SUITE…] [--all]: sets up everything, builds, and runs the core of the test suites below,
// or of the named ones. The last line is `N passed, N failed`.
//   --all   also the native tests, those under the sanitizers, the fuzzers, and what takes every model of
//           the gallery or other tools (as with CI=true)
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { buildDist, buildPreset, buildWeb } from "./build.mjs";
import { buildFuzzers, fuzz } from "./fuzz.mjs";
import { bin, exitCode, inBuild, root, setUp } from "./run.mjs";

// A suite returns { passed, failed } and optionally the names of failed tests. An exception counts
// as a failure, and so does a suite without tests.
const suites = {
  format: () => check("node", [join("tools", "format.mjs")]),
  types: () => check(bin("tsc"), ["--noEmit"]),
  native: () => catch2("native", "porthos_tests", "~[.]"),
  debug: () => catch2("native", "porthos_tests_sanitized", readers),
  wasm: () => catch2("wasm", "porthos_tests.js", "~[long]"),
  lib: () => vitest("lib"),
  e2e: () => vitest("e2e"),
  fuzz: async () => {
    const codes = [];
    for (const pair of fuzzed)
      codes.push(...(await Promise.all(pair.map(([name, options]) => fuzz(name, options)))));
    const failed = codes.filter((code) => code !== 0).length;
    return { passed: codes.length - failed, failed };
  },
  nightly: () => vitest("nightly"),
};
// The native library and its tests take longer to compile than the core takes as a whole. The tests in
// WebAssembly use the engine that is built anyway.
const onlyWithAll = ["native", "debug", "fuzz"];
const onlyNamed = ["nightly"];

// The sanitizers watch the tests that give texts, formulas and snapshots to be read. The fuzzers run
// every text of the corpora under them.
const readers = [
  "base",
  "expr",
  "model",
  "problems",
  "recording",
  "reproductions",
  "snapshot",
  "units",
]
  .map((tag) => `[${tag}]~[long]~[steps]`)
  .join(",");

// Old findings, and some seconds with a new seed; two fuzzers at once, each with a file of its own for
// the text under test. Those under the sanitizers watch memory and arithmetic, the others try many
// more texts. The last two keep both processors busy by themselves.
const seconds = 15;
const sanitized = { seconds, kind: "sanitized" };
const watched = ["parse", "solve", "snapshot"];
const fuzzed = [
  ...watched.map((name, index) => [
    [name, { seconds }],
    [watched[(index + 1) % watched.length], sanitized],
  ]),
  [
    ["laws", { seconds }],
    ["laws", sanitized],
  ],
  [["large", { seconds: 30 }]],
  [["page", { seconds: 30 }]],
];

// The builds, in the order in which they are made; each suite waits for its own. The next build goes
// on while a suite runs, so that both processors are busy.
const builds = {
  native: () => buildPreset("native", "porthos_tests"),
  sanitized: () => buildPreset("native", "porthos_tests_sanitized"),
  fuzzers: async () => {
    await buildFuzzers([...watched, "laws", "large"]);
    await buildFuzzers([...watched, "laws"], "sanitized");
  },
  wasm: () => buildPreset("wasm", "porthos_tests"),
  library: buildDist,
  page: buildWeb,
};
const needs = {
  native: ["native"],
  debug: ["sanitized"],
  wasm: ["wasm"],
  lib: ["library"],
  e2e: ["library", "page"],
  fuzz: ["fuzzers", "library", "page"],
  nightly: ["library", "page"],
};

// Begins the builds of the given suites: { [build]: promise }.
function beginBuilds(names) {
  const begun = {};
  let last = Promise.resolve();
  for (const [name, build] of Object.entries(builds)) {
    if (!names.some((suite) => needs[suite]?.includes(name))) continue;
    last = last.catch(() => {}).then(build);
    begun[name] = last;
  }
  last.catch(() => {}); // told by the suites that need it
  return begun;
}

async function check(command, args) {
  const passed = (await exitCode(command, args)) === 0;
  return { passed: Number(passed), failed: Number(!passed) };
}

// Three stack frames suffice to locate an allocation, and 32 MB of freed memory to detect its use.
// More would take a quarter of the time of all tests.
const sanitizers = { ASAN_OPTIONS: "malloc_context_size=3:quarantine_size_mb=32" };

// Runs in more parallel parts than processors, since parts differ in length. [long] tests only
// repeat others at greater length, so one native run suffices.
async function catch2(preset, name, filter) {
  const program = inBuild(preset, "tests", name);
  const shards = Math.min(6, 2 * availableParallelism());
  const results = await Promise.all(
    Array.from({ length: shards }, async (_, index) => {
      const report = freshReport(`${name}-${index + 1}.xml`);
      const reporters = ["console::out=-::colour-mode=none", `xml::out=${report}`];
      const [command, ...args] = [
        ...(name.endsWith(".js") ? ["node"] : []),
        program,
        filter,
        ...reporters.flatMap((reporter) => ["-r", reporter]),
        ...["--durations", "yes"],
        ...["--shard-count", String(shards), "--shard-index", String(index)],
      ];
      const code = await exitCode(command, args, { env: { ...sanitizers, ...process.env } });
      const cases = /<OverallResultsCases ([^>]*)\/>/.exec(read(report))?.[1];
      if (!cases) throw new Error(`${name} ended early: ${code}`);
      const count = (key) => Number(new RegExp(`\\b${key}="(\\d+)"`).exec(cases)?.[1] ?? 0);
      const failed = count("failures");
      const names = casesThatFailed(read(report));
      return {
        names,
        passed: count("successes") + count("expectedFailures"),
        failed: code !== 0 ? Math.max(failed, 1) : failed,
      };
    }),
  );
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    names: results.flatMap(({ names }) => names),
  };
}

const casesThatFailed = (report) =>
  report
    .split("<TestCase ")
    .slice(1)
    .filter((text) => /<OverallResult success="false"/.test(text))
    .map((text) => /\bname="([^"]*)"/.exec(text)?.[1] ?? "?");

async function vitest(project) {
  const report = freshReport(`${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const config = ["--config", join("tools", "vitest.config.ts")];
  const code = await exitCode(bin("vitest"), [
    "run",
    ...config,
    "--project",
    project,
    ...reporters,
  ]);
  if (!existsSync(report)) throw new Error(`the ${project} tests ended early: ${code}`);
  const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(read(report));
  const names = testResults.flatMap(({ name: file, assertionResults, status, message }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    const where = relative(root, file);
    if (tests.length === 0 && status === "failed") return [`${where}: ${firstLine(message)}`];
    return tests.map((test) => `${where}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
  });
  return { passed, failed: code !== 0 ? Math.max(failed, 1) : failed, names };
}

const firstLine = (text) => String(text).split("\n", 1)[0];

function freshReport(name) {
  mkdirSync(inBuild("reports"), { recursive: true });
  const path = inBuild("reports", name);
  rmSync(path, { force: true });
  return path;
}

const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

const all = process.argv.includes("--all") || Boolean(process.env.CI);
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
for (const name of named)
  if (!(name in suites)) {
    console.error(`no suite "${name}"; there are ${Object.keys(suites).join(", ")}`);
    process.exit(2);
  }
// Tests that go over the gallery take all of it with --all. A suite that is named has all its files.
process.env.PORTHOS_TESTS = all ? "all" : named.length > 0 ? "named" : "core";
const chosen =
  named.length > 0
    ? named
    : Object.keys(suites).filter(
        (name) => !onlyNamed.includes(name) && (all || !onlyWithAll.includes(name)),
      );

const lines = [];
const names = [];
const total = { passed: 0, failed: 0 };
await setUp("--test");
const begun = beginBuilds(chosen);
for (const name of chosen) {
  console.log(`\n=== ${name}`);
  const begin = performance.now();
  let result;
  try {
    for (const build of needs[name] ?? []) await begun[build];
    result = await suites[name]();
    if (result.passed + result.failed === 0) throw new Error("no test was run");
  } catch (error) {
    console.log(`${name}: ${error.message}`);
    result = { passed: 0, failed: 1 };
  }
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  names.push(...(result.names ?? []).map((what) => `failed in ${name}: ${what}`));
  lines.push(`${name.padEnd(8)} ${result.passed} passed, ${result.failed} failed, ${seconds} s`);
  total.passed += result.passed;
  total.failed += result.failed;
}
if (names.length > 0) console.log(`\n${names.join("\n")}`);
console.log(`\n${lines.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
