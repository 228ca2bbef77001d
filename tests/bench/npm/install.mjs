// Engines of other projects from npm, for comparison. Only this benchmark needs them, so they are
// no dependencies and have their own folder in build/.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inBuild } from "../../../tools/run.mjs";

export const packages = {
  mujoco: { title: "MuJoCo", name: "@mujoco/mujoco", version: "3.14.0" },
  rapier: { title: "Rapier", name: "@dimforge/rapier3d-compat", version: "0.21.0" },
};

/** @typedef {keyof typeof packages} Peer */

const home = inBuild("npm-peers");
/** The folder of their packages. */
export const folder = join(home, "node_modules");
const say = (/** @type {string} */ what) => process.stderr.write(`porthos: ${what}\n`);

/** @param {Peer} peer */
function isThere(peer) {
  const { name, version } = packages[peer];
  try {
    return JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")).version === version;
  } catch {
    return false;
  }
}

/** Installs missing ones, if possible. @returns {Peer[]} the available ones */
export function installPeers() {
  const all = /** @type {Peer[]} */ (Object.keys(packages));
  if (!all.every(isThere)) {
    const dependencies = all.map((peer) => [packages[peer].name, packages[peer].version]);
    mkdirSync(home, { recursive: true });
    writeFileSync(
      join(home, "package.json"),
      JSON.stringify({ private: true, dependencies: Object.fromEntries(dependencies) }),
    );
    say(`installing ${dependencies.map((one) => one.join("@")).join(" ")}`);
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
    spawnSync("npm", ["install", ...options], {
      cwd: home,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  return all.filter((peer) => {
    if (isThere(peer)) return true;
    say(`without ${packages[peer].title}: ${packages[peer].name} could not be installed`);
    return false;
  });
}
