import { Channel, type NodeWorker, type WebWorker } from "./channel.js";
import { HostError } from "./errors.js";
import type { AskInspector } from "./inspector-answers.js";
import type { Texts } from "./resolve.js";
import type { InspectorKind, ReplyTo } from "./protocol.js";

/** The connection to the worker for new work; a lost worker is replaced. */
export class Link {
  readonly #start: () => WebWorker | NodeWorker;
  /** Asks the inspector. */
  readonly ask: AskInspector | undefined;
  #channel: Channel | undefined;
  #closed = false;

  constructor(start: () => WebWorker | NodeWorker, ask: AskInspector | undefined) {
    this.#start = start;
    this.ask = ask;
  }

  channel(): Channel {
    if (this.#closed) throw new HostError("PH406", "a connection to a worker");
    if (!this.#channel?.open) this.#channel = new Channel(this.#start());
    return this.#channel;
  }

  close(): void {
    this.#closed = true;
    this.#channel?.close();
  }
}

/** A model in the current worker; it is read again after a change of the worker. */
export class ModelInWorker {
  readonly #link: Link;
  readonly #texts: Texts;
  #channel: Channel | undefined;
  #loaded: Promise<ReplyTo<"load">> | undefined;

  constructor(link: Link, texts: Texts) {
    this.#link = link;
    this.#texts = texts;
  }

  async load(): Promise<ReplyTo<"load"> & { channel: Channel }> {
    const channel = this.#link.channel();
    if (this.#channel !== channel) {
      this.release();
      this.#channel = channel;
      this.#loaded = channel.ask("load", this.#texts);
    }
    return { channel, ...(await this.#loaded!) };
  }

  question<Answer>(kind: InspectorKind, options: object, signal?: AbortSignal): Promise<Answer> {
    if (!this.#link.ask) throw new HostError("PH404", "the inspector");
    const { text, files } = this.#texts;
    const question = { text, files: JSON.stringify(files), options: JSON.stringify(options) };
    return this.#link.ask(kind, question, signal);
  }

  release(): void {
    const channel = this.#channel;
    this.#loaded?.then(({ model }) => channel?.free(model)).catch(() => undefined);
  }
}
