import type { Channel, NodeWorker, WebWorker } from "./channel.js";
import type { ModelDiagram } from "./diagram/graph.js";
import { Handle } from "./handle.js";
import { runEach, setsOf } from "./many.js";
import type { AskInspector } from "./inspector-answers.js";
import { diagramIn, ModelFacts } from "./model.js";
import { engineOptions, mustBeCount, mustBeText } from "./options.js";
import { collect } from "./resolve.js";
import { Run } from "./run.js";
import { Link, ModelInWorker } from "./worker-link.js";
import type { Begun, DiagramAnswer } from "./protocol.js";
import type { Chunk, Description, Equations, InspectOptions, Inspection } from "./types.js";
import type { Linearization, LinearizeOptions, LoadOptions, ManyRun, Method } from "./types.js";
import type { ParameterSet, Ranges, RunOptions, Source, Started } from "./types.js";
import type { StreamOptions, Summary } from "./types.js";

/** A connection to a worker. After the worker is lost, the next request starts another. */
export class Client extends Handle {
  readonly #link: Link;

  /** Use `connect`. */
  constructor(start: () => WebWorker | NodeWorker, ask?: AskInspector) {
    const link = new Link(start, ask);
    super(() => link.close());
    this.#link = link;
  }

  /**
   * Like `load` of porthos. This side reads the files, with its cookies and base.
   *
   * @throws TypeError unless `source` is a text, a plain object or a URL
   * @throws HostError if a text cannot be read (PH407), or the worker is lost (PH408); PH401 to
   *   PH403, PH406
   */
  async load(source: Source, options: LoadOptions = {}): Promise<RemoteModel> {
    return this.during(async () => {
      const channel = this.#link.channel();
      const references = (text: string) => channel.ask("references", { text });
      const texts = await collect(source, options, references);
      const model = new ModelInWorker(this.#link, texts);
      const { description } = await model.load();
      return new RemoteModel(this, model, description);
    });
  }

  /**
   * The integration methods.
   *
   * @throws HostError (PH401 to PH408)
   */
  methods(): Promise<Method[]> {
    return this.during(() => this.#link.channel().ask("methods", {}));
  }

  /**
   * The version of the engine.
   *
   * @throws HostError (PH401 to PH408)
   */
  version(): Promise<string> {
    return this.during(() => this.#link.channel().ask("version", {}));
  }
}

/** A model in a worker. It keeps the connection to it. */
export class RemoteModel extends ModelFacts {
  readonly #model: ModelInWorker;

  /** Use `load` of a client. */
  constructor(client: Client, model: ModelInWorker, description: Description) {
    super(description, () => model.release(), client);
    this.#model = model;
  }

  /**
   * Starts a run that proceeds only by `advance`.
   *
   * @throws ModelError if the model or the options have errors
   * @throws TypeError for an unknown option or a wrong type; RangeError for a number out of range
   * @throws HostError (PH401 to PH408)
   */
  start(options: RunOptions = {}): Promise<RemoteSimulation> {
    return this.during(() => this.#start(options));
  }

  /**
   * Its equations, typeset and in the composite form.
   *
   * @throws HostError (PH401 to PH408)
   */
  async equations(): Promise<Equations> {
    return this.during(async () => {
      this.mustBeThere();
      const { channel, model } = await this.#model.load();
      return channel.ask("equations", { model });
    });
  }

  /**
   * The model as one self-contained text, with its files included and the options instead of its
   * own values; see `Model.text`.
   *
   * @throws ModelError, TypeError, RangeError, HostError as `Model.text`; PH408
   */
  async text(options: RunOptions = {}): Promise<string> {
    return this.during(async () => {
      this.mustBeThere();
      engineOptions(options);
      const { channel, model } = await this.#model.load();
      return channel.ask("text", { model, options });
    });
  }

  /**
   * The structure report.
   *
   * @throws HostError (PH401 to PH408)
   */
  async inspect({ signal, ...options }: InspectOptions = {}): Promise<Inspection> {
    return this.during(async () => {
      this.mustBeThere();
      signal?.throwIfAborted();
      return this.#model.question("inspect", options, signal);
    });
  }

  /**
   * The linearization about an equilibrium, a steady motion or the start.
   *
   * @throws HostError (PH401 to PH408)
   */
  async linearize(options: LinearizeOptions = {}): Promise<Linearization> {
    return this.during(async () => {
      this.mustBeThere();
      return this.#model.question("linearize", options);
    });
  }

  /**
   * Its diagram of boxes, junctions and ports; see `Model.diagram`.
   *
   * @throws ModelError when there are errors in the model
   * @throws HostError (PH401 to PH408)
   */
  async diagram(): Promise<ModelDiagram> {
    return this.during(async () => {
      this.mustBeThere();
      return diagramIn(await this.#model.question<DiagramAnswer>("diagram", {}));
    });
  }

  async #start(options: StreamOptions): Promise<RemoteSimulation> {
    this.mustBeThere();
    const client = this.needs;
    engineOptions(options); // reports mistakes here, in the stack of the caller
    const { signal, chunk: _chunk, ...sent } = options;
    const { channel, model } = await untilAborted(this.#model.load(), signal);
    const release = channel.hold();
    const begun = channel.request("start", { model, options: sent });
    try {
      return new RemoteSimulation(client, channel, await untilAborted(begun, signal), release);
    } catch (error) {
      release();
      begun.then(({ simulation }) => channel.free(simulation)).catch(() => undefined);
      if (signal?.aborted) channel.mustAnswer();
      throw error;
    }
  }

  /** @internal Runs to the end and returns the summary only. */
  complete(options: StreamOptions): Promise<Summary> {
    return this.during(() => this.#complete(options));
  }

  async #complete(options: StreamOptions): Promise<Summary> {
    this.mustBeThere();
    engineOptions(options);
    const { signal, chunk: _chunk, ...sent } = options;
    const { channel, model } = await untilAborted(this.#model.load(), signal);
    const release = channel.hold();
    const run = channel.newNumber();
    try {
      const summary = channel.request("complete", { model, options: sent, run });
      return await untilAborted(summary, signal);
    } catch (error) {
      if (signal?.aborted) channel.free(run);
      throw error;
    } finally {
      release();
    }
  }

  /**
   * Runs to the end, or to a numerical failure, which is an outcome and not an exception.
   *
   * @throws ModelError, TypeError, RangeError, HostError as `start`; the reason of `signal` if it
   *   is aborted
   */
  async run(options: StreamOptions = {}): Promise<Run> {
    const chunks: Chunk[] = [];
    for await (const chunk of this.stream(options)) chunks.push(chunk);
    return new Run(chunks);
  }

  /**
   * Runs the model once for each set of parameters, or for all combinations of ranges, and yields
   * the results in order. Only the last row of each run is kept. A set that the model refuses is a
   * result, too.
   *
   * @throws TypeError, RangeError, HostError as `start`; the reason of `signal` if it is aborted
   */
  runMany(
    vary: readonly ParameterSet[] | Ranges,
    options: StreamOptions = {},
  ): AsyncGenerator<ManyRun, void, void> {
    return runEach([this], setsOf(vary), options);
  }

  /**
   * The chunks of a run. The next chunk is computed while the caller uses one.
   *
   * @throws ModelError, TypeError, RangeError, HostError as `start`; the reason of `signal` if it
   *   is aborted
   */
  async *stream(options: StreamOptions = {}): AsyncGenerator<Chunk, Summary, void> {
    const { signal, chunk: steps } = options;
    signal?.throwIfAborted();
    const simulation = await this.#start(options);
    try {
      let next = simulation.advance(steps);
      for (;;) {
        const chunk = await untilAborted(next, signal);
        if (!chunk.summary) {
          next = simulation.advance(steps);
          next.catch(() => undefined); // handled later, or never
        }
        yield chunk;
        if (chunk.summary) return chunk.summary;
      }
    } finally {
      simulation.dispose();
    }
  }
}

/**
 * A run in a worker that proceeds only by `advance`. It keeps the connection, and no longer needs
 * its model.
 */
export class RemoteSimulation extends Handle {
  /** The meaning of the rows, and the report on the start. */
  readonly started: Started;
  readonly #channel: Channel;
  readonly #simulation: number;

  /** Use `start` of a model. */
  constructor(
    client: Handle | undefined,
    channel: Channel,
    { simulation, started }: Begun,
    release: () => void,
  ) {
    super(() => {
      channel.free(simulation);
      release();
    }, client);
    this.started = started;
    this.#channel = channel;
    this.#simulation = simulation;
  }

  /**
   * Up to `steps` further steps, or as many as take about `milliseconds` (20).
   *
   * @throws RangeError unless both are whole numbers from 1 to 2^31 - 1
   * @throws HostError (PH401 to PH408)
   */
  async advance(steps?: number, milliseconds?: number): Promise<Chunk> {
    if (steps !== undefined) mustBeCount("steps", steps);
    if (milliseconds !== undefined) mustBeCount("milliseconds", milliseconds);
    const { columns, scene } = this.started;
    const args = { simulation: this.#simulation, steps, milliseconds };
    const piece = await this.during(() => this.#channel.request("advance", args));
    return { columns, scene, ...piece };
  }

  /**
   * Gives parameters new values, in their units, from the end of the present step on. Returns the
   * number of steps at that time.
   *
   * @throws ModelError for an unknown parameter or a refused value
   * @throws TypeError, RangeError unless they are finite numbers
   * @throws HostError (PH401 to PH408)
   */
  async change(values: { [parameter: string]: number }): Promise<number> {
    const args = { simulation: this.#simulation, values };
    return this.during(() => this.#channel.request("change", args));
  }

  /**
   * The exact state, as a text.
   *
   * @throws HostError (PH401 to PH408)
   */
  snapshot(): Promise<string> {
    const args = { simulation: this.#simulation };
    return this.during(() => this.#channel.request("snapshot", args));
  }

  /**
   * Restores a snapshot of the same model with the same options; false, without effect, for any
   * other text.
   *
   * @throws TypeError unless it is a text
   * @throws HostError (PH401 to PH408)
   */
  async restore(snapshot: string): Promise<boolean> {
    mustBeText(snapshot);
    const args = { simulation: this.#simulation, snapshot };
    return this.during(() => this.#channel.request("restore", args));
  }
}

function untilAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
