// The messages between a client and a worker.
import type { ModelDiagram } from "./diagram/graph.js";
import type { PlainError } from "./errors.js";
import type { Texts } from "./resolve.js";
import type { Chunk, Description, Equations, Inspection, Linearization } from "./types.js";
import type { Method, Problem, RunOptions, Started, Summary } from "./types.js";

/**
 * The requests of a client to the worker. Models and simulations are numbers from the worker; whole
 * runs have numbers below zero, from the client.
 */
export interface Requests {
  /** Names of the files that a text uses directly. */
  references: { args: { text: string }; reply: string[] };
  load: { args: Texts; reply: { model: number; description: Description } };
  equations: { args: { model: number }; reply: Equations };
  /** The model as one text. */
  text: { args: { model: number; options: RunOptions }; reply: string };
  /** For the inspector, which is a separate worker; JSON texts. */
  inspect: { args: Question; reply: Inspection };
  linearize: { args: Question; reply: Linearization };
  diagram: { args: Question; reply: DiagramAnswer };
  start: { args: { model: number; options: RunOptions }; reply: Begun };
  /**
   * The requested number of steps, or as many as take this number of milliseconds. The buffers of
   * the reply are transferred.
   */
  advance: { args: { simulation: number; steps?: number; milliseconds?: number }; reply: Piece };
  /** A whole run; `dispose` of the client's number ends it early. */
  complete: { args: { model: number; options: RunOptions; run: number }; reply: Summary };
  /** Returns the number of steps after which the values apply. */
  change: { args: { simulation: number; values: { [parameter: string]: number } }; reply: number };
  snapshot: { args: { simulation: number }; reply: string };
  restore: { args: { simulation: number; snapshot: string }; reply: boolean };
  /** Releases a model or a simulation (repeated calls are allowed), or ends a whole run. */
  dispose: { args: { handle: number }; reply: null };
  methods: { args: object; reply: Method[] };
  version: { args: object; reply: string };
}

/** The requests to the inspector. */
export type InspectorKind = "inspect" | "linearize" | "diagram";

/** A diagram; missing for a model with errors. */
export interface DiagramAnswer extends Partial<ModelDiagram> {
  problems: Problem[];
}

/** A question to the inspector, as JSON texts. */
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

/** A chunk without the parts that the client knows from the start. */
export type Piece = Omit<Chunk, "columns" | "scene">;

export type Request = { [K in Kind]: { id: number; type: K; args: Args<K> } }[Kind];

/** Each request is answered exactly once, with its id. */
export type Reply =
  { id: number; ok: true; value: ReplyTo<Kind> } | { id: number; ok: false; error: PlainError };

export type Handlers<Kinds extends Kind = Kind> = {
  [K in Kinds]: (args: Args<K>) => ReplyTo<K> | Promise<ReplyTo<K>>;
};
