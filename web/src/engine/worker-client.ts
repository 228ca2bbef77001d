import { HostError, ModelError, type Chunk, type Client, type RemoteModel } from "porthos/worker";
import type { InspectOptions, Inspection, Linearization, LinearizeOptions } from "porthos/worker";
import type { ModelDiagram } from "porthos/worker";
import type { EngineClient, ModelSource, RunListener, Steer } from "./client";
import { startEngine } from "./start-engine";
import type { Description, Equations, Method, RunEnd, RunOptions, Scene } from "./types";

const nothing: Scene = {
  camera: { kind: "planar" },
  bodies: [],
  trails: [],
  vectors: [],
  moving: 0,
};

/** Answers usually come within a tenth of a second; reading a model of the largest size takes some seconds. */
const patience = 10; // s
/** Number of texts that stay loaded, so that a changed parameter does not cause a new reading. */
const keptModels = 6;

type RemoteSimulation = Awaited<ReturnType<RemoteModel["start"]>>;

/** Computing time of a portion of a run. The page may take as long to draw it. */
const portion = 100; // ms

/** Number of portions requested in advance, so that the worker does not wait for the page. */
const inFlight = 2;

/** Most steps of one portion of a steered run, so that it can be stopped. */
const mostSteps = 500;

/**
 * The engine in one worker. A worker that is lost or silent is dropped; the next call starts
 * another.
 */
export class WorkerClient implements EngineClient {
  #client: Promise<Client> | undefined;
  #models = new Map<string, Promise<RemoteModel>>();

  async methods(): Promise<readonly Method[]> {
    return this.#ask((client) => client.methods());
  }

  async describe(source: ModelSource): Promise<Description> {
    return (await this.#load(source)).describe();
  }

  async equations(source: ModelSource): Promise<Equations> {
    const model = await this.#load(source);
    return this.#ask(() => model.equations());
  }

  async text(source: ModelSource, options: RunOptions): Promise<string> {
    const model = await this.#load(source);
    return this.#ask(() => model.text(options));
  }

  async inspect(source: ModelSource, options: InspectOptions): Promise<Inspection> {
    const model = await this.#load(source);
    return this.#ask(() => model.inspect(options));
  }

  /**
   * The inspector has a separate worker: it may compute for a large model longer than the engine
   * may be silent.
   */
  async linearize(source: ModelSource, options: LinearizeOptions): Promise<Linearization> {
    const model = await this.#load(source);
    return model.linearize(options);
  }

  async diagram(source: ModelSource): Promise<ModelDiagram> {
    const model = await this.#load(source);
    return model.diagram();
  }

  /** Whether the text is already loaded. */
  has(source: ModelSource): boolean {
    return this.#models.has(keyOf(source));
  }

  async run(
    source: ModelSource,
    options: RunOptions,
    listener: RunListener,
    signal: AbortSignal,
    steer?: Steer,
  ): Promise<RunEnd> {
    const model = await this.#load(source);
    signal.throwIfAborted();
    const simulation = await this.#ask(() => model.start({ ...options, poses: true })).catch(
      (error: unknown) => refused(error),
    );
    if ("problems" in simulation) {
      signal.throwIfAborted();
      listener.onStart({
        ...{ columns: [], problems: simulation.problems, scene: nothing, derived: [] },
      });
      return { outcome: "refused", message: simulation.message };
    }
    try {
      signal.throwIfAborted();
      const { columns, scene, problems, derived } = simulation.started;
      // The library does not declare the members of shapes; docs/format.md lists them.
      listener.onStart({
        ...{ columns, problems, derived, scene: { ...nothing, ...(scene as Partial<Scene>) } },
      });
      return await this.#advance(simulation, listener, signal, steer);
    } finally {
      simulation.dispose();
    }
  }

  /** Requests portions of a run until it ends. */
  async #advance(
    simulation: RemoteSimulation,
    listener: RunListener,
    signal: AbortSignal,
    steer?: Steer,
  ): Promise<RunEnd> {
    let leader = steer;
    let chunk: Chunk | undefined;
    const ahead: Promise<Chunk>[] = [];
    const ask = (steps?: number, milliseconds?: number, pause = 0): void => {
      const answer = async (): Promise<Chunk> => {
        if (pause > 0) await delay(pause);
        signal.throwIfAborted();
        return this.#ask(() => simulation.advance(steps, milliseconds));
      };
      const asked = answer();
      asked.catch(() => undefined); // awaited later, or never
      ahead.push(asked);
    };
    for (;;) {
      const turn = await leader?.(chunk?.steps ?? 0, signal);
      signal.throwIfAborted();
      if (turn?.set) await simulation.change({ ...turn.set });
      const steps = turn?.steps;
      if (steps === undefined) leader = undefined;
      if (leader) ask(steps && Math.min(steps, mostSteps), chunk ? portion : undefined);
      else if (!chunk) ask();
      // The worker computes the next portions while the page is busy with one.
      const pause = (chunk && listener.restAt?.(chunk.t)) ?? 0;
      while (!leader && ahead.length < (pause > 0 ? 1 : inFlight)) ask(undefined, portion, pause);
      chunk = await ahead.shift();
      signal.throwIfAborted();
      if (!chunk) throw new RangeError("nothing was asked");
      const { t, table: rows, poses, events, done: isLast } = chunk;
      listener.onChunk({ t, rows, poses, events, isLast });
      const { outcome, message, summary } = chunk;
      if (isLast) return { outcome, message, ...(summary ? { summary } : {}) };
    }
  }

  #load(source: ModelSource): Promise<RemoteModel> {
    const key = keyOf(source);
    const known = this.#models.get(key);
    if (known) return known;
    const { text, files, base } = source;
    const model = this.#ask((client) =>
      client.load(text, {
        files: { ...files },
        isText: true,
        ...(base === undefined ? {} : { base }),
      }),
    );
    this.#models.set(key, model);
    model.catch(() => this.#models.delete(key));
    const [oldest] = this.#models.keys();
    if (this.#models.size > keptModels && oldest !== undefined) {
      void this.#models.get(oldest)?.then((old) => old.dispose());
      this.#models.delete(oldest);
    }
    return model;
  }

  /**
   * The answer of the worker. If the worker is lost, or silent for too long, everything starts
   * again.
   */
  async #ask<Answer>(question: (client: Client) => Promise<Answer>): Promise<Answer> {
    this.#client ??= startEngine();
    const asked = this.#client;
    try {
      return await within(patience, asked.then(question));
    } catch (error) {
      const isLost = error instanceof HostError && error.code === "PH408";
      if (isLost || error instanceof Timeout) this.#giveUp(asked);
      throw error;
    }
  }

  #giveUp(client: Promise<Client>): void {
    if (this.#client !== client) return; // another question was faster
    this.#client = undefined;
    this.#models.clear();
    client.then(
      (lost) => lost.dispose(),
      () => undefined,
    );
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The problems of the options of a run. Any other error is thrown again. */
function refused(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  throw error;
}

class Timeout extends Error {
  constructor() {
    super(`It has said nothing for ${patience} s.`);
  }
}

/**
 * Rejects after `seconds` without an answer. Seconds are counted one by one, so a sleeping computer
 * counts none.
 */
function within<Answer>(seconds: number, promise: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let passed = 0;
    const timer = setInterval(() => {
      passed += 1;
      if (passed >= seconds) reject(new Timeout());
    }, 1000);
    promise.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

function keyOf({ text, base }: ModelSource): string {
  return `${base ?? ""}\n${text}`;
}
