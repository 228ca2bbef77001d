/// <reference lib="esnext.disposable" preserve="true" />

const registry = /* @__PURE__ */ new FinalizationRegistry<() => void>((free) => free());

/** Work under way with the handle that does it, which is not collected before the work has ended. */
const underWay = /* @__PURE__ */ new Set<{ readonly handle: Handle }>();

/**
 * Something that holds memory of the engine. `dispose()`, or `using`, gives it back at once, and may
 * be called again; otherwise it is given back some time after the handle has become unreachable.
 */
export abstract class Handle {
  #held: { readonly free: () => void; readonly needs: Handle | undefined } | undefined;

  /**
   * The handle keeps `needs`, the handle that it works through, from being collected.
   * `free` must not refer to either of them: the registry keeps `free`, so neither could become unreachable.
   */
  protected constructor(free: () => void, needs?: Handle) {
    this.#held = { free, needs };
    registry.register(this, free, this);
  }

  /** Whether `dispose()` has been called. */
  get disposed(): boolean {
    return this.#held === undefined;
  }

  /** What it works through, until `dispose()`. */
  protected get needs(): Handle | undefined {
    return this.#held?.needs;
  }

  /** Gives back what it holds; later calls do nothing. */
  dispose(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = undefined;
    registry.unregister(this);
    held.free();
  }

  /** The result of `work`. The handle is not collected before, even if nobody else holds it. */
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
