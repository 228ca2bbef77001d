import { mostSteps } from "./options.js";
import { concatenate } from "./run.js";
import type { Simulation } from "./simulation.js";
import type { Chunk, Summary } from "./types.js";

/** Long enough to be worth a message, short enough for a responsive page. */
const pieceMilliseconds = 20;

/**
 * Determines the number of attempts that take about the time of a piece. It does not affect the
 * results.
 */
export class Pace {
  #attempts = 1;

  /** The pace of another run of the same model, which may be slower. */
  next(): Pace {
    const pace = new Pace();
    pace.#attempts = Math.max(1, Math.floor(this.#attempts / 4));
    return pace;
  }

  piece<Result>(advance: (attempts: number) => Result): Result {
    const start = performance.now();
    const result = advance(this.#attempts);
    const factor = pieceMilliseconds / Math.max(performance.now() - start, 0.1);
    const attempts = Math.floor(this.#attempts * Math.min(factor, 4));
    this.#attempts = Math.min(Math.max(1, attempts), mostSteps);
    return result;
  }
}

/** A portion of a run: `steps`, or as many as take about `milliseconds` (20). */
export interface Portion {
  steps?: number | undefined;
  milliseconds?: number | undefined;
}

/**
 * The next chunk of a run, of at least one step. It is computed in pieces; other work can proceed
 * between them, and `mustGoOn` may end it by throwing.
 */
export async function nextChunk(
  simulation: Simulation,
  pace: Pace,
  { steps, milliseconds = pieceMilliseconds }: Portion = {},
  mustGoOn: () => void = () => undefined,
): Promise<Chunk> {
  const pieces: Chunk[] = [];
  const goal = simulation.steps + (steps ?? 1);
  const end = performance.now() + milliseconds - pieceMilliseconds / 2; // the nearest whole number of pieces
  for (;;) {
    mustGoOn();
    const most = steps === undefined ? mostSteps : goal - simulation.steps;
    const piece = pace.piece((attempts) => simulation.advance(most, attempts));
    pieces.push(piece);
    await nextTask();
    const isEnough = piece.steps >= goal && (steps !== undefined || performance.now() >= end);
    if (piece.done || isEnough) return joined(pieces);
  }
}

/** Runs to the end in such pieces and discards the rows. */
export async function complete(
  simulation: Simulation,
  pace: Pace,
  mustGoOn: () => void,
): Promise<Summary> {
  for (;;) {
    mustGoOn();
    const { summary } = pace.piece((attempts) => simulation.advance(mostSteps, attempts));
    await nextTask();
    if (summary) return summary;
  }
}

/** Joins consecutive chunks. */
function joined(pieces: readonly Chunk[]): Chunk {
  const last = pieces.at(-1)!;
  if (pieces.length === 1) return last;
  return {
    ...last,
    rows: pieces.reduce((sum, { rows }) => sum + rows, 0),
    events: pieces.flatMap(({ events }) => events),
    table: concatenate(pieces.map(({ table }) => table)),
    poses: concatenate(pieces.map(({ poses }) => poses)),
  };
}

/** Lets other tasks run, such as those of the page. */
export function nextTask(): Promise<void> {
  if (typeof setImmediate === "function") return new Promise((resolve) => setImmediate(resolve));
  // Unlike a timer, a message is not delayed by some milliseconds.
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
