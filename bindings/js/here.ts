import type { WebWorker } from "./channel.js";
import { Host, type RawEngine } from "./host.js";
import { nextTask } from "./pace.js";
import { porthosOn } from "./porthos.js";
import type { Reply, Request } from "./protocol.js";
import { handlersFor, serve } from "./serve.js";

type Listener = (event: { data: Reply }) => void;

/**
 * A worker in the present thread: each request is a separate task, so that the page stays
 * responsive.
 */
export class HereWorker implements WebWorker {
  readonly #answer: (request: Request) => Promise<void>;
  readonly #listeners = new Set<Listener>();
  #open = true;

  constructor(makeEngine: () => Promise<RawEngine>) {
    this.#answer = serve(handlersFor(porthosOn(new Host(makeEngine))), (reply) => {
      if (this.#open) for (const listener of this.#listeners) listener({ data: reply });
    });
  }

  postMessage(message: unknown): void {
    const answer = () => (this.#open ? this.#answer(message as Request) : undefined);
    void nextTask().then(answer);
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    if (type === "message") this.#listeners.add(listener);
  }

  terminate(): void {
    this.#open = false;
  }
}
