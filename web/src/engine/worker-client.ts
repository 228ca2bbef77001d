import {
  connect,
  ModelError,
  type Client,
  type RemoteModel,
  type RemoteSimulation,
} from "porthos/worker";
import type { EngineClient, Files, RunListener } from "./client";
import type { Description, Method, RunEnd, RunOptions, Scene } from "./types";

const nothing: Scene = {
  camera: { kind: "planar" },
  bodies: [],
  trails: [],
  vectors: [],
  moving: 0,
};

/** The engine in its module worker. The text read last is kept, so that a changed knob costs no reading. */
export class WorkerClient implements EngineClient {
  #client: Promise<Client> | undefined;
  #last: { readonly text: string; readonly model: Promise<RemoteModel> } | undefined;

  async methods(): Promise<readonly Method[]> {
    return (await this.#connect()).methods();
  }

  async describe(text: string, files: Files): Promise<Description> {
    return (await this.#load(text, files)).describe();
  }

  async run(
    text: string,
    files: Files,
    options: RunOptions,
    listener: RunListener,
    signal: AbortSignal,
  ): Promise<RunEnd> {
    const model = await this.#load(text, files);
    signal.throwIfAborted();
    let simulation: RemoteSimulation | undefined;
    try {
      simulation = await model.start({ ...options, poses: true });
      signal.throwIfAborted();
      const { columns, scene, problems } = simulation.started;
      // The library leaves the members of shapes open; docs/format.md says which there are.
      listener.onStart({ columns, problems, scene: { ...nothing, ...(scene as Partial<Scene>) } });
      for (;;) {
        const chunk = await simulation.advance();
        signal.throwIfAborted();
        listener.onChunk({ t: chunk.t, rows: chunk.table, poses: chunk.poses });
        if (chunk.done) return { outcome: chunk.outcome, message: chunk.message };
      }
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      signal.throwIfAborted();
      listener.onStart({ columns: [], problems: error.problems, scene: nothing });
      return { outcome: "refused", message: error.message };
    } finally {
      simulation?.dispose();
    }
  }

  /** Reads a text, or takes the one read last. After a lost worker everything is begun again. */
  #load(text: string, files: Files): Promise<RemoteModel> {
    if (this.#last?.text === text) return this.#last.model;
    const model = this.#connect().then((client) => client.load(text, { files }));
    this.#last = { text, model };
    model.catch(() => (this.#last = undefined));
    return model;
  }

  #connect(): Promise<Client> {
    this.#client ??= connect().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }
}
