import type { RawEngine } from "./host.js";

/** The engine, which reads porthos-engine.wasm unless told otherwise (made by Emscripten). */
export default function createEngine(options: {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (file: string) => string;
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}): Promise<RawEngine>;
