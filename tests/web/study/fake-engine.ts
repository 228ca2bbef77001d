// An engine for tests of experiments: x(t) = a t in two rows, and a text of the model that lists its parameters.
import type { EngineClient, ModelSource, RunListener } from "../../../web/src/engine/client";
import type { Description, RunEnd, RunOptions, Scene } from "../../../web/src/engine/types";
import { Experiment } from "../../../web/src/study/experiment";

const scene: Scene = {
  camera: { kind: "planar" },
  bodies: [],
  trails: [],
  vectors: [],
  moving: 0,
};

export class FakeEngine {
  /** Options of all runs, in their order. */
  readonly runs: RunOptions[] = [];
  /** Runs wait for this before their first row. */
  gate: Promise<void> = Promise.resolve();

  /** A text is a JSON object of parameters; anything else has an error. */
  describe({ text }: ModelSource): Promise<Description> {
    const isModel = text.startsWith("{");
    const values = isModel ? (JSON.parse(text) as Record<string, number>) : {};
    const parameters = Object.entries(values).map(([name, value]) => ({ name, value, unit: "" }));
    const problems = isModel ? [] : [{ severity: "error", code: "PH101", where: "" }];
    const simulation = { until: 1, step: 0.5, method: "gauss(2)" };
    const lists = { ports: [], states: [], constraints: [], forces: [] };
    const words = { name: "", source: "", description: "" };
    return Promise.resolve({
      ...{ ...lists, ...words, parameters, problems, simulation },
    } as unknown as Description);
  }

  async run(
    source: ModelSource,
    options: RunOptions,
    listener: RunListener,
    signal: AbortSignal,
  ): Promise<RunEnd> {
    this.runs.push(options);
    await this.gate;
    signal.throwIfAborted();
    const own = JSON.parse(source.text) as Record<string, number>;
    const { a = 0 } = { ...own, ...options.set };
    const columns = ["t", "x"].map((name) => ({ name, unit: "" }));
    listener.onStart({ columns, scene, problems: [], derived: [] });
    const until = options.until ?? 1;
    listener.onChunk({
      t: until,
      rows: Float64Array.of(0, 0, until, a * until),
      poses: new Float64Array(0),
    });
    return { outcome: "finished", message: "" };
  }
}

/** An experiment on such an engine. */
export function experimentOn(engine: FakeEngine): Experiment {
  return new Experiment(engine as unknown as EngineClient, () => Promise.resolve({}));
}
