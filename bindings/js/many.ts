import { ModelError } from "./errors.js";
import { mustBeCount } from "./options.js";
import type { ManyRun, ParameterSet, Ranges, StreamOptions, Summary } from "./types.js";

/** Largest number of steps between rows: only the last row is used. */
const mostEvery = 1_000_000;

/** Something that runs to the end: a model here, or one in a worker. */
interface Runner {
  complete(options: StreamOptions): Promise<Summary>;
}

/**
 * All combinations of the values, the last parameter first: `{ a: [1, 2], b: { from: 0, to: 1,
 * count: 2 } }` are (1, 0), (1, 1), (2, 0), (2, 1).
 *
 * @throws TypeError, RangeError for an invalid range
 */
export function setsOf(vary: readonly ParameterSet[] | Ranges): readonly ParameterSet[] {
  if (isList(vary)) return vary;
  if (typeof vary !== "object" || vary === null)
    throw new TypeError("the varied parameters must be a list of sets or an object of ranges");
  let sets: ParameterSet[] = [{}];
  for (const [name, range] of Object.entries(vary)) {
    const values = valuesOf(name, range);
    sets = sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value })));
  }
  return sets;
}

const isList = (vary: readonly ParameterSet[] | Ranges): vary is readonly ParameterSet[] =>
  Array.isArray(vary);

function valuesOf(name: string, range: Ranges[string]): readonly number[] {
  if (typeof range !== "object" || range === null)
    throw new TypeError(`"${name}" is neither a list of numbers nor { from, to, count }`);
  if (!("from" in range)) return range;
  const { from, to, count } = range;
  mustBeCount(`count of ${name}`, count);
  if (!Number.isFinite(from) || !Number.isFinite(to))
    throw new RangeError(`the range of "${name}" is from ${from} to ${to}, not finite`);
  const parts = Math.max(count - 1, 1);
  const at = (i: number) => (i === count - 1 && i > 0 ? to : from + ((to - from) * i) / parts);
  return Array.from({ length: count }, (_, i) => at(i));
}

/**
 * Runs each set of parameters on the next free runner, and yields the results in the order of the
 * sets. The results do not depend on the number of runners.
 */
export async function* runEach(
  runners: readonly Runner[],
  sets: readonly ParameterSet[],
  options: StreamOptions,
): AsyncGenerator<ManyRun, void, void> {
  const { signal } = options;
  signal?.throwIfAborted();
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const results = sets.map(() => new Deferred<ManyRun>());
  let next = 0;
  const work = async (runner: Runner) => {
    while (next < sets.length && !stop.signal.aborted) {
      const index = next++;
      try {
        const set = sets[index]!;
        const own = { outputEvery: mostEvery, ...options, signal: stop.signal };
        results[index]!.resolve({
          index,
          set,
          ...(await result(runner, { ...own, set: { ...options.set, ...set } })),
        });
      } catch (error) {
        stop.abort(error);
      }
    }
  };
  stop.signal.addEventListener("abort", () => {
    for (const one of results) one.reject(stop.signal.reason);
  });
  for (const runner of runners) void work(runner);
  try {
    for (const { promise } of results) yield await promise;
  } finally {
    signal?.removeEventListener("abort", abort);
    stop.abort();
  }
}

async function result(
  runner: Runner,
  options: StreamOptions,
): Promise<Pick<ManyRun, "summary" | "problems">> {
  try {
    const summary = await runner.complete(options);
    return { summary, problems: summary.problems };
  } catch (error) {
    if (error instanceof ModelError) return { summary: undefined, problems: [...error.problems] };
    throw error;
  }
}

/** A promise that is settled from outside. */
class Deferred<Value> {
  resolve!: (value: Value) => void;
  reject!: (reason: unknown) => void;
  readonly promise = new Promise<Value>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });

  constructor() {
    this.promise.catch(() => undefined); // handled later, or never
  }
}
