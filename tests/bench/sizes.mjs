// The bytes that a browser loads.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const dist = join(import.meta.dirname, "..", "..", "build", "dist");

/** @param {string[]} files */
function size(...files) {
  const parts = files.map((file) => readFileSync(join(dist, file)));
  const sum = (/** @type {(part: Buffer) => Buffer} */ packed) =>
    parts.reduce((total, part) => total + packed(part).length, 0);
  return {
    raw: sum((part) => part),
    gzip: sum((part) => gzipSync(part, { level: 9 })),
    brotli: sum((part) => brotliCompressSync(part)),
  };
}

export const sizes = () => ({
  "porthos-engine.wasm": size("porthos-engine.wasm"),
  "porthos-engine.mjs": size("porthos-engine.mjs"),
  both: size("porthos-engine.wasm", "porthos-engine.mjs"),
  "porthos-inline.mjs": size("porthos-inline.mjs"),
});
