/**
 * Porthos with the engine in a separate file, porthos-engine.wasm. If that file is not beside this
 * script, the engine inside porthos-inline.mjs is loaded instead. Both give the same bits.
 */
import { HostError } from "./errors.js";
import { Host, type RawEngine } from "./host.js";
import { askHere } from "./inspector.js";
import createEngine from "./porthos-engine.mjs";
import { porthosOn, type Porthos } from "./porthos.js";
import { isFile, readBytes } from "./read.js";
import { defaultBase } from "./resolve.js";

export * from "./public.js";

/** The source of the engine; by default the file beside this module. */
export interface Wasm {
  /**
   * The location of porthos-engine.wasm, relative to the page, in Node to the working directory.
   */
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
 * Creates the engine from a custom location or from bytes. Must be the first call.
 *
 * @throws Error if the engine already exists
 * @throws HostError (PH404) if it cannot be read
 */
export async function initialize(from: Wasm = {}): Promise<void> {
  if (host.current) throw new Error("initialize() comes too late: the engine has been made");
  wasm = from;
  await host.engine();
}

/**
 * Reads a model; see `Porthos.load`.
 *
 * @throws HostError (PH404, PH407) if the engine or a text cannot be read
 */
export const load: Porthos["load"] = (source, options) => porthos.load(source, options);
/**
 * The integration methods.
 *
 * @throws HostError (PH404) if the engine cannot be read
 */
export const methods: Porthos["methods"] = () => porthos.methods();
/**
 * The version of the engine.
 *
 * @throws HostError (PH404) if the engine cannot be read
 */
export const version: Porthos["version"] = () => porthos.version();

async function make(): Promise<RawEngine> {
  const { module, binary } = wasm;
  if (module) return instantiate(module as WebAssembly.Module);
  if (binary) return createEngine({ wasmBinary: binary });
  const isOwn = wasm.url === undefined;
  const url = isOwn
    ? new URL("./porthos-engine.wasm", import.meta.url) // bundlers recognise exactly this expression as a file
    : new URL(wasm.url!, defaultBase());
  if (isFile(url)) return createEngine({ wasmBinary: await readBytes(url) });
  // Fetched here, since the error of Emscripten's own code does not name the file.
  const response = await fetch(url);
  const type = response.headers.get("content-type") ?? "";
  // Some bundlers, and the dev servers of Vite 6 and 7, move this script without the file.
  if (isOwn && (!response.ok || type.startsWith("text/html")))
    return (await import("./porthos-inline.mjs")).default();
  if (!response.ok) throw new HostError("PH404", `${url.href} (${response.status})`);
  if (type.startsWith("application/wasm"))
    return instantiate(await WebAssembly.compileStreaming(response));
  return createEngine({ wasmBinary: await response.arrayBuffer() });
}

/** An instance of a compiled module, for Workers of hosts that cannot compile. */
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
