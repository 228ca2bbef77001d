import type { RawEngine, RawSession } from "./host.js";

/** What ../border.cpp exports. */
interface Border {
  memory: WebAssembly.Memory;
  _initialize(): void;
  give(index: number, size: number): Address;
  create(): Address;
  destroy(session: Address): void;
  describe(session: Address): Address;
  start(session: Address): Address;
  advance(session: Address, maxSteps: number): Address;
  takeRows(session: Address): Address;
  takePoses(session: Address): Address;
  summary(session: Address): Address;
  snapshot(session: Address): Address;
  restore(session: Address): number;
  references(): Address;
  methods(): Address;
  version(): Address;
}
type Address = number;

/** A new instance of the engine. */
export async function createEngine(module: WebAssembly.Module): Promise<RawEngine> {
  const env = {
    fail(message: Address) {
      const bytes = new Uint8Array(memory.buffer, message);
      throw new Error(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))));
    },
    emscripten_notify_memory_growth() {}, // no view of the memory is kept
  };
  const { exports } = await WebAssembly.instantiate(module, { env });
  const border = exports as unknown as Border;
  const { memory } = border;
  border._initialize();

  /** Passes texts to the next call. */
  const give = (...texts: string[]) => {
    for (const [index, text] of texts.entries()) {
      const bytes = new TextEncoder().encode(text);
      const address = border.give(index, bytes.length);
      new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
    }
  };
  const range = (answer: Address) =>
    [memory.buffer, ...new Uint32Array(memory.buffer, answer, 2)] as [ArrayBuffer, number, number];
  const text = (answer: Address) => new TextDecoder().decode(new Uint8Array(...range(answer)));
  const numbers = (answer: Address) => new Float64Array(...range(answer)).slice();

  class Session implements RawSession {
    readonly #address: Address;

    constructor(model: string, files: string) {
      give(model, files);
      this.#address = border.create();
    }
    describe() {
      return text(border.describe(this.#address));
    }
    start(options: string) {
      give(options);
      return text(border.start(this.#address));
    }
    advance(maxSteps: number) {
      return text(border.advance(this.#address, maxSteps));
    }
    takeRows() {
      return numbers(border.takeRows(this.#address));
    }
    takePoses() {
      return numbers(border.takePoses(this.#address));
    }
    summary() {
      return text(border.summary(this.#address));
    }
    snapshot() {
      return text(border.snapshot(this.#address));
    }
    restore(snapshot: string) {
      give(snapshot);
      return border.restore(this.#address) !== 0;
    }
    delete() {
      border.destroy(this.#address);
    }
  }

  return {
    memory,
    Session,
    references(model) {
      give(model);
      return text(border.references());
    },
    methods: () => text(border.methods()),
    version: () => text(border.version()),
  };
}
