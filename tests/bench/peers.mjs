// Integrators of other projects, for comparison: SUNDIALS IDA and Simbody, from Debian's packages.
// Only this benchmark needs them.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { buildPreset } from "../../tools/build.mjs";

const peers = {
  ida: { title: "SUNDIALS IDA", package: "libsundials-dev", header: "/usr/include/ida/ida.h" },
  simbody: {
    title: "Simbody",
    package: "libsimbody-dev",
    header: "/usr/include/simbody/Simbody.h",
  },
};

/** @typedef {keyof typeof peers} Peer */

const say = (/** @type {string} */ what) => process.stderr.write(`porthos: ${what}\n`);
const isThere = (/** @type {Peer} */ peer) => existsSync(peers[peer].header);

/** @param {string[]} packages */
function install(packages) {
  const isRoot = process.getuid?.() === 0;
  const canSudo = !isRoot && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
  if (!isRoot && !canSudo) return;
  say(`installing ${packages.join(" ")}`);
  const apt = ["apt-get", "-qq", "-y", "-o", "DPkg::Lock::Timeout=600"];
  for (const what of [["update"], ["install", "--no-install-recommends", ...packages]]) {
    const [command = "", ...args] = [...(canSudo ? ["sudo"] : []), ...apt, ...what];
    spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  }
}

/** Version of a Debian package. */
const version = (/** @type {string} */ name) =>
  spawnSync("dpkg-query", ["-W", "-f", "${Version}", name], { encoding: "utf8" }).stdout ?? "";

/**
 * Installs missing ones, if allowed, and builds the programs of those available.
 * @returns {Promise<{ [peer in Peer]?: string }>} their versions
 */
export async function buildPeers() {
  const all = /** @type {Peer[]} */ (Object.keys(peers));
  const missing = all.filter((peer) => !isThere(peer));
  if (missing.length > 0) install(missing.map((peer) => peers[peer].package));
  /** @type {{ [peer in Peer]?: string }} */
  const found = {};
  for (const peer of all) {
    if (isThere(peer)) {
      await buildPreset("native", `bench_${peer}`);
      found[peer] = version(peers[peer].package);
    } else {
      say(`without ${peers[peer].title}: please install ${peers[peer].package} to compare with it`);
    }
  }
  return found;
}
