type Listener<Value> = (value: Value) => void;

/** Events of one kind and their listeners. */
export class Emitter<Value> {
  readonly #listeners = new Set<Listener<Value>>();

  /** Returns the function that ends the subscription. */
  on(listener: Listener<Value>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(value: Value): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
