import { HostError, ModelError } from "./errors.js";
import { Handle } from "./handle.js";
import type { Engine, RawEngine, RawSession } from "./host.js";
import { engineOptions, mostSteps, mustBeCount, mustBeText, numbersText } from "./options.js";
import type { Texts } from "./resolve.js";
import type { Chunk, Problem, RunOptions, Started, Summary } from "./types.js";

/** A model inside an instance of the engine. */
export interface Session {
  engine: Engine;
  at: RawSession;
}

type Status = Pick<Chunk, "outcome" | "message" | "events">;

const running = 0; // the engine's number of this outcome

/** A run that proceeds only by `advance`. The last chunk is `done`. */
export class Simulation extends Handle {
  /** The meaning of the rows, and the report on the start. */
  readonly started: Started;
  readonly #session: Session;
  readonly #until: number;
  readonly #poses: boolean;
  #reached: Float64Array = new Float64Array(0);
  #outcome = NaN; // the number of the status
  #status: Status = { outcome: "running", message: "", events: [] };
  #steps = 0;
  #computing = 0; // ms

  /**
   * Starts a run at t = 0 in `session`, which `release` returns.
   *
   * @throws ModelError, TypeError, RangeError, HostError as `Model.start`
   */
  constructor(
    session: Session,
    options: RunOptions,
    modelUntil: number,
    release: (session: Session) => void,
  ) {
    super(() => release(session));
    this.#session = session;
    try {
      const text = engineOptions(options);
      this.#until = options.until ?? modelUntil;
      this.#poses = options.poses ?? false;
      this.started = this.#parse<Started>((raw, at) => raw.start(at, text));
      const { problems } = this.started;
      if (problems.some(({ severity }) => severity === "error")) throw new ModelError(problems);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** Steps since the start of the run. */
  get steps(): number {
    return this.#steps;
  }

  /**
   * Up to `maxSteps` further steps. The first chunk has the start as its first row. `attempts`
   * limits the attempts of the method; an adaptive method may then stop within one step.
   *
   * @throws RangeError unless both are whole numbers from 1 to 2^31 - 1
   * @throws HostError (PH401 to PH403, PH405, PH406)
   */
  advance(maxSteps: number, attempts: number = mostSteps): Chunk {
    mustBeCount("maxSteps", maxSteps);
    mustBeCount("attempts", attempts);
    const begin = performance.now();
    const reached = this.#advance(maxSteps, attempts);
    const [t, outcome, known] = [reached[0]!, reached[2]!, reached[3]!];
    const [events, numbers] = [reached[4]!, reached[5]!];
    this.#computing += performance.now() - begin;
    // Texts are made only after a change.
    if (outcome !== this.#outcome || events > known)
      this.#status = this.#parse<Status>((raw, at) => raw.status(at, known));
    this.#outcome = outcome;
    const done = outcome !== running;
    const { columns, scene } = this.started;
    const hasRows = numbers > 0;
    const table = hasRows ? this.#call((raw, at) => raw.takeRows(at).slice()) : new Float64Array(0);
    const poses =
      hasRows && this.#poses
        ? this.#call((raw, at) => raw.takePoses(at).slice())
        : new Float64Array(0);
    if (hasRows && !this.#poses) this.#call((raw, at) => raw.dropPoses(at));
    const chunk: Chunk = {
      columns,
      scene,
      t,
      steps: this.#steps,
      done,
      outcome: this.#status.outcome,
      message: this.#status.message,
      events: events > known ? this.#status.events : [],
      computing: this.#computing / 1000,
      progress: done ? 1 : Math.min(1, t / this.#until),
      rows: table.length / columns.length,
      table,
      poses,
    };
    if (done) chunk.summary = this.summary();
    return chunk;
  }

  /**
   * Gives parameters new values, in their units, from the end of the present step on. Returns the
   * number of steps at that time. The same changes after the same steps give the same bits.
   *
   * @throws ModelError for an unknown parameter or a refused value
   * @throws TypeError, RangeError unless they are finite numbers
   * @throws HostError (PH401 to PH403, PH405, PH406)
   */
  change(values: { [parameter: string]: number }): number {
    const text = numbersText(values);
    const { steps, problems } = this.#parse<{ steps: number; problems: Problem[] }>((raw, at) =>
      raw.change(at, text),
    );
    if (problems.some(({ severity }) => severity === "error")) throw new ModelError(problems);
    return (this.#steps = steps);
  }

  /**
   * The summary of the run so far.
   *
   * @throws HostError (PH401 to PH403, PH405, PH406)
   */
  summary(): Summary {
    return this.#parse((raw, at) => raw.summary(at));
  }

  /**
   * The exact state of the run, as a text for `restore`.
   *
   * @throws HostError (PH401 to PH403, PH405, PH406)
   */
  snapshot(): string {
    return this.#call((raw, at) => raw.snapshot(at));
  }

  /**
   * Restores a snapshot of the same model with the same options; false, without effect, for any
   * other text.
   *
   * @throws TypeError unless it is a text
   * @throws HostError (PH401 to PH403, PH405, PH406)
   */
  restore(snapshot: string): boolean {
    mustBeText(snapshot);
    const isAccepted = this.#call((raw, at) => raw.restore(at, snapshot));
    if (isAccepted) {
      this.#advance(0, 1);
      this.#outcome = NaN;
    }
    return isAccepted;
  }

  /** The numbers of Session::reached; valid until the next call. */
  #advance(maxSteps: number, attempts: number): Float64Array {
    this.#call((raw, at) => raw.advance(at, maxSteps, attempts));
    // A view becomes empty when the memory grows.
    if (this.#reached.length === 0) this.#reached = this.#call((raw, at) => raw.reached(at));
    this.#steps = this.#reached[1]!;
    return this.#reached;
  }

  /** @internal A run of another text in the same engine. */
  ofText(text: string, options: RunOptions): Simulation {
    const sessions = new Sessions(text, {});
    const session = sessions.take(this.#session.engine);
    sessions.dispose(); // the session is closed when it is returned
    return new Simulation(session, options, this.#until, sessions.release);
  }

  #parse<Result>(use: (raw: RawEngine, at: RawSession) => string): Result {
    return JSON.parse(this.#call(use)) as Result;
  }

  #call<Result>(use: (raw: RawEngine, at: RawSession) => Result): Result {
    if (this.disposed) throw new HostError("PH406", "a simulation");
    return this.#session.engine.call((raw) => use(raw, this.#session.at));
  }
}

/**
 * Throws unless a run of `text` starts with the same numbers as a run that has not proceeded yet.
 *
 * @throws RangeError
 */
export function mustBeginAs(
  simulation: Simulation,
  text: string,
  { errorColumn }: RunOptions,
): void {
  const begun = beginText(simulation, text, errorColumn === undefined ? {} : { errorColumn });
  try {
    const names = ({ started }: Simulation) => started.columns.map(({ name }) => name).join();
    const [one, other] = [simulation.advance(1, 1), begun.advance(1, 1)];
    const isSame =
      names(simulation) === names(begun) &&
      one.outcome === other.outcome &&
      one.table.length === other.table.length &&
      one.table.every((value, i) => Object.is(value, other.table[i]));
    if (!isSame)
      throw new RangeError("a text cannot express these options: its run would begin differently");
  } finally {
    begun.dispose();
  }
}

function beginText(simulation: Simulation, text: string, options: RunOptions): Simulation {
  try {
    return simulation.ofText(text, options);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new RangeError(`a text cannot express these options: ${error.message}`, { cause: error });
  }
}

/** The sessions of one model: one for each active simulation; they are reused. */
export class Sessions {
  readonly #text: string;
  readonly #files: string;
  #idle: Session[] = [];
  #open = true;

  constructor(text: string, files: Texts["files"]) {
    this.#text = text;
    this.#files = JSON.stringify(files);
  }

  /** The model's text and its files, JSON. */
  get texts(): { text: string; files: string } {
    return { text: this.#text, files: this.#files };
  }

  /** An idle session in `engine`, or a new one. */
  take(engine: Engine): Session {
    if (!this.#open) throw new HostError("PH406", "a model");
    this.#idle = this.#idle.filter((session) => session.engine.alive);
    const idle = this.#idle.pop();
    if (idle) return idle;
    return { engine, at: engine.call((raw) => raw.open(this.#text, this.#files)) };
  }

  readonly release = (session: Session): void => {
    if (this.#open) this.#idle.push(session);
    else destroy(session);
  };

  readonly dispose = (): void => {
    this.#open = false;
    this.#idle.splice(0).forEach(destroy);
  };
}

function destroy({ engine, at }: Session): void {
  if (engine.alive) engine.call((raw) => raw.close(at));
}
