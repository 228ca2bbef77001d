// The set-up compares everything it unpacks with pinned checksums, and names what it cannot
// install.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const tools = join(import.meta.dirname, "..", "tools");
const folder = mkdtempSync(join(tmpdir(), "porthos-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** apt_check of a file, with checksums of our own; its exit code and its words. */
function check(content: string, pinned: string) {
  writeFileSync(join(folder, "thing_1.deb"), content);
  const sum = createHash("sha256").update(pinned).digest("hex");
  writeFileSync(join(folder, "checksums.txt"), `# a comment\n${sum}  thing_1.deb\n`);
  const script = `
    tools="${tools}"; . "$tools/common.sh"; . "$tools/apt.sh"; tools="${folder}"
    apt_check "${folder}/$1" && echo taken`;
  writeFileSync(join(folder, "other_1.deb"), content);
  const run = (name: string) =>
    spawnSync("bash", ["-euo", "pipefail", "-c", script, "-", name], { encoding: "utf8" });
  return { pinned: run("thing_1.deb"), other: run("other_1.deb") };
}

test("a package that is pinned is taken", () => {
  const { status, stdout } = check("as it was", "as it was").pinned;
  expect(status).toBe(0);
  expect(stdout).toContain("taken");
});

test("a package that is not what is pinned ends the set-up", () => {
  const { status, stdout, stderr } = check("changed on its way", "as it was").pinned;
  expect(status).not.toBe(0);
  expect(stdout).not.toContain("taken");
  expect(stdout + stderr).toContain("thing_1.deb is not the file that is pinned");
});

test("a package without a checksum is taken with a word", () => {
  const { status, stdout, stderr } = check("as it was", "as it was").other;
  expect(status).toBe(0);
  expect(stdout + stderr).toContain("other_1.deb: not among the pinned checksums");
});

test("a build on a machine that lacks its tools says what to install, and no more", () => {
  const path = join(folder, "bin");
  mkdirSync(path);
  symlinkSync(process.execPath, join(path, "node"));
  for (const name of ["bash", "dirname", "env", "flock", "id", "mkdir", "realpath"]) {
    const found = spawnSync("which", [name], { encoding: "utf8" }).stdout.trim();
    symlinkSync(found, join(path, name));
  }
  const { status, stderr } = spawnSync("node", [join(tools, "build.mjs"), "dist"], {
    env: { ...process.env, PATH: path },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("please install: cmake ninja-build");
  expect(stderr).not.toMatch(/^ +at /m);
});
