import { HostError, plainError, type PlainError } from "./errors.js";
import type { Model } from "./model.js";
import { complete, nextChunk, type Pace } from "./pace.js";
import type { Porthos } from "./porthos.js";
import type { Texts } from "./resolve.js";
import type { Simulation } from "./simulation.js";
import type { Chunk, Description, Equations, Inspection, Linearization } from "./types.js";
import type { Method, RunOptions, Started, Summary } from "./types.js";

/**
 * What a client may ask of the worker. Models and simulations are numbers that the worker gives; whole runs have
 * numbers below zero, which the client gives.
 */
export interface Requests {
  /** Names of the files that a text uses itself. */
  references: { args: { text: string }; reply: string[] };
  load: { args: Texts; reply: { model: number; description: Description } };
  equations: { args: { model: number }; reply: Equations };
  /** The model as one text. */
  text: { args: { model: number; options: RunOptions }; reply: string };
  /** Of the inspector, which is a worker of its own; JSON texts. */
  inspect: { args: Question; reply: Inspection };
  linearize: { args: Question; reply: Linearization };
  start: { args: { model: number; options: RunOptions }; reply: Begun };
  /** As many steps as asked for, or as take so many milliseconds. The buffers of the reply change owner. */
  advance: { args: { simulation: number; steps?: number; milliseconds?: number }; reply: Piece };
  /** A whole run, which `dispose` of the client's number for it ends early. */
  complete: { args: { model: number; options: RunOptions; run: number }; reply: Summary };
  /** Tells after how many steps the values hold. */
  change: { args: { simulation: number; values: { [parameter: string]: number } }; reply: number };
  snapshot: { args: { simulation: number }; reply: string };
  restore: { args: { simulation: number; snapshot: string }; reply: boolean };
  /** Gives back a model or a simulation, once or more often, or ends a whole run. */
  dispose: { args: { handle: number }; reply: null };
  methods: { args: object; reply: Method[] };
  version: { args: object; reply: string };
}

/** What the inspector is asked, as JSON texts. */
export interface Question {
  text: string;
  files: string;
  options: string;
}

export type Kind = keyof Requests;
export type Args<K extends Kind> = Requests[K]["args"];
export type ReplyTo<K extends Kind> = Requests[K]["reply"];

export interface Begun {
  simulation: number;
  started: Started;
}

/** A chunk without what the client knows from the start. */
export type Piece = Omit<Chunk, "columns" | "scene">;

export type Request = { [K in Kind]: { id: number; type: K; args: Args<K> } }[Kind];

/** Each request is answered exactly once, with its id. */
export type Reply =
  { id: number; ok: true; value: ReplyTo<Kind> } | { id: number; ok: false; error: PlainError };

export type Handlers<Kinds extends Kind = Kind> = {
  [K in Kinds]: (args: Args<K>) => ReplyTo<K> | Promise<ReplyTo<K>>;
};

/** A simulation, whose requests are answered one after the other. */
interface Running {
  simulation: Simulation;
  pace: Pace;
  last: Promise<unknown>;
}

/** One handler per request: plain data in, plain data out. */
export function handlersFor(porthos: Porthos): Handlers<Exclude<Kind, "inspect" | "linearize">> {
  let last = 0;
  const models = new Map<number, Model>();
  const simulations = new Map<number, Running>();
  const runs = new Set<number>();
  const find = <Value>(values: Map<number, Value>, handle: number): Value => {
    const value = values.get(handle);
    if (!value) throw new HostError("PH406", `number ${handle} of the worker`);
    return value;
  };

  const inTurn = <Value>(
    handle: number,
    work: (running: Running) => Value | Promise<Value>,
  ): Promise<Value> => {
    const running = find(simulations, handle);
    const answer = running.last.then(() => work(running));
    running.last = answer.catch(() => undefined);
    return answer;
  };

  return {
    references: ({ text }) => porthos.references(text),
    methods: () => porthos.methods(),
    version: () => porthos.version(),
    load: async (texts) => {
      const model = await porthos.open(texts);
      models.set(++last, model);
      return { model: last, description: model.describe() };
    },
    equations: async ({ model }) => {
      await porthos.version();
      return find(models, model).equations();
    },
    text: async ({ model, options }) => {
      await porthos.version();
      return find(models, model).text(options);
    },
    start: async ({ model, options }) => {
      await porthos.version(); // after a fault the engine is made again
      const of = find(models, model);
      const simulation = of.start(options);
      simulations.set(++last, { simulation, pace: of.nextPace(), last: Promise.resolve() });
      return { simulation: last, started: simulation.started };
    },
    advance: ({ simulation: handle, steps, milliseconds }) =>
      inTurn(handle, async ({ simulation, pace }) => {
        // Between two pieces it may be disposed of.
        const mustGoOn = () => void find(simulations, handle);
        const {
          columns: _columns,
          scene: _scene,
          ...piece
        } = await nextChunk(simulation, pace, { steps, milliseconds }, mustGoOn);
        return piece;
      }),
    complete: async ({ model, options, run }) => {
      runs.add(run);
      await porthos.version();
      const of = find(models, model);
      const simulation = of.start(options);
      const mustGoOn = () => {
        if (!runs.has(run)) throw new HostError("PH406", "a run");
      };
      try {
        return await complete(simulation, of.nextPace(), mustGoOn);
      } finally {
        simulation.dispose();
        runs.delete(run);
      }
    },
    change: ({ simulation: handle, values }) =>
      inTurn(handle, ({ simulation }) => simulation.change(values)),
    snapshot: ({ simulation: handle }) => inTurn(handle, ({ simulation }) => simulation.snapshot()),
    restore: ({ simulation: handle, snapshot }) =>
      inTurn(handle, ({ simulation }) => simulation.restore(snapshot)),
    dispose: ({ handle }) => {
      models.get(handle)?.dispose();
      models.delete(handle);
      simulations.get(handle)?.simulation.dispose();
      simulations.delete(handle);
      runs.delete(handle);
      return null;
    },
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
