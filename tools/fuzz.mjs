// npm run fuzz -- parse|solve|snapshot|large|page [--seconds N] [--seed S] [--build PRESET]: builds a fuzzer and lets
// it look for texts, runs or links that break something. It ends with exit code 1 where one does, and
// names it; the same seed finds it again. Old findings are in tests/fuzz/corpus and are tried first.
//   --seconds N   how long, 60
//   --seed S      a whole number; without it a fresh one, which is printed
//   --build P     native (as it is), native-debug (with the sanitizers), wasm; not for page
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildDist, buildPreset, buildWeb } from "./build.mjs";
import { exitCode, has, inBuild, root, setUp } from "./run.mjs";

// In the order of the suite, which runs two at a time: the last one, which needs a processor for itself, alone.
export const fuzzers = ["parse", "solve", "snapshot", "page", "large"];

// The fuzzers that are there.
export const isThere = (/** @type {string} */ name) =>
  has("tests", "fuzz", name === "page" ? "page.mjs" : `fuzz_${name}.cpp`);

// Lets one fuzzer run; what it needs has been set up. Gives its exit code.
export async function fuzz(
  /** @type {string} */ name,
  { seconds = 60, seed = randomInt(2 ** 31), build = "native" } = {},
) {
  console.log(`fuzz ${name}: --seconds ${seconds} --seed ${seed} --build ${build}`);
  const words = ["--seconds", String(seconds), "--seed", String(seed)];
  if (name === "page") return exitCode("node", [join("tests", "fuzz", "page.mjs"), ...words]);
  words.push("--corpus", join(root, "tests", "fuzz", "corpus"));
  const program = inBuild(build, "tests", `fuzz_${name}`);
  return build === "wasm"
    ? exitCode("node", [`${program}.js`, ...words])
    : exitCode(program, words);
}

// Builds what fuzzers need.
export async function buildFuzzers(/** @type {string[]} */ names, build = "native") {
  const targets = names.filter((name) => name !== "page").map((name) => `fuzz_${name}`);
  if (targets.length > 0) await buildPreset(build, ...targets);
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
      build: { type: "string", default: "native" },
    },
  });
  const unknown = positionals.find((name) => !fuzzers.includes(name) || !isThere(name));
  const [seconds, seed] = [Number(values.seconds), Number(values.seed ?? randomInt(2 ** 31))];
  if (positionals.length === 0 || unknown !== undefined || !(seconds > 0) || !(seed >= 0)) {
    console.error(`npm run fuzz -- ${fuzzers.join("|")} [--seconds N] [--seed S] [--build PRESET]`);
    process.exit(2);
  }
  await setUp("--test");
  await buildFuzzers(positionals, values.build);
  for (const name of positionals)
    if ((await fuzz(name, { seconds, seed, build: values.build })) !== 0) process.exitCode = 1;
}
