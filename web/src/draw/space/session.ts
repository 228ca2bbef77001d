import { Emitter } from "../../base/emitter";
import type { Trajectory } from "../../engine/trajectory";
import type { Experiment } from "../../study/experiment";
import { ModelText } from "../model-text";
import { asideOf, type Aside } from "../aside";
import {
  nothing,
  partNamed,
  readSpace,
  withoutHidden,
  type Pose,
  type Poses,
  type SpaceDrawing,
} from "./drawing";
import { setPoses } from "./edit";
import { unitTurn } from "./vectors";

/** A drawing in space of the text of an experiment: what is shown, what is selected, and the edits of the text. */
export class SpaceSession {
  readonly changed = new Emitter<SpaceSession>();
  drawing = nothing;
  /** null while the text is no JSON. */
  model: ModelText | null = null;
  /** What is selected; the last one is what the text and the handles are about. */
  selectedNames: readonly string[] = [];
  /** Poses of the last run's start, and the texts of the components for which they hold. */
  #found: Poses = new Map();
  #texts = new Map<string, string>();
  #run: Trajectory | null = null;
  readonly #ends: readonly (() => void)[];

  constructor(readonly experiment: Experiment) {
    this.#ends = [
      experiment.textChanged.on(() => this.#read()),
      experiment.adjusted.on(() => this.#read()),
      experiment.described.on(() => this.changed.emit(this)),
      experiment.changed.on(() => this.changed.emit(this)),
      experiment.grown.on((run) => this.#take(run)),
    ];
    this.#read();
    if (experiment.trajectory) this.#take(experiment.trajectory);
  }

  /** What is hidden and what is locked; the text has nothing of it. */
  get aside(): Pick<Aside, "hidden" | "locked"> {
    return asideOf(this.experiment);
  }

  /** The drawing without what is hidden. */
  get shown(): SpaceDrawing {
    return withoutHidden(this.drawing, this.aside.hidden);
  }

  get selected(): string {
    return this.selectedNames.at(-1) ?? "";
  }

  /** Selects parts, also where the text stands beside. "" is none. */
  select(...names: readonly string[]): void {
    const chosen = [...new Set(names)].filter((each) => each !== "");
    if (chosen.join() === this.selectedNames.join()) return;
    this.selectedNames = chosen;
    const name = this.selected;
    const isThere = this.model?.at("components", name) !== undefined;
    this.experiment.attention.pointed.emit(isThere ? `/components/${name}` : null);
    this.changed.emit(this);
  }

  /** Changes the text: one step of undo. The action returns what is selected then. */
  edit(
    action: (model: ModelText, drawing: SpaceDrawing) => string | readonly string[] | void,
  ): void {
    const { experiment } = this;
    if (!this.model) return;
    const model = new ModelText(this.model.text);
    const { starts, pulls: _pulls, ...settings } = experiment.settings;
    if (starts) setPoses(model, new Map(this.drawing.bodies.map((body) => [body.name, body])));
    const made = action(model, this.drawing) ?? this.selectedNames;
    this.selectedNames = (typeof made === "string" ? [made] : made).filter((each) => each !== "");
    if (model.text === experiment.text) this.changed.emit(this);
    else void experiment.edit(model.text, settings);
  }

  /** The drawing with some bodies elsewhere. */
  posed(poses: Poses): SpaceDrawing {
    return this.model ? readSpace(this.model, new Map([...this.#poses(), ...poses])) : nothing;
  }

  dispose(): void {
    this.#ends.forEach((end) => end());
  }

  #read(): void {
    try {
      this.model = new ModelText(this.experiment.text);
    } catch {
      this.model = null;
    }
    this.drawing = this.posed(new Map());
    const { drawing } = this;
    this.selectedNames = this.selectedNames.filter(
      (name) => partNamed(drawing, name) !== undefined || drawing.others.includes(name),
    );
    this.changed.emit(this);
  }

  /** Those of the components that have not changed since. */
  #poses(): Poses {
    const isSame = (name: string): boolean =>
      JSON.stringify(this.model?.at("components", name)) === this.#texts.get(name);
    return new Map([...this.#found].filter(([name]) => isSame(name)));
  }

  #take(run: Trajectory): void {
    if (run === this.#run || run.rowCount === 0 || !this.model) return;
    this.#run = run;
    this.#found = startsOf(run, Object.keys(this.model.members("components")));
    this.#texts = new Map(
      [...this.#found.keys()].map((name) => [
        name,
        JSON.stringify(this.model?.at("components", name)),
      ]),
    );
    this.#read();
  }
}

function startsOf(run: Trajectory, names: readonly string[]): Poses {
  const poses = new Map<string, Pose>();
  for (const name of names) {
    const at = (state: string): number => {
      const index = run.indexOf(`${name}.${state}`);
      return index < 0 ? NaN : run.value(0, index);
    };
    const [x, y, z] = [at("r.1"), at("r.2"), at("r.3")];
    const [w, i, j, k] = [at("q.1"), at("q.2"), at("q.3"), at("q.4")];
    if ([x, y, z, w, i, j, k].every(Number.isFinite))
      poses.set(name, { r: [x, y, z], q: unitTurn([w, i, j, k]) });
  }
  return poses;
}
