import { Host, type RawEngine } from "./host.js";
import { porthosOn } from "./porthos.js";
import type { Handlers, Reply, Request } from "./protocol.js";
import { handlersFor, serve } from "./serve.js";

/** The page, or in Node the thread that started this one. */
interface Parent {
  postMessage(message: Reply, transfer: ArrayBuffer[]): void;
}

/** In a worker: answers the requests of its creator about models and runs. */
export function answerParent(makeEngine: () => Promise<RawEngine>): void {
  answerParentWith(handlersFor(porthosOn(new Host(makeEngine))));
}

/** The same with these handlers. */
export function answerParentWith(handlers: Partial<Handlers>): void {
  const threads =
    typeof globalThis.process === "object"
      ? globalThis.process.getBuiltinModule?.("node:worker_threads")
      : undefined;
  const parent = (threads?.parentPort ?? globalThis) as unknown as Parent;
  const answer = serve(handlers, (reply, transfer) => parent.postMessage(reply, transfer));
  if (threads?.parentPort) threads.parentPort.on("message", (request: Request) => answer(request));
  else
    globalThis.addEventListener("message", (event) =>
      answer((event as MessageEvent<Request>).data),
    );
}
