// node unpack.mjs ENGINE.mjs INLINE.mjs: takes the WebAssembly code out of Emscripten's module and
// writes it twice next to the module, as ENGINE.wasm and inside INLINE.mjs.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import zopfli from "@gfx/zopfli";

const [file, inlined] = process.argv.slice(2);
const glue = readFileSync(file, "utf8");
const inline = /"data:application\/octet-stream;base64,([\w+/=]+)"/;
const found = inline.exec(glue);
if (!found) throw new Error(`${file} is not what Emscripten usually makes`);

writeFileSync(file, glue.replace(inline, '""'));
const own = file.replace(/\.mjs$/, ".wasm");
const wasm = Buffer.from(found[1], "base64");
writeFileSync(own, wasm);
// A server cannot compress base64 well, so the code is compressed first. Zopfli is 4 % (15 kB) better than zlib. The
// engine is compiled while it is decompressed.
const packed = Buffer.from(await zopfli.gzipAsync(wasm, {}));
writeFileSync(
  join(dirname(file), inlined),
  `import createEngine from "./${basename(file)}";
const packed = "${packed.toString("base64")}";
function decode(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = letters.charCodeAt(i);
  return bytes;
}
export default () =>
  new Promise((resolve, reject) => {
    const { readable, writable } = new DecompressionStream("gzip");
    const writer = writable.getWriter();
    writer.write(decode(packed)).catch(reject);
    writer.close().catch(reject);
    const wasm = new Response(readable, { headers: { "content-type": "application/wasm" } });
    const compile = WebAssembly.compileStreaming
      ? WebAssembly.compileStreaming(wasm)
      : wasm.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
    const instantiateWasm = (imports, done) => {
      compile
        .then(async (module) => done(await WebAssembly.instantiate(module, imports), module))
        .catch(reject);
      return {};
    };
    createEngine({ instantiateWasm }).then(resolve, reject);
  });
`,
);
