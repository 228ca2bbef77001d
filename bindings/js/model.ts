import { HostError } from "./errors.js";
import { Handle } from "./handle.js";
import type { Engine, Host } from "./host.js";
import type { AskInspector } from "./inspector-answers.js";
import { runEach, setsOf } from "./many.js";
import { complete, nextChunk, Pace } from "./pace.js";
import type { Texts } from "./resolve.js";
import { Run } from "./run.js";
import { mustBeginAs, Sessions, Simulation } from "./simulation.js";
import type {
  Chunk,
  Constraint,
  Description,
  Equations,
  InspectOptions,
  Inspection,
  Linearization,
  LinearizeOptions,
  ManyRun,
  Parameter,
  ParameterSet,
  Port,
  Problem,
  Ranges,
} from "./types.js";
import type { Report, RunOptions, Settings, State, StreamOptions, Summary } from "./types.js";
import { wholeText } from "./whole-text.js";

/** Between two looks at the engine's rows in a run that nobody watches: steps, and numbers that it keeps for them. */
const mostSteps = 4096;
const mostNumbers = 2 ** 22;

/** Steps whose rows and poses leave the engine room. */
function chunkOf({ started: { columns, scene } }: Simulation): number {
  const numbers = columns.length + 12 * scene.bodies.length;
  return Math.max(1, Math.min(mostSteps, Math.floor(mostNumbers / numbers)));
}

/** For what the engine leaves out when a model has errors. */
const nothing: Description = {
  problems: [],
  name: "",
  source: "",
  description: "",
  parameters: [],
  ports: [],
  states: [],
  constraints: [],
  forces: [],
  simulation: { until: 0, step: 0, method: "", tolerance: 1e-9, outputEvery: 1 },
};

/** Of a model that has none. */
const noEquations: Equations = { groups: [], form: [], vectors: [], matrices: [], symbols: [] };

/** What a model's text says; the same for a model here and for one in a worker. */
export abstract class ModelFacts extends Handle {
  /** Errors and warnings. */
  readonly problems: readonly Problem[];
  /** The model's name, for readers. */
  readonly name: string;
  /** Where the model is from: a paper and its equation. */
  readonly source: string;
  /** A sentence or two for readers. */
  readonly description: string;
  /** In the order of the text. */
  readonly parameters: readonly Parameter[];
  /** Of the model and of its components. */
  readonly ports: readonly Port[];
  /** Positions, then velocities. */
  readonly states: readonly State[];
  /** Position constraints, then velocity constraints. */
  readonly constraints: readonly Constraint[];
  /** Force laws, which may give energy or take it: with them the model is not passive. */
  readonly forces: readonly string[];
  /** How the text says it is to be run. */
  readonly simulation: Settings;
  /** What was found when the start was made consistent; missing when the model has errors. */
  readonly report: Report | undefined;

  readonly #description: Description;

  protected constructor(given: Partial<Description>, free: () => void, needs?: Handle) {
    super(free, needs);
    const description = { ...nothing, ...given };
    this.problems = description.problems;
    this.name = description.name;
    this.source = description.source;
    this.description = description.description;
    this.parameters = description.parameters;
    this.ports = description.ports;
    this.states = description.states;
    this.constraints = description.constraints;
    this.forces = description.forces;
    this.simulation = description.simulation;
    this.report = description.report;
    this.#description = description;
  }

  /** All of this as plain data. */
  describe(): Description {
    return this.#description;
  }

  /** Whether it can be run: there may be warnings, but no errors. */
  get ok(): boolean {
    return this.problems.every(({ severity }) => severity !== "error");
  }

  /** @internal */
  protected mustBeThere(): void {
    if (this.disposed) throw new HostError("PH406", "a model");
  }
}

/** A model that is ready to run, or the list of its problems. */
export class Model extends ModelFacts {
  readonly #host: Host;
  readonly #sessions: Sessions;
  readonly #ask: AskInspector | undefined;
  #pace = new Pace();

  /** Use `load`. */
  constructor(host: Host, engine: Engine, { text, files }: Texts, ask?: AskInspector) {
    const sessions = new Sessions(text, files);
    const session = sessions.take(engine);
    super(
      JSON.parse(engine.call((raw) => raw.describe(session.at))) as Partial<Description>,
      sessions.dispose,
    );
    sessions.release(session);
    this.#host = host;
    this.#ask = ask;
    this.#sessions = sessions;
  }

  /**
   * Begins a run that goes on only when it is told to.
   *
   * @throws ModelError when there are errors in the model or in the options; other values of parameters may mend
   *   those of a model
   * @throws TypeError for an option that there is none of, or of another type; RangeError for a number out of range
   * @throws HostError (PH401 to PH403, PH405, PH406)
   */
  start(options: RunOptions = {}): Simulation {
    this.mustBeThere();
    const engine = this.#host.current;
    if (!engine) throw new HostError("PH405", "a new one is being made; try again in a moment");
    const session = this.#sessions.take(engine);
    return new Simulation(session, options, this.simulation.until, this.#sessions.release);
  }

  /** @internal Of a run that is about to begin. */
  nextPace(): Pace {
    return (this.#pace = this.#pace.next());
  }

  /**
   * Its equations, typeset and in the composite form.
   *
   * @throws HostError (PH401 to PH403, PH405, PH406)
   */
  equations(): Equations {
    this.mustBeThere();
    const engine = this.#host.current;
    if (!engine) throw new HostError("PH405", "a new one is being made; try again in a moment");
    const session = this.#sessions.take(engine);
    const text = engine.call((raw) => raw.equations(session.at));
    this.#sessions.release(session);
    return { ...noEquations, ...(JSON.parse(text) as Partial<Equations>) };
  }

  /**
   * The model as one text: the files that it uses are in it, and the options in the place of its own values. A run of
   * the text gives the same as `run(options)`, to the bit. Elements of the library stay in it by name.
   *
   * @throws ModelError, TypeError, HostError as `start`; RangeError for a number out of range, for an option that has
   *   no place in a text, and for a text that would be too large
   */
  text(options: RunOptions = {}): string {
    const simulation = this.start(options); // throws where they do not fit
    try {
      const { text, files } = this.#sessions.texts;
      const texts = { text, files: JSON.parse(files) as Texts["files"] };
      const whole = wholeText(texts, options, this.describe());
      if (whole !== text) mustBeginAs(simulation, whole, options);
      return whole;
    } finally {
      simulation.dispose();
    }
  }

  /**
   * What structure it has, and which theorem says so. The inspector is a module of its own, which is loaded with the
   * first call.
   *
   * @throws HostError (PH401 to PH404, PH406)
   */
  async inspect({ signal, ...options }: InspectOptions = {}): Promise<Inspection> {
    return this.#question("inspect", options, signal);
  }

  /**
   * Small motions beside an equilibrium, a steady motion or the start: the linear system, its eigenvalues and modes,
   * frequency responses. The inspector is loaded with the first call.
   *
   * @throws HostError (PH401 to PH404, PH406)
   */
  async linearize(options: LinearizeOptions = {}): Promise<Linearization> {
    return this.#question("linearize", options);
  }

  async #question<Answer>(
    kind: "inspect" | "linearize",
    options: object,
    signal?: AbortSignal,
  ): Promise<Answer> {
    this.mustBeThere();
    signal?.throwIfAborted();
    if (!this.#ask) throw new HostError("PH404", "the inspector");
    return this.#ask(kind, { ...this.#sessions.texts, options: JSON.stringify(options) }, signal);
  }

  /**
   * Runs to the end, or to a numerical failure, which is an outcome and not an exception.
   *
   * @throws ModelError, TypeError, RangeError, HostError as `start`
   */
  run(options: RunOptions = {}): Run {
    const simulation = this.start(options);
    try {
      const chunks: Chunk[] = [];
      const steps = chunkOf(simulation);
      do chunks.push(simulation.advance(steps));
      while (!chunks.at(-1)!.done);
      return new Run(chunks);
    } finally {
      simulation.dispose();
    }
  }

  /** @internal Runs to the end, of which only the summary is kept. */
  async complete(options: StreamOptions): Promise<Summary> {
    const { signal } = options;
    await this.#host.engine();
    const simulation = this.start(options);
    try {
      return await complete(simulation, this.nextPace(), () => signal?.throwIfAborted());
    } finally {
      simulation.dispose();
    }
  }

  /**
   * Runs the model once for each set of parameters, or for all combinations of ranges, and yields what came out, in
   * their order. Only the last row of each is kept; a set that the model refuses is a result, too.
   *
   * @throws TypeError, RangeError, HostError as `start`; the reason of `signal` when that is aborted
   */
  runMany(
    vary: readonly ParameterSet[] | Ranges,
    options: StreamOptions = {},
  ): AsyncGenerator<ManyRun, void, void> {
    return runEach([this], setsOf(vary), options);
  }

  /**
   * The same in chunks, with time for others in between. Returns the summary.
   *
   * @throws ModelError, TypeError, RangeError, HostError as `start`; the reason of `signal` when that is aborted
   */
  async *stream(options: StreamOptions = {}): AsyncGenerator<Chunk, Summary, void> {
    const { signal, chunk: steps } = options;
    signal?.throwIfAborted();
    await this.#host.engine();
    const simulation = this.start(options);
    try {
      const pace = this.nextPace();
      for (;;) {
        const chunk = await nextChunk(simulation, pace, { steps }, () => signal?.throwIfAborted());
        yield chunk;
        if (chunk.summary) return chunk.summary;
      }
    } finally {
      simulation.dispose();
    }
  }
}
