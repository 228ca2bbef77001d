import type { RawEngine } from "./host.js";

/** The engine from the bytes of porthos-engine.wasm, or as it is instantiated elsewhere (made by Emscripten). */
export default function createEngine(
  options:
    | { wasmBinary: ArrayBuffer | Uint8Array }
    | {
        instantiateWasm: (
          imports: WebAssembly.Imports,
          done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
        ) => object;
      },
): Promise<RawEngine>;
