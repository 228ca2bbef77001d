import type { RawInspector } from "./inspector.js";

/** The inspector with its wasm inside (made by ../unpack.mjs). */
export default function createInspector(): Promise<RawInspector>;
