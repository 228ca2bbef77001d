// node pack.mjs porthos-inline.mjs: compresses the wasm inside the module that Emscripten has made.
// Base64 hides from a server's compression what is there to compress, so it has to be done before.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [file] = process.argv.slice(2);
const glue = readFileSync(file, "utf8");
const inline = /"data:application\/octet-stream;base64,([\w+/=]+)"/;
const exported = /export default createEngine;\s*$/;
const found = inline.exec(glue);
if (!found || !exported.test(glue)) throw new Error(`${file} is not what Emscripten usually makes`);

const packed = gzipSync(Buffer.from(found[1], "base64"), { level: 9 }).toString("base64");
writeFileSync(
  file,
  glue.replace(inline, '""').replace(
    exported,
    `const packed = "${packed}";
async function unpack() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
export default async () => createEngine({ wasmBinary: await unpack() });
`,
  ),
);
