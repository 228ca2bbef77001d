/** Long enough to be worth a message, short enough for a page to stay smooth and to be stopped. */
const chunkMilliseconds = 20;

/** Finds the number of steps that take about a chunk's time. It has no influence on what they give. */
export class Pace {
  #steps = 16;

  /** `advance` with a fitting number of steps, or with `fixed` many. */
  chunk<Result>(advance: (steps: number) => Result, fixed?: number): Result {
    if (fixed !== undefined) return advance(fixed);
    const start = performance.now();
    const result = advance(this.#steps);
    const factor = chunkMilliseconds / Math.max(performance.now() - start, 0.1);
    this.#steps = Math.max(1, Math.floor(this.#steps * Math.min(factor, 4)));
    return result;
  }
}

/** Lets the page, or whatever else waits, have its turn. */
export function nextTask(): Promise<void> {
  if (typeof setImmediate === "function") return new Promise((resolve) => setImmediate(resolve));
  // Unlike a timer, a message is not held back for some milliseconds.
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
