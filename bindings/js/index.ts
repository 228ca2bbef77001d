/**
 * Porthos with the engine inside, without configuration. porthos/wasm has it in a separate file.
 */
import { Host } from "./host.js";
import { askHere } from "./inspector.js";
import createEngine from "./porthos-inline.mjs";
import { porthosOn, type Porthos } from "./porthos.js";

export * from "./public.js";

const porthos: Porthos = /* @__PURE__ */ porthosOn(
  /* @__PURE__ */ new Host(() => createEngine()),
  askHere,
);

/**
 * Reads a model; see `Porthos.load`.
 *
 * @throws TypeError unless `source` is a text, a plain object or a URL
 * @throws HostError (PH407) if a text cannot be read; PH401 to PH403
 */
export const load: Porthos["load"] = (source, options) => porthos.load(source, options);
/**
 * The integration methods.
 *
 * @throws HostError (PH401 to PH403)
 */
export const methods: Porthos["methods"] = () => porthos.methods();
/**
 * The version of the engine.
 *
 * @throws HostError (PH401 to PH403)
 */
export const version: Porthos["version"] = () => porthos.version();
