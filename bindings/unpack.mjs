// node unpack.mjs porthos-engine.mjs: takes the wasm out of the module that Emscripten has made and puts it beside it
// twice, as porthos-engine.wasm and inside porthos-inline.mjs.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

const [file] = process.argv.slice(2);
const glue = readFileSync(file, "utf8");
const inline = /"data:application\/octet-stream;base64,([\w+/=]+)"/;
const found = inline.exec(glue);
if (!found) throw new Error(`${file} is not what Emscripten usually makes`);

const wasm = Buffer.from(found[1], "base64");
const beside = (name) => join(dirname(file), name);
writeFileSync(file, glue.replace(inline, '""'));
writeFileSync(beside("porthos-engine.wasm"), wasm);
// Base64 hides from a server's compression what is there to compress, so it has to be done before.
writeFileSync(
  beside("porthos-inline.mjs"),
  `import createEngine from "./porthos-engine.mjs";
const packed = "${gzipSync(wasm, { level: 9 }).toString("base64")}";
async function unpack() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
export default async () => createEngine({ wasmBinary: await unpack() });
`,
);
