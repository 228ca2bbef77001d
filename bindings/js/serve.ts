import { HostError, plainError } from "./errors.js";
import type { Model } from "./model.js";
import { complete, nextChunk, type Pace } from "./pace.js";
import type { Porthos } from "./porthos.js";
import type { Args, Handlers, InspectorKind, Kind, Reply, ReplyTo, Request } from "./protocol.js";
import type { Simulation } from "./simulation.js";

/** A simulation, which answers its requests one by one. */
interface Running {
  simulation: Simulation;
  pace: Pace;
  last: Promise<unknown>;
}

/**
 * The objects that a worker holds for its client: models, simulations and whole runs, by their
 * numbers.
 */
class Held {
  #last = 0;
  readonly #models = new Map<number, Model>();
  readonly #simulations = new Map<number, Running>();
  /** Whole runs in progress. */
  readonly runs = new Set<number>();

  addModel(model: Model): number {
    this.#models.set(++this.#last, model);
    return this.#last;
  }

  addSimulation(simulation: Simulation, pace: Pace): number {
    this.#simulations.set(++this.#last, { simulation, pace, last: Promise.resolve() });
    return this.#last;
  }

  model(handle: number): Model {
    return this.#find(this.#models, handle);
  }

  simulation(handle: number): Running {
    return this.#find(this.#simulations, handle);
  }

  /** Does work on a simulation after its earlier work is done. */
  inTurn<Value>(
    handle: number,
    work: (running: Running) => Value | Promise<Value>,
  ): Promise<Value> {
    const running = this.simulation(handle);
    const answer = running.last.then(() => work(running));
    running.last = answer.catch(() => undefined);
    return answer;
  }

  dispose(handle: number): void {
    this.#models.get(handle)?.dispose();
    this.#models.delete(handle);
    this.#simulations.get(handle)?.simulation.dispose();
    this.#simulations.delete(handle);
    this.runs.delete(handle);
  }

  #find<Value>(values: Map<number, Value>, handle: number): Value {
    const value = values.get(handle);
    if (!value) throw new HostError("PH406", `number ${handle} of the worker`);
    return value;
  }
}

type RunKind = "start" | "advance" | "complete" | "change" | "snapshot" | "restore";

/** One handler per request: plain data in, plain data out. */
export function handlersFor(porthos: Porthos): Handlers<Exclude<Kind, InspectorKind>> {
  const held = new Held();
  return {
    references: ({ text }) => porthos.references(text),
    methods: () => porthos.methods(),
    version: () => porthos.version(),
    load: async (texts) => {
      const model = await porthos.open(texts);
      return { model: held.addModel(model), description: model.describe() };
    },
    equations: async ({ model }) => {
      await porthos.version();
      return held.model(model).equations();
    },
    text: async ({ model, options }) => {
      await porthos.version();
      return held.model(model).text(options);
    },
    dispose: ({ handle }) => {
      held.dispose(handle);
      return null;
    },
    ...runHandlers(porthos, held),
  };
}

function runHandlers(porthos: Porthos, held: Held): Handlers<RunKind> {
  return {
    start: async ({ model, options }) => {
      await porthos.version(); // creates the engine again after a fault
      const of = held.model(model);
      const simulation = of.start(options);
      const handle = held.addSimulation(simulation, of.nextPace());
      return { simulation: handle, started: simulation.started };
    },
    advance: ({ simulation: handle, steps, milliseconds }) =>
      held.inTurn(handle, async ({ simulation, pace }) => {
        // The simulation may be disposed of between two pieces.
        const mustGoOn = () => void held.simulation(handle);
        const {
          columns: _columns,
          scene: _scene,
          ...piece
        } = await nextChunk(simulation, pace, { steps, milliseconds }, mustGoOn);
        return piece;
      }),
    complete: async ({ model, options, run }) => {
      held.runs.add(run);
      await porthos.version();
      const of = held.model(model);
      const simulation = of.start(options);
      const mustGoOn = () => {
        if (!held.runs.has(run)) throw new HostError("PH406", "a run");
      };
      try {
        return await complete(simulation, of.nextPace(), mustGoOn);
      } finally {
        simulation.dispose();
        held.runs.delete(run);
      }
    },
    change: ({ simulation, values }) =>
      held.inTurn(simulation, (running) => running.simulation.change(values)),
    snapshot: ({ simulation }) =>
      held.inTurn(simulation, (running) => running.simulation.snapshot()),
    restore: ({ simulation, snapshot }) =>
      held.inTurn(simulation, (running) => running.simulation.restore(snapshot)),
  };
}

/** Answers requests through `post`. */
export function serve(
  handlers: Partial<Handlers>,
  post: (reply: Reply, transfer: ArrayBuffer[]) => void,
): (request: Request) => Promise<void> {
  return async ({ id, type, args }) => {
    try {
      if (!Object.hasOwn(handlers, type)) throw new TypeError(`unknown request "${String(type)}"`);
      const handler = handlers[type] as (
        args: Args<Kind>,
      ) => ReplyTo<Kind> | Promise<ReplyTo<Kind>>;
      const value = await handler(args);
      post({ id, ok: true, value }, buffersOf(value));
    } catch (error) {
      post({ id, ok: false, error: plainError(error) }, []);
    }
  };
}

function buffersOf(value: ReplyTo<Kind>): ArrayBuffer[] {
  if (typeof value !== "object" || value === null || !("table" in value)) return [];
  return [value.table, value.poses].map(({ buffer }) => buffer as ArrayBuffer);
}
