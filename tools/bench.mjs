// npm run bench: builds and runs the benchmarks of tests/bench, native and as WebAssembly under Node,
// and writes what they measured to build/bench.json. A benchmark prints one JSON object a line;
// besides porthos_bench (the .cpp files), every tests/bench/*.mjs is run.
import { readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { buildDist, buildPreset } from "./build.mjs";
import { has, inBuild, output, root, setUp } from "./run.mjs";

await setUp("--test");
const folder = join(root, "tests", "bench");
const files = has("tests", "bench") ? readdirSync(folder).sort() : [];
const programs = [];
if (files.some((file) => file.endsWith(".cpp"))) {
  await buildPreset("native", "porthos_bench");
  await buildPreset("wasm", "porthos_bench");
  programs.push(["native", inBuild("native", "tests", "porthos_bench")]);
  programs.push(["wasm", "node", inBuild("wasm", "tests", "porthos_bench.js")]);
}
const scripts = files.filter((file) => file.endsWith(".mjs"));
if (scripts.length > 0) await buildDist();
for (const file of scripts) programs.push([file.replace(".mjs", ""), "node", join(folder, file)]);

const results = { machine: cpus()[0]?.model, node: process.version };
for (const [name, command, ...args] of programs) {
  console.log(`=== ${name}`);
  const text = output(command, args);
  process.stdout.write(text);
  results[name] = text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}
if (programs.length === 0) console.log("tests/bench is empty");
writeFileSync(inBuild("bench.json"), JSON.stringify(results, null, 2) + "\n");
