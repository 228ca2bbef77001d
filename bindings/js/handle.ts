/// <reference lib="esnext.disposable" preserve="true" />

const registry = /* @__PURE__ */ new FinalizationRegistry<() => void>((free) => free());

/** Keeps handles with work in progress from being collected. */
const underWay = /* @__PURE__ */ new Set<{ readonly handle: Handle }>();

/**
 * An object that holds memory of the engine. `dispose()`, or `using`, releases it immediately;
 * repeated calls are allowed. Otherwise it is released some time after the handle has become
 * unreachable.
 */
export abstract class Handle {
  #held: { readonly free: () => void; readonly needs: Handle | undefined } | undefined;

  /**
   * The handle keeps `needs`, the handle that it works through, from being collected. `free` must
   * not refer to either of them: the registry keeps `free`, so neither could become unreachable.
   */
  protected constructor(free: () => void, needs?: Handle) {
    this.#held = { free, needs };
    registry.register(this, free, this);
  }

  /** Whether `dispose()` has been called. */
  get disposed(): boolean {
    return this.#held === undefined;
  }

  /** The handle that it works through, until `dispose()`. */
  protected get needs(): Handle | undefined {
    return this.#held?.needs;
  }

  /** Releases its memory; later calls have no effect. */
  dispose(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    registry.unregister(this);
    held.free();
  }

  /** The result of `work`. The handle is not collected before, even without other references. */
  protected async during<Value>(work: () => Promise<Value>): Promise<Value> {
    const one = { handle: this };
    underWay.add(one);
    try {
      return await work();
    } finally {
      underWay.delete(one);
    }
  }
}

export interface Handle {
  /** Like `dispose()`, for `using`. */
  [Symbol.dispose](): void;
}

// Browsers without `using` lack the symbol, too.
const symbol: typeof Symbol.dispose | undefined = Symbol.dispose;
if (symbol) {
  Handle.prototype[symbol] = function (this: Handle) {
    this.dispose();
  };
}
