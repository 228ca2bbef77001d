import type { RawEngine } from "./host.js";

/** The engine with its wasm inside (made by Emscripten from ../embind.cpp). */
export default function createEngine(): Promise<RawEngine>;
