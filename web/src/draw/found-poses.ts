import type { Trajectory } from "../engine/trajectory";
import type { Experiment } from "../study/experiment";
import { outlinesOf, type Outline } from "./figure-outline";
import type { ModelText } from "./model-text";
import type { Vec } from "./numbers";
import type { Pose } from "./reader";
import type { Drawing } from "./things";

/** The components of a text, those in groups included. */
function namesOf(model: ModelText): readonly string[] {
  return Object.keys(model.members("components")).flatMap((name) => {
    const isGroup =
      Object.keys(model.members("components", name, "model", "components")).length > 0;
    return isGroup ? namesOf(model.within(name)).map((inner) => `${name}.${inner}`) : [name];
  });
}

function textOf(model: ModelText, path: string): string {
  const [holder, name] = model.holderOf(path);
  return JSON.stringify(holder?.at("components", name));
}

/** What the last run of an experiment says about the drawing of its text. */
export class FoundPoses {
  /** Poses at the start, and the texts of the components for which they hold. */
  readonly #poses = new Map<string, { readonly text: string; readonly pose: Pose }>();
  /** The run in which they were found, and its text. */
  #last: { readonly run: Trajectory; readonly text: string } | null = null;

  #outlined: {
    readonly run: Trajectory | undefined;
    readonly drawing: Drawing;
    readonly outlines: readonly Outline[];
  } | null = null;

  constructor(readonly experiment: Experiment) {}

  /** The run of the present text; null until there is one. */
  get run(): Trajectory | null {
    const { experiment } = this;
    const { run = null, text = "" } = this.#last ?? {};
    return text === experiment.text && run === experiment.trajectory ? run : null;
  }

  /** The poses that the engine found, of the components that have not changed since. */
  posesFor(model: ModelText): Map<string, Pose> {
    const poses = new Map<string, Pose>();
    for (const [name, { text, pose }] of this.#poses)
      if (textOf(model, name) === text) poses.set(name, pose);
    return poses;
  }

  /** Takes the start of a run. Returns whether that is new. */
  take(model: ModelText | null, run: Trajectory): boolean {
    if (run === this.#last?.run || run.rowCount === 0) return false;
    this.#last = { run, text: this.experiment.text };
    this.#poses.clear();
    for (const name of model ? namesOf(model) : []) {
      const at = (state: string): number => run.value(0, run.indexOf(`${name}.${state}`));
      const isBody = ["r.1", "r.2", "phi"].every((state) => run.indexOf(`${name}.${state}`) >= 0);
      if (!isBody) continue;
      const pose = { x: at("r.1"), y: at("r.2"), phi: at("phi") };
      this.#poses.set(name, { text: model ? textOf(model, name) : "", pose });
    }
    return true;
  }

  /** What the figure shows at the start and the board cannot draw as parts. */
  outlines(drawing: Drawing): readonly Outline[] {
    const run = this.#last?.run;
    if (this.#outlined?.run !== run || this.#outlined?.drawing !== drawing)
      this.#outlined = { run, drawing, outlines: run ? outlinesOf(run, drawing) : [] };
    return this.#outlined.outlines;
  }

  /** The path of a pen, m; empty until there is a run of this text. */
  pathOf(pen: string): readonly Vec[] {
    const { run } = this;
    const body = run?.scene.bodies.findIndex(({ name }) => name === pen) ?? -1;
    if (!run || body < 0) return [];
    return Array.from({ length: run.rowCount }, (_, row) => ({
      x: run.pose(row, 12 * body),
      y: run.pose(row, 12 * body + 1),
    }));
  }
}
