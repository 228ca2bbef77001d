// node unpack.mjs ENGINE.mjs INLINE.mjs: takes the wasm out of the module that Emscripten has made and puts it beside
// it twice, as ENGINE.wasm and inside INLINE.mjs.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";

const [file, inlined] = process.argv.slice(2);
const glue = readFileSync(file, "utf8");
const inline = /"data:application\/octet-stream;base64,([\w+/=]+)"/;
const found = inline.exec(glue);
if (!found) throw new Error(`${file} is not what Emscripten usually makes`);

const wasm = Buffer.from(found[1], "base64");
writeFileSync(file, glue.replace(inline, '""'));
writeFileSync(file.replace(/\.mjs$/, ".wasm"), wasm);
// Base64 hides from a server's compression what is there to compress, so it has to be done before.
writeFileSync(
  join(dirname(file), inlined),
  `import createEngine from "./${basename(file)}";
const packed = "${gzipSync(wasm, { level: 9 }).toString("base64")}";
async function unpack() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
export default async () => createEngine({ wasmBinary: await unpack() });
`,
);
