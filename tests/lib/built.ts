// The built library (build/dist) with the types of its source.
import { readFileSync } from "node:fs";

export const dist = new URL("../../build/dist/", import.meta.url);

type Modules = {
  index: typeof import("../../bindings/js/index.js");
  wasm: typeof import("../../bindings/js/wasm.js");
  worker: typeof import("../../bindings/js/worker.js");
  equations: typeof import("../../bindings/js/equations.js");
  errors: typeof import("../../bindings/js/errors.js");
  handle: typeof import("../../bindings/js/handle.js");
  host: typeof import("../../bindings/js/host.js");
  many: typeof import("../../bindings/js/many.js");
  mathml: typeof import("../../bindings/js/mathml.js");
  porthos: typeof import("../../bindings/js/porthos.js");
  resolve: typeof import("../../bindings/js/resolve.js");
  serve: typeof import("../../bindings/js/serve.js");
  suggest: typeof import("../../bindings/js/suggest.js");
};

export async function built<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return (await import(/* @vite-ignore */ new URL(`${name}.js`, dist).href)) as Modules[Name];
}

/** The bare engine, each time a new instance. */
export async function makeEngine(): Promise<RawEngine & { HEAPU8: Uint8Array }> {
  const inline = (await import(
    /* @vite-ignore */ new URL("porthos-inline.mjs", dist).href
  )) as typeof import("../../bindings/js/porthos-inline.mjs");
  return (await inline.default()) as RawEngine & { HEAPU8: Uint8Array };
}

type RawEngine = import("../../bindings/js/host.js").RawEngine;

export const read = (name: string) => readFileSync(new URL(name, dist), "utf8");

export const { load } = await built("index");
