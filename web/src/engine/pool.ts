import type { InspectOptions, Inspection, Linearization, LinearizeOptions } from "porthos/worker";
import type { ModelDiagram } from "porthos/worker";
import type { EngineClient, ModelSource, RunListener, Steer } from "./client";
import type { Description, Equations, Method, RunEnd, RunOptions } from "./types";
import { WorkerClient } from "./worker-client";

interface Member {
  readonly client: WorkerClient;
  /** Number of runs and reads in progress. */
  busy: number;
}

/** A few workers for all elements of a page, started when they are needed. */
class Pool implements EngineClient {
  readonly #members: Member[] = [];
  readonly #size = Math.min(4, Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

  /** Starts a worker, which will be used soon. */
  start(): void {
    if (this.#members.length > 0) return;
    const client = new WorkerClient();
    this.#members.push({ client, busy: 0 });
    client.methods().catch(() => undefined); // the next request reports the error
  }

  /** Lets a started worker read a text about which it will be asked. */
  readAhead(source: ModelSource): void {
    this.#members[0]?.client.describe(source).catch(() => undefined);
  }

  methods(): Promise<readonly Method[]> {
    return this.#with(null, (client) => client.methods());
  }

  describe(source: ModelSource): Promise<Description> {
    return this.#with(source, (client) => client.describe(source));
  }

  equations(source: ModelSource): Promise<Equations> {
    return this.#with(source, (client) => client.equations(source));
  }

  text(source: ModelSource, options: RunOptions): Promise<string> {
    return this.#with(source, (client) => client.text(source, options));
  }

  inspect(source: ModelSource, options: InspectOptions): Promise<Inspection> {
    return this.#with(source, (client) => client.inspect(source, options));
  }

  diagram(source: ModelSource): Promise<ModelDiagram> {
    return this.#with(source, (client) => client.diagram(source));
  }

  linearize(source: ModelSource, options: LinearizeOptions): Promise<Linearization> {
    return this.#with(source, (client) => client.linearize(source, options));
  }

  run(
    source: ModelSource,
    options: RunOptions,
    listener: RunListener,
    signal: AbortSignal,
    steer?: Steer,
  ): Promise<RunEnd> {
    return this.#with(source, (client) => client.run(source, options, listener, signal, steer));
  }

  async #with<Result>(
    source: ModelSource | null,
    use: (client: WorkerClient) => Promise<Result>,
  ): Promise<Result> {
    const member = this.#choose(source);
    member.busy += 1;
    try {
      return await use(member.client);
    } finally {
      member.busy -= 1;
    }
  }

  /** The worker with the least to do; among equals, the one that has read the text. */
  #choose(source: ModelSource | null): Member {
    const isIdle = this.#members.some(({ busy }) => busy === 0);
    if (!isIdle && this.#members.length < this.#size)
      this.#members.push({ client: new WorkerClient(), busy: 0 });
    const knows = ({ client }: Member): number => Number(source !== null && client.has(source));
    const [first] = [...this.#members].sort(
      (one, other) => one.busy - other.busy || knows(other) - knows(one),
    );
    if (!first) throw new RangeError("a pool has at least one worker");
    return first;
  }
}

/** The engine of this page. */
export const engine: EngineClient & Pick<Pool, "start" | "readAhead"> = new Pool();
