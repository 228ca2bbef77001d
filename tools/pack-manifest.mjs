// node tools/pack-manifest.mjs strip|restore, before and after npm packs a folder: the packed package.json has no
// script `prepare`, of which npm would warn those who install the package. Installation from git needs it, and does
// not run this.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const [file, kept] = ["package.json", ".package.json.kept"];

if (process.argv[2] === "strip") {
  // An earlier packing may have failed before it restored the file.
  const text = readFileSync(existsSync(kept) ? kept : file, "utf8");
  const { scripts, ...manifest } = JSON.parse(text);
  delete scripts.prepare;
  writeFileSync(kept, text);
  writeFileSync(file, `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`);
} else if (process.argv[2] === "restore") {
  writeFileSync(file, readFileSync(kept));
  rmSync(kept);
} else throw new Error("strip or restore?");
