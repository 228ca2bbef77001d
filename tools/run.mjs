// Runs other programs.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const inBuild = (...parts) => join(root, "build", ...parts);
/** The folder that tools/common.sh calls the cache. */
export const inCache = (...parts) =>
  join(
    process.env.PORTHOS_CACHE ??
      join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "porthos"),
    ...parts,
  );

/** A program failed and has printed the reason. */
export class Failed extends Error {}

// Runs a program and shows its output; throws Failed if it fails.
export async function run(command, args, options = {}) {
  const code = await exitCode(command, args, options);
  if (code !== 0) throw new Failed(`${command} ${args.join(" ")}: exit code ${code}`);
}

export function exitCode(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? signal));
  });
}

// Runs a program and returns its standard output.
export function output(command, args) {
  const options = { cwd: root, stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 };
  const result = spawnSync(command, args, { ...options, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${result.status}`);
  return result.stdout;
}

// Like run(), but one at a time for each name: two builds must not write the same folder.
const hasFlock = spawnSync("flock", ["--version"], { stdio: "ignore" }).status === 0;
export function runLocked(name, command, args, options) {
  if (!hasFlock) return run(command, args, options);
  mkdirSync(inBuild(), { recursive: true });
  return run("flock", ["--close", inBuild(`.${name}.lock`), command, ...args], options);
}

export const bin = (name) => join(root, "node_modules", ".bin", name);
export const has = (...parts) => existsSync(join(root, ...parts));

export const setUp = (...options) => run(join(root, "tools", "setup.sh"), options);
