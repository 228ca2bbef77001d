/** Porthos in a module worker: the same models, with promises, while the page stays free. */
import type { NodeWorker, WebWorker } from "./channel.js";
import { Client } from "./client.js";
import { HereWorker } from "./here.js";

export * from "./public.js";
export type { NodeWorker, WebWorker } from "./channel.js";
export { Client, RemoteModel, RemoteSimulation } from "./client.js";

/** How a worker is started. */
export interface ConnectOptions {
  /**
   * Starts a worker on a script that imports `porthos/worker-main`, for bundlers that do not follow
   * `new Worker(new URL(…))`. It is called again after a worker has been lost.
   */
  worker?: () => WebWorker | NodeWorker;
}

/**
 * Starts a worker. Where a page may not have one (a frame without an origin, a script from another
 * server, a strict policy), the engine works in the page's own thread, in pieces of about 20 ms.
 *
 * @throws HostError (PH404, PH408) when that fails too
 */
export async function connect({ worker }: ConnectOptions = {}): Promise<Client> {
  if (worker) return begin(worker);
  if (typeof Worker !== "function") return begin(startThread);
  for (const start of [startWorker, startFromBlob]) {
    try {
      return await begin(start);
    } catch {
      // The next way asks less of the page.
    }
  }
  return begin(() => new HereWorker(async () => (await import("./porthos-inline.mjs")).default()));
}

async function begin(start: () => WebWorker | NodeWorker): Promise<Client> {
  const client = new Client(start);
  try {
    await client.version();
    return client;
  } catch (error) {
    client.dispose();
    throw error;
  }
}

function startWorker(): WebWorker {
  return new Worker(new URL("./worker-main.js", import.meta.url), { type: "module" });
}

/**
 * A worker's script has to come from the page's own server, but a script of the page's own making may
 * import one from elsewhere. Bundlers give the script another name, which only they know.
 */
function startFromBlob(): WebWorker {
  const script = import.meta.url.replace(/\/worker\.js(?=$|[?#])/, "/worker-main.js");
  if (script === import.meta.url) throw new TypeError("bundled");
  const text = `import ${JSON.stringify(script)};`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return new Worker(url, { type: "module" });
}

function startThread(): NodeWorker {
  const { Worker: Thread } = globalThis.process.getBuiltinModule("node:worker_threads");
  // Not with the program's own options: some, as --input-type, are not for scripts in files.
  return new Thread(new URL("./worker-main.js", import.meta.url), { execArgv: [] });
}
