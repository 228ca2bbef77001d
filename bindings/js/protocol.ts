// The messages between a client and a worker.
import type { PlainError } from "./errors.js";
import type { Texts } from "./resolve.js";
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
