/// <reference lib="esnext.disposable" preserve="true" />

const registry = /* @__PURE__ */ new FinalizationRegistry<() => void>((free) => free());

/**
 * Something that holds memory of the engine. `dispose()`, or `using`, gives it back at once, and may
 * be called again; otherwise it is given back some time after the handle has become unreachable.
 */
export abstract class Handle {
  #free: (() => void) | undefined;

  /** `free` must not refer to the handle, which could then never become unreachable. */
  protected constructor(free: () => void) {
    this.#free = free;
    registry.register(this, free, this);
  }

  /** Whether `dispose()` has been called. */
  get disposed(): boolean {
    return this.#free === undefined;
  }

  /** Gives back what it holds; later calls do nothing. */
  dispose(): void {
    const free = this.#free;
    if (!free) return;
    this.#free = undefined;
    registry.unregister(this);
    free();
  }
}

export interface Handle {
  /** As `dispose()`, for `using`. */
  [Symbol.dispose](): void;
}

// Browsers that do not know `using` have no such symbol either.
const symbol: typeof Symbol.dispose | undefined = Symbol.dispose;
if (symbol) {
  Handle.prototype[symbol] = function (this: Handle) {
    this.dispose();
  };
}
