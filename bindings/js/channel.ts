import { errorFrom, HostError, wordsOf } from "./errors.js";
import type { Args, Kind, Reply, ReplyTo, Request } from "./protocol.js";

/** The parts of a web worker that are used here. */
export interface WebWorker {
  /** See Worker. */
  postMessage(message: unknown): void;
  /** See Worker: "message", "error" and "messageerror". */
  addEventListener(type: string, listener: (event: unknown) => void): void;
  /** See Worker. */
  terminate(): void;
}

/** The parts of a Node worker thread that are used here. */
export interface NodeWorker {
  /** See worker_threads.Worker. */
  postMessage(message: unknown): void;
  /** See worker_threads.Worker: "message", "error" and "exit". */
  on(event: string, listener: (value: unknown) => void): unknown;
  /** See worker_threads.Worker. */
  ref(): void;
  /** See worker_threads.Worker. */
  unref(): void;
  /** See worker_threads.Worker. */
  terminate(): unknown;
}

interface Waiting {
  resolve(value: ReplyTo<Kind>): void;
  reject(error: Error): void;
}

/** Time after which a caller stops waiting for an answer, ms. */
const patience = 100;

/**
 * Requests to one worker, until it is lost or closed. A worker that is busy within one step, or
 * reads a model, stays for the callers that wait for it. Without such callers it is terminated.
 */
export class Channel {
  readonly #worker: WebWorker | NodeWorker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  #lowest = 0;
  #lost: HostError | undefined;
  #holders = 0;
  #isRetired = false;

  constructor(worker: WebWorker | NodeWorker) {
    this.#worker = worker;
    const lose = (detail: string) => this.#lose(detail);
    if ("on" in worker) {
      worker.unref(); // an idle worker does not keep the program alive
      worker.on("message", (reply) => this.#settle(reply as Reply));
      worker.on("error", (error) => lose(wordsOf(error)));
      worker.on("exit", () => lose("it has ended"));
    } else {
      worker.addEventListener("message", (event) => this.#settle((event as { data: Reply }).data));
      worker.addEventListener("error", (event) => {
        // A script that cannot be loaded causes an event without a message.
        const { message } = event as { message?: string };
        lose(
          message ? wordsOf(message) : "its script could not be loaded; see the option `worker`",
        );
      });
      worker.addEventListener("messageerror", () => lose("a message could not be read"));
    }
  }

  /** Whether new work may start here. */
  get open(): boolean {
    return this.#lost === undefined && !this.#isRetired;
  }

  /** Keeps the worker alive until the returned function is called. */
  hold(): () => void {
    this.#holders++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders--;
      this.#endIfUnused();
    };
  }

  /** A number below zero for a run, unique in the worker. */
  newNumber(): number {
    return --this.#lowest;
  }

  /** Releases a model or a simulation, or ends a run. */
  free(handle: number): void {
    if (this.#lost) return; // a lost worker holds nothing
    let isAnswered = false;
    const answer = () => void (isAnswered = true);
    this.request("dispose", { handle }).then(answer, answer);
    const wait = () => {
      const begin = performance.now();
      const check = () => {
        if (isAnswered) return;
        // If this thread was busy itself, an answer may already be waiting.
        if (performance.now() - begin > 1.5 * patience) wait();
        else this.#retire();
      };
      const timer: unknown = setTimeout(check, patience);
      if (typeof timer === "object") (timer as NodeJS.Timeout).unref();
    };
    wait();
  }

  /** Ensures that a worker that does not answer gets no more work. */
  mustAnswer(): void {
    this.free(0); // no object has this number
  }

  /** Like `request`, but the worker is kept alive until the answer arrives. */
  async ask<K extends Kind>(type: K, args: Args<K>): Promise<ReplyTo<K>> {
    const release = this.hold();
    try {
      return await this.request(type, args);
    } finally {
      release();
    }
  }

  request<K extends Kind>(type: K, args: Args<K>): Promise<ReplyTo<K>> {
    if (this.#lost) return Promise.reject(this.#lost);
    const id = ++this.#last;
    return new Promise<ReplyTo<K>>((resolve, reject) => {
      this.#worker.postMessage({ id, type, args } as Request);
      this.#waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
      if ("ref" in this.#worker) this.#worker.ref();
    });
  }

  close(): void {
    this.#lose("it has been closed");
  }

  #retire(): void {
    this.#isRetired = true;
    this.#endIfUnused();
  }

  #endIfUnused(): void {
    if (this.#isRetired && this.#holders === 0) this.close();
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0 && "unref" in this.#worker) this.#worker.unref();
    if (reply.ok) waiting?.resolve(reply.value);
    else waiting?.reject(errorFrom(reply.error));
  }

  #lose(detail: string): void {
    if (this.#lost) return;
    this.#lost = new HostError("PH408", detail);
    for (const { reject } of this.#waiting.values()) reject(this.#lost);
    this.#waiting.clear();
    void this.#worker.terminate();
  }
}
