import type { RawEngine } from "./host.js";

/** The engine with its wasm inside (made by ../unpack.mjs). */
export default function createEngine(): Promise<RawEngine>;
