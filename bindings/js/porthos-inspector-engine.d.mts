import type { RawInspector } from "./inspector-answers.js";

/** The inspector from the bytes of its wasm (made by Emscripten). */
export default function createInspector(options: {
  wasmBinary: ArrayBuffer | Uint8Array;
}): Promise<RawInspector>;
