import { Component } from "../base/component";
import { h } from "../base/dom";
import type { Emitter } from "../base/emitter";
import type { Scene } from "../engine/types";
import { InputsPanel } from "../parts/inputs-panel";
import { ParametersPanel, type Knobs } from "../parts/parameters-panel";
import type { StagePanel } from "../parts/stage-panel";
import { TracesPanel } from "../parts/traces-panel";
import { Transport } from "../parts/transport";
import type { ProseTarget } from "../prose/prose-target";
import { TasksPanel } from "../prose/tasks-panel";
import { words } from "../words/words";
import { LatePart, type LateParts } from "./late-part";
import type { Part } from "./parts";

interface Context extends Omit<ProseTarget, "element"> {
  readonly stagePanel: StagePanel;
  readonly recolored: Emitter<void>;
  /** Moves the clock by a number of rows. */
  step(rows: number): void;
}

/** The parts of a simulation around its figure. A part is made when it is first shown. */
export class LabParts extends Component {
  readonly element: HTMLElement;
  readonly #parts = new Map<Part, readonly HTMLElement[]>();
  readonly #hero: HTMLElement;
  readonly #row: HTMLElement;
  /** Between the figure and the panels. */
  readonly #middle = h("div", { class: "task-place" });
  readonly #panels = h("div", { class: "panels", hidden: true });
  readonly #unknown = h("p", { class: "stop-note", role: "alert", hidden: true });
  #parameters: ParametersPanel | undefined;
  #tasks: TasksPanel | undefined;
  #page = "";
  #knobs: Knobs = { shown: null, locked: new Set(), given: {} };
  #chosen: ReadonlySet<Part> = new Set();
  #hasFigure = true;

  constructor(readonly context: Context) {
    super();
    const { experiment, stagePanel } = context;
    this.#hero = h("div", { class: "hero" }, stagePanel.element);
    this.#row = h("div", { class: "figure-row" }, this.#hero);
    const places = [this.#unknown, this.#row, this.#middle, this.#panels];
    this.element = h("div", { class: "lab" }, ...places);
    this.follow(experiment.described, () => this.#checkNames());
    this.follow(experiment.started, ({ scene }) => this.#showTraces(scene));
  }

  /** Shows these parts and no others; the traces too if the model has no figure. */
  choose(chosen: ReadonlySet<Part>): void {
    this.#chosen = chosen;
    const parts = this.#hasFigure ? chosen : new Set<Part>([...chosen, "traces"]);
    const places: Readonly<Partial<Record<Part, HTMLElement>>> = {
      ...{ transport: this.#hero, tasks: this.#middle, traces: this.#row },
      ...{ knobs: this.#panels, inputs: this.#panels, method: this.#panels, ledger: this.#panels },
      equations: this.element,
    };
    let isLate = false;
    for (const [part, place] of Object.entries(places) as [Part, HTMLElement][]) {
      if (parts.has(part) && !this.#parts.has(part)) {
        const made = this.#make(part);
        this.#parts.set(part, made);
        place.append(...made);
        isLate = this.context.experiment.description !== null;
      }
      for (const made of this.#parts.get(part) ?? [])
        made.classList.toggle("is-out", !parts.has(part));
    }
    this.context.stagePanel.setTools(parts.has("view"));
    const beside: readonly Part[] = ["knobs", "inputs", "method", "ledger"];
    this.#panels.hidden = !beside.some((part) => parts.has(part));
    this.#row.classList.toggle("has-traces", parts.has("traces"));
    // Tasks beside a figure arrange figure, question and knobs on one screen.
    const hasTasks = parts.has("tasks") && this.#tasks?.element.hidden === false;
    this.element.classList.toggle("has-desk", hasTasks && this.#hasFigure);
    this.#limit();
    if (isLate) this.#repeatNews();
  }

  /** The present task locks and hides knobs, and a curve to predict is not shown before. */
  #limit(): void {
    const isOpen = this.#chosen.has("tasks") && this.#tasks?.element.hidden === false;
    const { task = null, number = 0 } = isOpen ? (this.#tasks?.current ?? {}) : {};
    this.#parameters?.setLimits({ lock: task?.lock ?? [], hide: task?.hide ?? [] });
    const isVeiled = task?.answer?.kind === "prediction" && !this.context.marks.recordOf(number);
    this.element.classList.toggle("is-veiled", isVeiled);
  }

  setKnobs(knobs: Knobs): void {
    this.#knobs = knobs;
    this.#parameters?.setKnobs(knobs);
    this.#checkNames();
  }

  /** The model's page, Markdown, whose tasks are shown. */
  setPage(markdown: string): void {
    if (markdown === this.#page) return;
    this.#page = markdown;
    this.#tasks?.setPage(markdown);
    this.choose(this.#chosen);
  }

  /** Shows one of the tasks, counted from 1. */
  showTask(number: number): void {
    this.#tasks?.show(number - 1);
  }

  #make(part: Part): readonly HTMLElement[] {
    const { experiment, clock, comparison, recolored } = this.context;
    const later = (make: (late: LateParts) => Component): readonly HTMLElement[] => {
      const arrived = (element: HTMLElement): void => {
        this.#parts.set(part, [element]);
        if (experiment.description) this.#repeatNews();
      };
      return [this.own(new LatePart(make, arrived)).element];
    };
    switch (part) {
      case "transport": {
        const step = (rows: number): void => this.context.step(rows);
        const { element, stop } = this.own(new Transport(experiment, clock, step, recolored));
        return [element, stop];
      }
      case "tasks":
        return [this.#makeTasks()];
      case "traces":
        return [this.own(new TracesPanel(experiment, clock, recolored, comparison)).element];
      case "knobs":
        this.#parameters = this.own(new ParametersPanel(experiment, this.#knobs));
        return [this.#parameters.element];
      case "inputs":
        return [this.own(new InputsPanel(experiment)).element];
      case "method":
        return later((late) => new late.MethodPanel(experiment, comparison));
      case "ledger":
        return later((late) => new late.LedgerPanel(experiment, clock));
      case "equations":
        return later((late) => new late.EquationsPanel(experiment));
      default:
        return [];
    }
  }

  #makeTasks(): HTMLElement {
    const { experiment, clock, comparison, marks } = this.context;
    const light = (names: readonly string[] | null): void => this.context.light(names);
    const target = { experiment, clock, comparison, marks, element: this.element, light };
    this.#tasks = this.own(new TasksPanel(target));
    this.follow(this.#tasks.shown, () => this.#limit());
    for (const news of [marks.answered, marks.restored, marks.reseeded])
      this.atEnd(news.on(() => this.#limit()));
    this.#tasks.setPage(this.#page);
    return this.#tasks.element;
  }

  /** Reports the names in `knobs`, `locked` and `set` that the model does not have. */
  #checkNames(): void {
    const { description } = this.context.experiment;
    const { shown, locked, given } = this.#knobs;
    const known = new Set(description?.parameters.map(({ name }) => name));
    const named = new Set([...(shown ?? []), ...locked, ...Object.keys(given)]);
    const unknown = [...named].filter((name) => !known.has(name));
    this.#unknown.hidden = !description || unknown.length === 0;
    this.#unknown.textContent = words.unknownParameters(unknown.join(", "));
  }

  /** Replays the events for parts that were made after them. */
  #repeatNews(): void {
    const { experiment } = this.context;
    if (experiment.description) experiment.described.emit(experiment.description);
    if (experiment.trajectory) experiment.started.emit(experiment.trajectory);
    experiment.changed.emit(experiment);
  }

  /** A model without a figure is shown by its traces alone, which are then large. */
  #showTraces({ bodies, vectors, trails }: Scene): void {
    const hasFigure = bodies.length + vectors.length + trails.length > 0;
    if (hasFigure === this.#hasFigure) return;
    this.#hasFigure = hasFigure;
    this.element.classList.toggle("has-no-figure", !hasFigure);
    // Deferred, because the current event is still being dispatched: parts made now would receive
    // it twice.
    queueMicrotask(() => this.choose(this.#chosen));
  }
}
