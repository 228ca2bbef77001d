// The packed package.json: no script that npm would run, or warn of, where the package is installed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "porthos-pack-"));
afterAll(() => rmSync(folder, { recursive: true }));
const root = resolve(import.meta.dirname, "..", "..");
const own = readFileSync(join(root, "package.json"), "utf8");
const scriptsOf = (text: string) =>
  (JSON.parse(text) as { scripts: Record<string, string> }).scripts;

test("npm packs a package.json without prepare, and leaves that of the folder as it was", () => {
  const strip = scriptsOf(own)["prepack"]!.split(" && ").at(-1)!;
  const restore = scriptsOf(own)["postpack"]!;
  const there = (script: string) => script.replace("tools/", `${root}/tools/`);
  const scripts = {
    prepack: there(strip),
    postpack: there(restore),
    prepare: "true",
    test: "true",
  };
  const text = `${JSON.stringify({ name: "packed", version: "1.0.0", scripts }, null, 2)}\n`;
  writeFileSync(join(folder, "package.json"), text);
  const { status, stderr } = spawnSync("npm", ["pack", "--offline"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe(text);
  expect(existsSync(join(folder, ".package.json.kept"))).toBe(false);
  const unpack = ["-xzOf", join(folder, "packed-1.0.0.tgz"), "package/package.json"];
  const packed = spawnSync("tar", unpack, { encoding: "utf8" }).stdout;
  expect(scriptsOf(packed)).toEqual({ ...scripts, prepare: undefined });
});

test("no script of the package runs where a tarball is installed; from git, prepare builds it", () => {
  const scripts = scriptsOf(own);
  for (const name of ["preinstall", "install", "postinstall"])
    expect(scripts).not.toHaveProperty(name);
  expect(scripts["prepare"]).toBe("node tools/prepack.mjs --if-from-git");
});
