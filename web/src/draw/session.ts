import { Emitter } from "../base/emitter";
import type { Description, Problem } from "../engine/types";
import type { Experiment } from "../study/experiment";
import type { Settings } from "../study/settings";
import { asideOf, withoutHidden, type Aside } from "./aside";
import { FoundPoses } from "./found-poses";
import { posesOf } from "./frames";
import { exposeOffers } from "./group-offers";
import { ModelText } from "./model-text";
import { readDrawing } from "./read";
import { setPoses } from "./start-poses";
import type { Pose, Poses } from "./reader";
import { emptyDrawing, thingNamed, type Drawing, type Thing } from "./things";

/** An action on a text. It returns the name or names of what is selected then, if that changes. */
export type Action = (
  model: ModelText,
  drawing: Drawing,
  whole: ModelText,
) => string | readonly string[] | void;

/** A drawing of the text of an experiment: what is shown, what is selected, and the edits of the text. */
export class DrawSession {
  /** The drawing, the selection or what the engine says of it has changed. */
  readonly changed = new Emitter<DrawSession>();
  drawing: Drawing = emptyDrawing;
  /** All of the text; inside of a group there is more of it than is drawn on. */
  whole: Drawing = emptyDrawing;
  /** The text as it is drawn; null while it is no JSON. */
  model: ModelText | null = null;
  /** The group that is open: "arm.hand" is in "arm"; "" for none. */
  inside = "";
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
        if (this.found.take(rootOf(this.model), run)) this.#read();
      }),
      experiment.changed.on(() => this.changed.emit(this)),
    ];
    this.#readText();
    this.description = experiment.status === "refused" ? null : experiment.description;
    const { trajectory } = experiment;
    if (trajectory && this.found.take(rootOf(this.model), trajectory)) this.#read();
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
    const path = [...(this.model?.base ?? []), "components", name];
    this.experiment.attention.pointed.emit(isComponent ? pointerOf(path) : null);
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
    const whole = this.model && new ModelText(this.model.text);
    if (!whole) return null;
    if (experiment.settings.starts) setPoses(whole, posesOf(this.whole));
    const model = whole.within(this.inside);
    const made = action(model, this.drawing, whole) ?? this.selectedNames;
    exposeOffers(model);
    this.selectedNames = (typeof made === "string" ? [made] : made).filter((each) => each !== "");
    if (model.text === experiment.text) this.changed.emit(this);
    else
      void experiment.edit(model.text, settingsFor(experiment.settings, rootOf(this.model), whole));
    return this.selectedName;
  }

  /** What a drawing would be after an action. */
  preview(action: Action): Drawing {
    const whole = this.model && new ModelText(this.model.text);
    if (!whole) return this.drawing;
    action(whole.within(this.inside), this.drawing, whole);
    return readDrawing(
      whole,
      this.found.posesFor(whole),
      this.experiment.settings.set,
      this.inside,
    );
  }

  /** The drawing with other poses, by the names of the whole text. */
  posed(poses: Poses): Drawing {
    const whole = rootOf(this.model);
    if (!whole) return this.drawing;
    return readDrawing(
      whole,
      new Map([...this.found.posesFor(whole), ...poses]),
      this.experiment.settings.set,
      this.inside,
    );
  }

  /** Opens a group, "" is the whole model. What was open before is selected then. */
  open(path: string): void {
    const [left = ""] = this.inside.slice(path === "" ? 0 : path.length + 1).split(".");
    const isOut = this.inside.startsWith(path) && this.inside !== path;
    this.inside = path;
    this.selectedNames = isOut ? [left] : [];
    this.#read();
  }

  dispose(): void {
    this.#ends.forEach((end) => end());
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
    const { experiment } = this;
    const whole = rootOf(this.model);
    while (whole && this.inside !== "" && !isGroup(whole, this.inside))
      this.inside = this.inside.split(".").slice(0, -1).join(".");
    this.model = whole && whole.within(this.inside);
    const poses = whole ? this.found.posesFor(whole) : new Map<string, Pose>();
    this.whole = whole ? readDrawing(whole, poses, experiment.settings.set) : emptyDrawing;
    this.drawing =
      whole && this.inside !== ""
        ? readDrawing(whole, poses, experiment.settings.set, this.inside)
        : this.whole;
    const { others } = this.drawing;
    this.selectedNames = this.selectedNames.filter(
      (name) => thingNamed(this.drawing, name) !== undefined || others.includes(name),
    );
    this.changed.emit(this);
  }
}

/** The whole text of a model in it. */
function rootOf(model: ModelText | null): ModelText | null {
  return model && model.base.length > 0 ? new ModelText(model.text) : model;
}

/** What the names of an open group begin with in the whole text. */
export function prefixOf({ inside }: Pick<DrawSession, "inside">): string {
  return inside === "" ? "" : `${inside}.`;
}

function isGroup(whole: ModelText, path: string): boolean {
  const [holder, name] = whole.holderOf(path);
  return typeof holder?.at("components", name, "model") === "object";
}

function pointerOf(path: readonly string[]): string {
  return path.map((step) => `/${step.replace(/~/g, "~0").replace(/\//g, "~1")}`).join("");
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
