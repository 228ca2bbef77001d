import type { Emitter } from "./emitter";

/**
 * A part of the page. Its constructor makes the element and subscribes to its data; `dispose` ends
 * all subscriptions and disposes of everything that the part owns.
 */
export abstract class Component {
  abstract readonly element: HTMLElement;
  readonly #ends: (() => void)[] = [];

  /** Ends all subscriptions and owned parts, in reverse order. */
  dispose(): void {
    for (const end of this.#ends.splice(0).reverse()) end();
  }

  /** Calls `end` when the component is disposed of. */
  protected atEnd(...ends: readonly (() => void)[]): void {
    this.#ends.push(...ends);
  }

  /** Listens to an emitter while the component lives. */
  protected follow<Value>(emitter: Emitter<Value>, listener: (value: Value) => void): void {
    this.atEnd(emitter.on(listener));
  }

  /** Listens to some types of events of an element while the component lives. */
  protected listen<Type extends keyof HTMLElementEventMap>(
    target: HTMLElement,
    types: Type | readonly Type[],
    listener: (event: HTMLElementEventMap[Type]) => void,
    options?: AddEventListenerOptions,
  ): void {
    for (const type of typeof types === "string" ? [types] : types) {
      target.addEventListener(type, listener, options);
      this.atEnd(() => target.removeEventListener(type, listener, options));
    }
  }

  /** Takes ownership of a component: it is disposed of together with this one. */
  protected own<Part extends Component>(part: Part): Part {
    this.atEnd(() => part.dispose());
    return part;
  }
}
