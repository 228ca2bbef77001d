import { createEngine } from "./engine.js";
import type { RawEngine } from "./host.js";
import packed from "./porthos-inline.mjs";

/** A new instance of the engine that the library carries inside itself. */
export async function createInlineEngine(): Promise<RawEngine> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return createEngine(await WebAssembly.compile(await new Response(stream).arrayBuffer()));
}
