// node tools/format.mjs [--write]: checks, or fixes, the format of the C++ files (.clang-format)
// and of all files that prettier supports (.prettierrc).
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bin, exitCode, has, root } from "./run.mjs";

const write = process.argv.includes("--write");
const cpp = ["src", "bindings", "tests"]
  .filter((folder) => has(folder))
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((f) => join(folder, f)),
  )
  .filter((file) => /\.[ch]pp$/.test(file));
const codes = [];
if (cpp.length > 0)
  codes.push(
    await exitCode("clang-format", [...(write ? ["-i"] : ["--dry-run", "-Werror"]), ...cpp]),
  );
codes.push(
  await exitCode(bin("prettier"), [write ? "--write" : "--check", "--log-level=warn", "."]),
);
process.exit(codes.some((code) => code !== 0) ? 1 : 0);
