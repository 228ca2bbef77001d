/** Porthos with the engine in a file of its own, porthos-engine.wasm. */
import { HostError } from "./errors.js";
import { Host, type RawEngine } from "./host.js";
import createEngine from "./porthos-engine.mjs";
import { porthosOn, type Porthos } from "./porthos.js";
import { isFile, readBytes } from "./read.js";
import { defaultBase } from "./resolve.js";

export * from "./public.js";

/** Where the engine comes from; by default from the file beside this module. */
export interface Wasm {
  /** Relative to the page, or to the working directory. */
  url?: string | URL;
  binary?: ArrayBuffer | Uint8Array;
  /** A WebAssembly.Module (whose type some environments do not declare). */
  module?: object;
}

let wasm: Wasm = {};
const host = /* @__PURE__ */ new Host(make);
const porthos: Porthos = /* @__PURE__ */ porthosOn(host);

/** Makes the engine from a place or from bytes of one's own. To be called before all others. */
export async function initialize(from: Wasm = {}): Promise<void> {
  if (host.current) throw new Error("initialize() comes too late: the engine has been made");
  wasm = from;
  await host.engine();
}

export const load: Porthos["load"] = (source, options) => porthos.load(source, options);
export const methods: Porthos["methods"] = () => porthos.methods();
export const version: Porthos["version"] = () => porthos.version();

async function make(): Promise<RawEngine> {
  const { module, binary } = wasm;
  if (module) return instantiate(module as WebAssembly.Module);
  if (binary) return createEngine({ wasmBinary: binary });
  const url =
    wasm.url === undefined
      ? new URL("./porthos-engine.wasm", import.meta.url) // just so do bundlers recognise a file
      : new URL(wasm.url, defaultBase());
  if (isFile(url)) return createEngine({ wasmBinary: await readBytes(url) });
  // Read here and not by Emscripten's own code, whose error does not say what could not be read.
  const response = await fetch(url);
  if (!response.ok) throw new HostError("PH404", `${url.href} (${response.status})`);
  if (response.headers.get("content-type")?.startsWith("application/wasm"))
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
