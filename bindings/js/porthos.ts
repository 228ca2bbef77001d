import type { Host } from "./host.js";
import type { AskInspector } from "./inspector-answers.js";
import { Model } from "./model.js";
import { collect, type Texts } from "./resolve.js";
import type { LoadOptions, Method, Source } from "./types.js";

/** The functions of the library, over an instance of the engine that `host` creates on demand. */
export interface Porthos {
  /**
   * Reads a model: a JSON text, a plain object, or its location (a URL, or a string that ends in
   * `.json`). Errors of the model are in `problems`; only an unreadable location throws.
   *
   * @throws TypeError unless `source` is a text, a plain object or a URL
   * @throws HostError (PH401 to PH404, PH407)
   */
  load(source: Source, options?: LoadOptions): Promise<Model>;
  /**
   * The integration methods.
   *
   * @throws HostError (PH401 to PH404)
   */
  methods(): Promise<Method[]>;
  /**
   * The version of the engine.
   *
   * @throws HostError (PH401 to PH404)
   */
  version(): Promise<string>;
  /**
   * A model from complete texts.
   *
   * @throws HostError (PH401 to PH404)
   */
  open(texts: Texts): Promise<Model>;
  /**
   * The names of the files that a model text uses directly; none for a text that is not JSON.
   *
   * @throws HostError (PH401 to PH404)
   */
  references(text: string): Promise<string[]>;
}

/** `ask` connects models with the inspector; a worker for runs has none. */
export function porthosOn(host: Host, ask?: AskInspector): Porthos {
  const references = async (text: string) => {
    const engine = await host.engine();
    return JSON.parse(engine.call((raw) => raw.references(text))) as string[];
  };
  const open = async (texts: Texts) => new Model(host, await host.engine(), texts, ask);
  return {
    references,
    open,
    load: async (source, options = {}) => open(await collect(source, options, references)),
    methods: async () => {
      const engine = await host.engine();
      return JSON.parse(engine.call((raw) => raw.methods())) as Method[];
    },
    version: async () => {
      const engine = await host.engine();
      return engine.call((raw) => raw.version());
    },
  };
}
