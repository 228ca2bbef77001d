/** Porthos in a module worker: the same models, with promises, while the page stays free. */
import { Channel, type NodeWorker, type WebWorker } from "./channel.js";
import { Client } from "./client.js";
import { HostError } from "./errors.js";
import { HereWorker } from "./here.js";
import type { AskInspector } from "./inspector-answers.js";
import { runEach, setsOf } from "./many.js";
import { mustBeCount } from "./options.js";
import type { Question } from "./protocol.js";
import type { LoadOptions, ManyRun, ParameterSet, Ranges, Source } from "./types.js";
import type { StreamOptions } from "./types.js";

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

/** How a model is loaded and run many times. */
export interface ManyOptions extends LoadOptions, StreamOptions, ConnectOptions {
  /** How many workers share the runs; when missing, one for each processor. */
  workers?: number;
}

/**
 * `runMany` of a model (loaded, or as `load` takes it), by several workers at once, which are started for it and ended after it. What comes out, and
 * its order, do not depend on their number.
 *
 * @throws TypeError, RangeError, HostError as `load` and `start`; the reason of `signal` when that is aborted
 */
export async function* runMany(
  source: Source,
  vary: readonly ParameterSet[] | Ranges,
  { workers, worker, base, files, fetch, allow, isText, ...options }: ManyOptions = {},
): AsyncGenerator<ManyRun, void, void> {
  if (workers !== undefined) mustBeCount("workers", workers);
  const sets = setsOf(vary);
  const count = Math.max(1, Math.min(workers ?? processors(), sets.length));
  const clients: Client[] = [];
  try {
    const models = await Promise.all(
      Array.from({ length: count }, async () => {
        const client = await connect(worker ? { worker } : {});
        clients.push(client);
        return client.load(source, { base, files, fetch, allow, isText });
      }),
    );
    yield* runEach(models, sets, options);
  } finally {
    for (const client of clients) client.dispose();
  }
}

function processors(): number {
  if (typeof navigator === "object" && navigator.hardwareConcurrency)
    return navigator.hardwareConcurrency;
  return globalThis.process.getBuiltinModule("node:os").availableParallelism();
}

/**
 * Asks the inspector in a worker of its own, which ends with the answer; where a page may not have one, in the page's
 * own thread. Aborting ends the worker, in the middle of a check too.
 */
const askInspector: AskInspector = async <Answer>(
  kind: "inspect" | "linearize",
  question: Question,
  signal?: AbortSignal,
): Promise<Answer> => {
  let channel: Channel | undefined;
  const abort = () => channel?.close();
  try {
    channel = new Channel(startInspector());
    signal?.addEventListener("abort", abort);
    return (await channel.request(kind, question)) as Answer;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof HostError && error.code !== "PH408") throw error;
    return (await import("./inspector.js")).askHere(kind, question, signal);
  } finally {
    signal?.removeEventListener("abort", abort);
    channel?.close();
  }
};

function startInspector(): WebWorker | NodeWorker {
  if (typeof Worker === "function")
    return new Worker(new URL("./inspector-main.js", import.meta.url), { type: "module" });
  const { Worker: Thread } = globalThis.process.getBuiltinModule("node:worker_threads");
  return new Thread(new URL("./inspector-main.js", import.meta.url), { execArgv: [] });
}

async function begin(start: () => WebWorker | NodeWorker): Promise<Client> {
  const client = new Client(start, askInspector);
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
