import type { ModelDiagram } from "./diagram/graph.js";
import { HostError, ModelError } from "./errors.js";
import { Handle } from "./handle.js";
import type { Engine, Host } from "./host.js";
import type { AskInspector } from "./inspector-answers.js";
import { runEach, setsOf } from "./many.js";
import { complete, nextChunk, Pace } from "./pace.js";
import type { Texts } from "./resolve.js";
import { Run } from "./run.js";
import type { DiagramAnswer, InspectorKind } from "./protocol.js";
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

/** Largest number of steps, and of buffered numbers, per call in a run without a watcher. */
const mostSteps = 4096;
const mostNumbers = 2 ** 22;

/** A number of steps whose rows and poses leave the engine enough memory. */
function chunkOf({ started: { columns, scene } }: Simulation): number {
  const numbers = columns.length + 12 * scene.bodies.length;
  return Math.max(1, Math.min(mostSteps, Math.floor(mostNumbers / numbers)));
}

/** The default for members that the engine omits if a model has errors. */
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

/** For a model without equations. */
const noEquations: Equations = { groups: [], form: [], vectors: [], matrices: [], symbols: [] };

/** The content of a model text; common to local models and models in a worker. */
export abstract class ModelFacts extends Handle {
  /** Errors and warnings. */
  readonly problems: readonly Problem[];
  /** The model's name, for readers. */
  readonly name: string;
  /** The source of the model: a paper and its equation. */
  readonly source: string;
  /** A sentence or two for readers. */
  readonly description: string;
  /** The parameters, in the order of the text. */
  readonly parameters: readonly Parameter[];
  /** The ports of the model and of its components. */
  readonly ports: readonly Port[];
  /** Positions, then velocities. */
  readonly states: readonly State[];
  /** Position constraints, then velocity constraints. */
  readonly constraints: readonly Constraint[];
  /** Force laws. They may supply or take energy, so a model with them is not passive. */
  readonly forces: readonly string[];
  /** The run settings of the text. */
  readonly simulation: Settings;
  /** The report on the consistent start; missing if the model has errors. */
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

  /** Whether it can run: it has no errors, but may have warnings. */
  get ok(): boolean {
    return this.problems.every(({ severity }) => severity !== "error");
  }

  /** @internal */
  protected mustBeThere(): void {
    if (this.disposed) throw new HostError("PH406", "a model");
  }
}

/** The diagram in an answer of the inspector. */
export function diagramIn({ problems, graph, bodies }: DiagramAnswer): ModelDiagram {
  if (!graph || !bodies) throw new ModelError(problems);
  return { graph, bodies };
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
   * Starts a run that proceeds only by `advance`.
   *
   * @throws ModelError if the model or the options have errors; other values of parameters may fix
   *   those of a model
   * @throws TypeError for an unknown option or a wrong type; RangeError for a number out of range
   * @throws HostError (PH401 to PH403, PH405, PH406)
   */
  start(options: RunOptions = {}): Simulation {
    this.mustBeThere();
    const engine = this.#host.current;
    if (!engine) throw new HostError("PH405", "a new one is being made; try again in a moment");
    const session = this.#sessions.take(engine);
    return new Simulation(session, options, this.simulation.until, this.#sessions.release);
  }

  /** @internal The pace of the next run. */
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
   * The model as one text: it includes the files that it uses, and the options replace its own
   * values. A run of the text equals `run(options)`, to the bit. Elements of the library keep their
   * names.
   *
   * @throws ModelError, TypeError, HostError as `start`; RangeError for a number out of range, for
   *   an option that a text
   *   cannot express, and for a text that would be too large
   */
  text(options: RunOptions = {}): string {
    const simulation = this.start(options); // throws if they do not fit
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
   * The structure report. The first call loads the inspector, a separate module.
   *
   * @throws HostError (PH401 to PH404, PH406)
   */
  async inspect({ signal, ...options }: InspectOptions = {}): Promise<Inspection> {
    return this.#question("inspect", options, signal);
  }

  /**
   * The linearization about an equilibrium, a steady motion or the start: the linear system, its
   * eigenvalues and modes, frequency responses. The first call loads the inspector.
   *
   * @throws HostError (PH401 to PH404, PH406)
   */
  async linearize(options: LinearizeOptions = {}): Promise<Linearization> {
    return this.#question("linearize", options);
  }

  /**
   * Its diagram of boxes, junctions and ports (docs/diagrams.md), which `porthos/diagram` draws. The inspector is loaded
   * with the first call.
   *
   * @throws ModelError when there are errors in the model
   * @throws HostError (PH401 to PH404, PH406)
   */
  async diagram(): Promise<ModelDiagram> {
    return diagramIn(await this.#question<DiagramAnswer>("diagram", {}));
  }

  async #question<Answer>(
    kind: InspectorKind,
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

  /** @internal Runs to the end and keeps the summary only. */
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
   * Runs the model once for each set of parameters, or for all combinations of ranges, and yields
   * the results in order. Only the last row of each run is kept. A set that the model refuses is a
   * result, too.
   *
   * @throws TypeError, RangeError, HostError as `start`; the reason of `signal` if it is aborted
   */
  runMany(
    vary: readonly ParameterSet[] | Ranges,
    options: StreamOptions = {},
  ): AsyncGenerator<ManyRun, void, void> {
    return runEach([this], setsOf(vary), options);
  }

  /**
   * Runs in chunks; other work can proceed between them. Returns the summary.
   *
   * @throws ModelError, TypeError, RangeError, HostError as `start`; the reason of `signal` if it
   *   is aborted
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
