/** Porthos with the engine in a file of its own, porthos-engine.wasm. */
import { createEngine } from "./engine.js";
import { HostError } from "./errors.js";
import { Host, type RawEngine } from "./host.js";
import { porthosOn, type Porthos } from "./porthos.js";
import { defaultBase, isFile, readBytes } from "./resolve.js";

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
  return createEngine(await compiled());
}

async function compiled(): Promise<WebAssembly.Module> {
  const { module, binary } = wasm;
  if (module) return module as WebAssembly.Module;
  if (binary) return WebAssembly.compile(binary as BufferSource);
  const url =
    wasm.url === undefined
      ? new URL("./porthos-engine.wasm", import.meta.url) // just so do bundlers recognise a file
      : new URL(wasm.url, defaultBase());
  if (isFile(url)) return WebAssembly.compile((await readBytes(url)) as BufferSource);
  const response = await fetch(url);
  if (!response.ok) throw new HostError("PH404", `${url.href} (${response.status})`);
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
