import { Emitter } from "../base/emitter";
import type { Trajectory } from "../engine/trajectory";
import type { Description, Problem } from "../engine/types";
import type { Experiment } from "../study/experiment";
import type { Settings } from "../study/settings";
import { setPoses } from "./change";
import { ModelText } from "./model-text";
import type { Vec } from "./numbers";
import { readDrawing, type Pose, type Poses } from "./read";
import { emptyDrawing, thingNamed, thingsOf, type Drawing, type Thing } from "./things";

/** An action on a text. It returns the name of what is selected then, if that changes. */
export type Action = (model: ModelText, drawing: Drawing) => string | void;

/** A drawing of the text of an experiment: what is shown, what is selected, and the edits of the text. */
export class DrawSession {
  /** The drawing, the selection or what the engine says of it has changed. */
  readonly changed = new Emitter<DrawSession>();
  drawing: Drawing = emptyDrawing;
  /** The text as it is drawn; null while it is no JSON. */
  model: ModelText | null = null;
  /** What the engine says of this text; null until it has read it, or where it has errors. */
  description: Description | null = null;
  #selected = "";
  /** Poses that the engine found, and the texts of the components for which they hold. */
  readonly #found = new Map<string, { readonly text: string; readonly pose: Pose }>();
  /** The run in which they were found, and its text. */
  #posed: { readonly run: Trajectory; readonly text: string } | null = null;
  readonly #ends: readonly (() => void)[];

  constructor(readonly experiment: Experiment) {
    this.#ends = [
      experiment.textChanged.on(() => this.#readText()),
      experiment.adjusted.on(() => this.#read()),
      experiment.described.on((description) => {
        this.description = description;
        this.changed.emit(this);
      }),
      experiment.grown.on((run) => this.#takePoses(run)),
      experiment.changed.on(() => this.changed.emit(this)),
    ];
    this.#readText();
    this.description = experiment.status === "refused" ? null : experiment.description;
    if (experiment.trajectory) this.#takePoses(experiment.trajectory);
  }

  get selected(): Thing | undefined {
    return thingNamed(this.drawing, this.#selected);
  }

  get selectedName(): string {
    return this.#selected;
  }

  /** Selects a part, also where the text stands beside. */
  select(name: string): void {
    if (name === this.#selected) return;
    this.#selected = name;
    const isComponent = this.model?.at("components", name) !== undefined;
    const place = isComponent
      ? `/components/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`
      : null;
    this.experiment.attention.pointed.emit(place);
    this.changed.emit(this);
  }

  /** The errors of the text that is drawn. */
  get errors(): readonly Problem[] {
    const { status, problems } = this.experiment;
    return status === "refused" ? problems.filter(({ severity }) => severity === "error") : [];
  }

  /** Changes the text: one step of undo. Returns what the action did; null where the text cannot be changed. */
  edit(action: Action): string | null {
    const { experiment } = this;
    const model = this.#fresh();
    if (!model) return null;
    if (experiment.settings.starts) setPoses(model, this.#posesNow());
    const name = action(model, this.drawing) ?? this.#selected;
    this.#selected = name;
    if (model.text === experiment.text) this.changed.emit(this);
    else void experiment.edit(model.text, settingsFor(experiment.settings, this.model, model));
    return name;
  }

  /** What a drawing would be after an action. */
  preview(action: Action): Drawing {
    const model = this.#fresh();
    if (!model) return this.drawing;
    action(model, this.drawing);
    return readDrawing(model, this.#posesFor(model), this.experiment.settings.set);
  }

  /** The drawing with other poses. */
  posed(poses: Poses): Drawing {
    if (!this.model) return this.drawing;
    const all = new Map([...this.#posesFor(this.model), ...poses]);
    return readDrawing(this.model, all, this.experiment.settings.set);
  }

  /** The path of a pen in the run of this text, m; empty until there is one. */
  pathOf(pen: string): readonly Vec[] {
    const { experiment } = this;
    const { run, text } = this.#posed ?? { run: null, text: "" };
    const body = run?.scene.bodies.findIndex(({ name }) => name === pen) ?? -1;
    const isPresent = text === experiment.text && run === experiment.trajectory;
    if (!run || body < 0 || !isPresent) return [];
    return Array.from({ length: run.rowCount }, (_, row) => ({
      x: run.pose(row, 12 * body),
      y: run.pose(row, 12 * body + 1),
    }));
  }

  dispose(): void {
    this.#ends.forEach((end) => end());
  }

  #fresh(): ModelText | null {
    return this.model && new ModelText(this.model.text);
  }

  #readText(): void {
    this.description = null;
    try {
      this.model = new ModelText(this.experiment.text);
    } catch {
      this.model = null;
    }
    this.#read();
  }

  #read(): void {
    const { model, experiment } = this;
    const poses = model ? this.#posesFor(model) : new Map<string, Pose>();
    this.drawing = model ? readDrawing(model, poses, experiment.settings.set) : emptyDrawing;
    if (!this.selected && !this.drawing.others.includes(this.#selected)) this.#selected = "";
    this.changed.emit(this);
  }

  /** The poses that the engine found, of the components that have not changed since. */
  #posesFor(model: ModelText): Map<string, Pose> {
    const poses = new Map<string, Pose>();
    for (const [name, { text, pose }] of this.#found)
      if (JSON.stringify(model.at("components", name)) === text) poses.set(name, pose);
    return poses;
  }

  #posesNow(): Poses {
    const bodies = [...thingsOf(this.drawing, "rod"), ...thingsOf(this.drawing, "mass")];
    return new Map(
      bodies.map((body) => [body.name, body.kind === "rod" ? body.center : body.frame]),
    );
  }

  /** Takes the start that the engine found. */
  #takePoses(run: Trajectory): void {
    const isNews = run !== this.#posed?.run && run.rowCount > 0;
    if (!isNews) return;
    this.#posed = { run, text: this.experiment.text };
    this.#found.clear();
    for (const name of Object.keys(this.model?.members("components") ?? {})) {
      const at = (state: string): number => run.value(0, run.indexOf(`${name}.${state}`));
      const isBody = ["r.1", "r.2", "phi"].every((state) => run.indexOf(`${name}.${state}`) >= 0);
      if (!isBody) continue;
      const pose = { x: at("r.1"), y: at("r.2"), phi: at("phi") };
      const text = JSON.stringify(this.model?.at("components", name));
      this.#found.set(name, { text, pose });
    }
    this.#read();
  }
}

/** The reader's settings without those that an edit replaces: the pose, pulls, and values of what it changed. */
function settingsFor(
  { starts: _starts, pulls: _pulls, ...rest }: Readonly<Settings>,
  before: ModelText | null,
  after: ModelText,
): Settings {
  const given = (model: ModelText | null, name: string): string | undefined => {
    const [component, parameter] = name.split(".");
    const own = model?.at("parameters", name);
    if (own !== undefined) return JSON.stringify(own);
    const use = model?.at("components", component ?? "", "use");
    const value = model?.at("components", component ?? "", "parameters", parameter ?? "");
    return use === undefined ? undefined : JSON.stringify([use, value]);
  };
  const kept = Object.entries(rest.set).filter(
    ([name]) => given(after, name) === given(before, name),
  );
  return { ...rest, set: Object.fromEntries(kept) };
}
