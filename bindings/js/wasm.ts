/**
 * Porthos with the engine in a file of its own, porthos-engine.wasm. Where that has not been put beside this script,
 * the engine inside porthos-inline.mjs is loaded instead: the same one, to the bit.
 */
import { HostError } from "./errors.js";
import { Host, type RawEngine } from "./host.js";
import { askHere } from "./inspector.js";
import createEngine from "./porthos-engine.mjs";
import { porthosOn, type Porthos } from "./porthos.js";
import { isFile, readBytes } from "./read.js";
import { defaultBase } from "./resolve.js";

export * from "./public.js";

/** Where the engine comes from; by default from the file beside this module. */
export interface Wasm {
  /** The place of porthos-engine.wasm, relative to the page, or in Node to the working directory. */
  url?: string | URL;
  /** The bytes of porthos-engine.wasm. */
  binary?: ArrayBuffer | Uint8Array;
  /** porthos-engine.wasm, compiled: a WebAssembly.Module (whose type some environments do not declare). */
  module?: object;
}

let wasm: Wasm = {};
const host = /* @__PURE__ */ new Host(make);
const porthos: Porthos = /* @__PURE__ */ porthosOn(host, askHere);

/**
 * Makes the engine from a place or from bytes of one's own. To be called before all others.
 *
 * @throws Error when the engine has been made already
 * @throws HostError (PH404) where it cannot be read
 */
export async function initialize(from: Wasm = {}): Promise<void> {
  if (host.current) throw new Error("initialize() comes too late: the engine has been made");
  wasm = from;
  await host.engine();
}

/**
 * Reads a model; see `Porthos.load`.
 *
 * @throws HostError (PH404, PH407) where the engine or a text cannot be read
 */
export const load: Porthos["load"] = (source, options) => porthos.load(source, options);
/**
 * The integration methods.
 *
 * @throws HostError (PH404) where the engine cannot be read
 */
export const methods: Porthos["methods"] = () => porthos.methods();
/**
 * The version of the engine.
 *
 * @throws HostError (PH404) where the engine cannot be read
 */
export const version: Porthos["version"] = () => porthos.version();

async function make(): Promise<RawEngine> {
  const { module, binary } = wasm;
  if (module) return instantiate(module as WebAssembly.Module);
  if (binary) return createEngine({ wasmBinary: binary });
  const isOwn = wasm.url === undefined;
  const url = isOwn
    ? new URL("./porthos-engine.wasm", import.meta.url) // just so do bundlers recognise a file
    : new URL(wasm.url!, defaultBase());
  if (isFile(url)) return createEngine({ wasmBinary: await readBytes(url) });
  // Read here and not by Emscripten's own code, whose error does not say what could not be read.
  const response = await fetch(url);
  const type = response.headers.get("content-type") ?? "";
  // Some bundlers, and the dev servers of Vite 6 and 7, move this script and leave the file behind.
  if (isOwn && (!response.ok || type.startsWith("text/html")))
    return (await import("./porthos-inline.mjs")).default();
  if (!response.ok) throw new HostError("PH404", `${url.href} (${response.status})`);
  if (type.startsWith("application/wasm"))
    return instantiate(await WebAssembly.compileStreaming(response));
  return createEngine({ wasmBinary: await response.arrayBuffer() });
}

/** An instance of a compiled module, which Workers of some hosts can be given but cannot compile. */
function instantiate(module: WebAssembly.Module): Promise<RawEngine> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), reject);
      return {};
    };
    createEngine({ instantiateWasm }).then(resolve, reject);
  });
}
