import type { RawInspector } from "./inspector-answers.js";

/** The inspector with its wasm inside (made by ../unpack.mjs). */
export default function createInspector(): Promise<RawInspector>;
