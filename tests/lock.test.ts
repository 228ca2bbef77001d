// Packages from npm are pinned, with checksums, under allowed licences, and without install
// scripts. `npm audit` asks the registry for known faults, if there is a registry.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = <Content>(name: string) =>
  JSON.parse(readFileSync(join(root, name), "utf8")) as Content;

interface Locked {
  version: string;
  integrity?: string;
  license?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  link?: boolean;
}
interface Lock {
  packages: { [path: string]: Locked };
  lockfileVersion: number;
}
const manifest = read<{
  devDependencies: { [name: string]: string };
  dependencies?: { [name: string]: string };
}>("package.json");

/** They let us use, change and pass on. */
const licences = ["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD"];
/**
 * For tools whose code is not distributed: the dependencies of the bundlers and book systems of
 * tests/package.
 */
const ofTools: { [licence: string]: RegExp } = {
  "MPL-2.0": /^node_modules\/(lightningcss|axe-core)/,
  "LGPL-3.0-or-later": /^node_modules\/@img\/sharp-/,
  "Apache-2.0 AND LGPL-3.0-or-later": /^node_modules\/@img\/sharp-/,
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT": /^node_modules\/@img\/sharp-/,
  "Apache-2.0 AND MIT": /^node_modules\//,
  "(MIT OR CC0-1.0)": /^node_modules\//,
  "Python-2.0": /^node_modules\/argparse$/,
  "CC0-1.0": /^node_modules\/spdx-license-ids$/,
  "CC-BY-3.0": /^node_modules\/spdx-exceptions$/,
  "CC-BY-4.0": /^node_modules\/caniuse-lite$/,
  "BlueOak-1.0.0": /^node_modules\//,
  "": /^node_modules\/format$/, // whose Readme says MIT
};

describe.each([
  ["package-lock.json", []],
  // They are installed with --ignore-scripts.
  [
    join("tests", "package", "package-lock.json"),
    [
      ...["@parcel/watcher", "@swc/core", "esbuild", "lmdb", "msgpackr-extract"],
      "vite6/node_modules/esbuild",
    ].map((name) => `node_modules/${name}`),
  ],
])("%s", (name, withScripts) => {
  const { packages, lockfileVersion } = read<Lock>(name);
  const locked = Object.entries(packages).filter(([path]) => path !== "");
  const that = (isWrong: (entry: Locked, path: string) => boolean) =>
    locked.filter(([path, entry]) => isWrong(entry, path)).map(([path]) => path);

  test("every package has a checksum, and npm compares it", () => {
    expect(lockfileVersion).toBe(3);
    expect(locked.length).toBeGreaterThan(50);
    expect(that(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""))).toEqual([]);
    expect(that(({ link }) => link === true)).toEqual([]);
    // No package comes from elsewhere than from the registry.
    expect(that(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  test("every package has a licence that allows what is done with it", () => {
    const isAllowed = ({ license = "" }: Locked, path: string) =>
      licences.includes(license) || ofTools[license]?.test(path) === true;
    expect(that((entry, path) => !isAllowed(entry, path))).toEqual([]);
  });

  test("no package runs a script when it is installed", () => {
    expect(that(({ hasInstallScript }) => hasInstallScript === true)).toEqual(withScripts);
  });
});

test("what we ask for is pinned, and what users install asks for nothing", () => {
  expect(manifest.dependencies).toBeUndefined();
  for (const [name, version] of Object.entries(manifest.devDependencies)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(read<Lock>("package-lock.json").packages[`node_modules/${name}`]?.version).toBe(version);
  }
});

test("no package has a serious fault that the registry knows of", ({ skip }) => {
  const words = ["audit", "--json", "--fetch-retries=0", "--fetch-timeout=10000"];
  const { stdout } = spawnSync("npm", words, { cwd: root, encoding: "utf8", timeout: 30_000 });
  let answer: { metadata?: { vulnerabilities: { high: number; critical: number } } } = {};
  try {
    answer = JSON.parse(stdout) as typeof answer;
  } catch {
    // no answer
  }
  if (!answer.metadata) return skip("the registry does not answer");
  expect(answer.metadata.vulnerabilities).toMatchObject({ high: 0, critical: 0 });
}, 40_000);
