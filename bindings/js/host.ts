import { HostError, messageOf, wordsOf } from "./errors.js";

/** A model in the engine: its address in the engine's memory. */
export type RawSession = number;

/**
 * The exports of the wasm module; texts are JSON, arrays are views of the engine's memory (see
 * bindings/embind.cpp).
 */
export interface RawEngine {
  open(text: string, files: string): RawSession;
  close(session: RawSession): void;
  describe(session: RawSession): string;
  equations(session: RawSession): string;
  start(session: RawSession, options: string): string;
  advance(session: RawSession, maxSteps: number, attempts: number): void;
  reached(session: RawSession): Float64Array;
  status(session: RawSession, firstEvent: number): string;
  change(session: RawSession, values: string): string;
  takeRows(session: RawSession): Float64Array;
  takePoses(session: RawSession): Float64Array;
  dropPoses(session: RawSession): void;
  summary(session: RawSession): string;
  snapshot(session: RawSession): string;
  restore(session: RawSession, snapshot: string): boolean;
  references(text: string): string;
  methods(): string;
  version(): string;
}

/** One instance of a wasm module, until it fails. */
export class Engine<Raw = RawEngine> {
  #raw: Raw | undefined;
  readonly #onDeath: () => void;

  constructor(raw: Raw, onDeath: () => void) {
    this.#raw = raw;
    this.#onDeath = onDeath;
  }

  get alive(): boolean {
    return this.#raw !== undefined;
  }

  /**
   * The result of `use`. An exception comes from the engine, whose memory is then unreliable: the
   * instance is discarded.
   */
  call<Result>(use: (raw: Raw) => Result): Result {
    if (!this.#raw) throw new HostError("PH405", "run or load the model again");
    try {
      return use(this.#raw);
    } catch (error) {
      this.#raw = undefined;
      this.#onDeath();
      throw hostError(error);
    }
  }
}

/** Keeps one instance of the engine, created on first use and again after a fault. */
export class Host<Raw = RawEngine> {
  readonly #make: () => Promise<Raw>;
  #making: Promise<Engine<Raw>> | undefined;
  #current: Engine<Raw> | undefined;

  constructor(make: () => Promise<Raw>) {
    this.#make = make;
  }

  /** The current instance, if there is one. */
  get current(): Engine<Raw> | undefined {
    return this.#current;
  }

  engine(): Promise<Engine<Raw>> {
    return (this.#making ??= this.#begin());
  }

  async #begin(): Promise<Engine<Raw>> {
    try {
      const raw = (await this.#make()) as Raw;
      const engine = new Engine<Raw>(raw, () => this.#renew());
      this.#current = engine;
      return engine;
    } catch (error) {
      this.#making = undefined; // the next call tries again
      if (error instanceof HostError) throw error;
      throw new HostError("PH404", wordsOf(error), { cause: error });
    }
  }

  #renew(): void {
    this.#current = undefined;
    this.#making = undefined;
    // Starts immediately, so that synchronous runs soon find it. A failure is reported at the next
    // use.
    this.engine().catch(() => undefined);
  }
}

function hostError(error: unknown): HostError {
  const message = messageOf(error);
  if (/bad_alloc|out of memory|\bOOM\b|memory allocation|Cannot enlarge memory/i.test(message))
    return new HostError("PH401", "", { cause: error });
  // V8 and WebKit throw a RangeError, Firefox an InternalError ("too much recursion").
  if (/call stack|recursion|stack overflow/i.test(message))
    return new HostError("PH402", "", { cause: error });
  return new HostError("PH403", "please report it, with the model", { cause: error });
}
