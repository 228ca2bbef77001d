/** Porthos in a module worker: the same models, with promises, while the page stays responsive. */
import { Channel, type NodeWorker, type WebWorker } from "./channel.js";
import { Client } from "./client.js";
import { HostError } from "./errors.js";
import { HereWorker } from "./here.js";
import type { AskInspector } from "./inspector-answers.js";
import { runEach, setsOf } from "./many.js";
import { mustBeCount } from "./options.js";
import type { InspectorKind, Question } from "./protocol.js";
import type { LoadOptions, ManyRun, ParameterSet, Ranges, Source } from "./types.js";
import type { StreamOptions } from "./types.js";

export * from "./public.js";
export type { NodeWorker, WebWorker } from "./channel.js";
export { Client, RemoteModel, RemoteSimulation } from "./client.js";

/** How a worker is started. */
export interface ConnectOptions {
  /**
   * Starts a worker on a script that imports `porthos/worker-main`, for bundlers that do not follow
   * `new Worker(new URL(…))`. It is called again after a worker is lost.
   */
  worker?: () => WebWorker | NodeWorker;
}

/**
 * Starts a worker. If a page may not have one (a frame without an origin, a script from another
 * server, a strict policy), the engine works in the thread of the page, in pieces of about 20 ms.
 *
 * @throws HostError (PH404, PH408) if that fails, too
 */
export async function connect({ worker }: ConnectOptions = {}): Promise<Client> {
  if (worker) return begin(worker);
  if (typeof Worker !== "function") return begin(startThread);
  for (const start of [startWorker, startFromBlob]) {
    try {
      return await begin(start);
    } catch {
      // The next attempt needs fewer permissions.
    }
  }
  return begin(() => new HereWorker(async () => (await import("./porthos-inline.mjs")).default()));
}

/** How to load a model and run it many times. */
export interface ManyOptions extends LoadOptions, StreamOptions, ConnectOptions {
  /** The number of workers; default: one for each processor. */
  workers?: number;
}

/**
 * `runMany` for a model (loaded, or a source for `load`) with several workers, which are started
 * for it and ended after it. The results and their order do not depend on the number of workers.
 *
 * @throws TypeError, RangeError, HostError as `load` and `start`; the reason of `signal` if it is
 *   aborted
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
 * Asks the inspector in a separate worker, which ends with the answer; if a page may not have one,
 * in the thread of the page. An abort ends the worker, also within a check.
 */
const askInspector: AskInspector = async <Answer>(
  kind: InspectorKind,
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
 * A worker's script must come from the page's own server, but a script created by the page may
 * import one from elsewhere. Bundlers give that script another name, which is unknown here.
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
  // Without the options of the program, since some of them, such as --input-type, are not allowed
  // for script files.
  return new Thread(new URL("./worker-main.js", import.meta.url), { execArgv: [] });
}
