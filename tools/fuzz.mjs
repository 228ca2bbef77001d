// npm run fuzz -- parse|solve|laws|snapshot|large|page [--seconds N] [--seed S] [--sanitized|--wasm]:
// builds a fuzzer and runs it. It searches for texts, runs or links that break something. If it
// finds one, it prints it and exits with 1; the same seed finds it again. Old findings are in
// tests/fuzz/corpus and are tried first.
//   --seconds N   duration, default 60
//   --seed S      a whole number; the default is random and printed
//   --sanitized   with the sanitizers; not for page
//   --wasm        in WebAssembly; not for page
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildDist, buildPreset, buildWeb } from "./build.mjs";
import { exitCode, inBuild, root, setUp } from "./run.mjs";

const fuzzers = ["parse", "solve", "laws", "snapshot", "large", "page"];

// Runs one fuzzer after the set-up and returns its exit code.
export async function fuzz(
  /** @type {string} */ name,
  { seconds = 60, seed = randomInt(2 ** 31), kind = "native" } = {},
) {
  console.log(`fuzz ${name}: --seconds ${seconds} --seed ${seed}, ${kind}`);
  const words = ["--seconds", String(seconds), "--seed", String(seed)];
  if (name === "page") return exitCode("node", [join("tests", "fuzz", "page.mjs"), ...words]);
  words.push("--corpus", join(root, "tests", "fuzz", "corpus"));
  const { preset, suffix } = kinds[kind];
  const program = inBuild(preset, "tests", `fuzz_${name}${suffix}`);
  return kind === "wasm" ? exitCode("node", [`${program}.js`, ...words]) : exitCode(program, words);
}

/** @typedef {"native" | "sanitized" | "wasm"} Kind */

/** @type {{ [kind in Kind]: { preset: string, suffix: string } }} */
const kinds = {
  native: { preset: "native", suffix: "" },
  sanitized: { preset: "native", suffix: "_sanitized" },
  wasm: { preset: "wasm", suffix: "" },
};

// Builds the given fuzzers.
export async function buildFuzzers(
  /** @type {string[]} */ names,
  /** @type {Kind} */ kind = "native",
) {
  const { preset, suffix } = kinds[kind];
  const targets = names.filter((name) => name !== "page").map((name) => `fuzz_${name}${suffix}`);
  if (targets.length > 0) await buildPreset(preset, ...targets);
  if (names.includes("page")) {
    await buildDist();
    await buildWeb();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: "string", default: "60" },
      seed: { type: "string" },
      sanitized: { type: "boolean", default: false },
      wasm: { type: "boolean", default: false },
    },
  });
  const unknown = positionals.find((name) => !fuzzers.includes(name));
  const [seconds, seed] = [Number(values.seconds), Number(values.seed ?? randomInt(2 ** 31))];
  if (positionals.length === 0 || unknown !== undefined || !(seconds > 0) || !(seed >= 0)) {
    console.error(
      `npm run fuzz -- ${fuzzers.join("|")} [--seconds N] [--seed S] [--sanitized|--wasm]`,
    );
    process.exit(2);
  }
  await setUp("--test");
  /** @type {Kind} */
  const kind = values.wasm ? "wasm" : values.sanitized ? "sanitized" : "native";
  await buildFuzzers(positionals, kind);
  for (const name of positionals)
    if ((await fuzz(name, { seconds, seed, kind })) !== 0) process.exitCode = 1;
}
