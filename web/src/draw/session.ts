import { Emitter } from "../base/emitter";
import type { Description, Problem } from "../engine/types";
import type { Experiment } from "../study/experiment";
import type { Settings } from "../study/settings";
import { asideOf, withoutHidden, type Aside } from "./aside";
import { setPoses } from "./change";
import { FoundPoses } from "./found-poses";
import { posesOf } from "./frames";
import { ModelText } from "./model-text";
import { readDrawing } from "./read";
import type { Pose, Poses } from "./reader";
import { emptyDrawing, thingNamed, type Drawing, type Thing } from "./things";

/** An action on a text. It returns the name or names of what is selected then, if that changes. */
export type Action = (model: ModelText, drawing: Drawing) => string | readonly string[] | void;

/** A drawing of the text of an experiment: what is shown, what is selected, and the edits of the text. */
export class DrawSession {
  /** The drawing, the selection or what the engine says of it has changed. */
  readonly changed = new Emitter<DrawSession>();
  drawing: Drawing = emptyDrawing;
  /** The text as it is drawn; null while it is no JSON. */
  model: ModelText | null = null;
  /** What the engine says of this text; null until it has read it, or where it has errors. */
  description: Description | null = null;
  /** What is selected; the last one is what the text and the keys are about. */
  selectedNames: readonly string[] = [];
  /** What the engine found out about the text. */
  readonly found: FoundPoses;
  readonly #ends: readonly (() => void)[];

  readonly aside: Aside;
  #shown: Drawing | null = null;

  constructor(readonly experiment: Experiment) {
    this.aside = asideOf(experiment);
    this.found = new FoundPoses(experiment);
    this.changed.on(() => (this.#shown = null));
    this.#ends = [
      experiment.textChanged.on(() => this.#readText()),
      experiment.adjusted.on(() => this.#read()),
      experiment.described.on((description) => {
        this.description = description;
        this.changed.emit(this);
      }),
      experiment.grown.on((run) => {
        if (this.found.take(this.model, run)) this.#read();
      }),
      experiment.changed.on(() => this.changed.emit(this)),
    ];
    this.#readText();
    this.description = experiment.status === "refused" ? null : experiment.description;
    const { trajectory } = experiment;
    if (trajectory && this.found.take(this.model, trajectory)) this.#read();
  }

  /** The selected thing, if there is just one. */
  get selected(): Thing | undefined {
    return this.selectedNames.length === 1
      ? thingNamed(this.drawing, this.selectedName)
      : undefined;
  }

  /** What is drawn and not hidden. */
  get shown(): Drawing {
    this.#shown ??= withoutHidden(this.drawing, this.aside.hidden);
    return this.#shown;
  }

  /** The name of what was selected last; "" where nothing is. */
  get selectedName(): string {
    return this.selectedNames.at(-1) ?? "";
  }

  /** Selects parts, also where the text stands beside. "" is none. */
  select(...names: readonly string[]): void {
    const chosen = [...new Set(names)].filter((each) => each !== "");
    if (chosen.join() === this.selectedNames.join()) return;
    this.selectedNames = chosen;
    const name = this.selectedName;
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
    if (experiment.settings.starts) setPoses(model, posesOf(this.drawing));
    const made = action(model, this.drawing) ?? this.selectedNames;
    this.selectedNames = (typeof made === "string" ? [made] : made).filter((each) => each !== "");
    if (model.text === experiment.text) this.changed.emit(this);
    else void experiment.edit(model.text, settingsFor(experiment.settings, this.model, model));
    return this.selectedName;
  }

  /** What a drawing would be after an action. */
  preview(action: Action): Drawing {
    const model = this.#fresh();
    if (!model) return this.drawing;
    action(model, this.drawing);
    return readDrawing(model, this.found.posesFor(model), this.experiment.settings.set);
  }

  /** The drawing with other poses. */
  posed(poses: Poses): Drawing {
    if (!this.model) return this.drawing;
    const all = new Map([...this.found.posesFor(this.model), ...poses]);
    return readDrawing(this.model, all, this.experiment.settings.set);
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
    const poses = model ? this.found.posesFor(model) : new Map<string, Pose>();
    this.drawing = model ? readDrawing(model, poses, experiment.settings.set) : emptyDrawing;
    const { others } = this.drawing;
    this.selectedNames = this.selectedNames.filter(
      (name) => thingNamed(this.drawing, name) !== undefined || others.includes(name),
    );
    this.changed.emit(this);
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
