// The library as it was built (build/dist), with the types of its source.
import { readFileSync } from "node:fs";

export const dist = new URL("../../build/dist/", import.meta.url);

type Modules = {
  index: typeof import("../../bindings/js/index.js");
  wasm: typeof import("../../bindings/js/wasm.js");
  worker: typeof import("../../bindings/js/worker.js");
  errors: typeof import("../../bindings/js/errors.js");
  handle: typeof import("../../bindings/js/handle.js");
  host: typeof import("../../bindings/js/host.js");
  inline: typeof import("../../bindings/js/inline.js");
  porthos: typeof import("../../bindings/js/porthos.js");
  resolve: typeof import("../../bindings/js/resolve.js");
  serve: typeof import("../../bindings/js/serve.js");
  suggest: typeof import("../../bindings/js/suggest.js");
};

export async function built<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  return (await import(/* @vite-ignore */ new URL(`${name}.js`, dist).href)) as Modules[Name];
}

/** The bare engine, each time a new instance. */
export const { createInlineEngine: makeEngine } = await built("inline");

export const read = (name: string) => readFileSync(new URL(name, dist), "utf8");

export const { load } = await built("index");
