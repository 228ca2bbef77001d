import {
  drawDiagram,
  type Diagram,
  type DiagramBox,
  type DiagramLayout,
  type DrawnBody,
} from "../../../bindings/js/diagram";
import { Component } from "../base/component";
import { button, h } from "../base/dom";
import { EdgePowers } from "../plots/edge-powers";
import type { Problem } from "../engine/types";
import { refusalIn, refusalNote } from "../parts/refusal-note";
import type { Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import "../styles/diagram.css";
import { words } from "../words/words";
import { allBoxes, bestLayout, diagramLegend, isAbout, moves, openable } from "./diagram-boxes";
import { FlowMarks } from "./flow-marks";
import { PartNote } from "./part-note";
import { saveText } from "./copy-and-save";

/** Limits of the scale of a diagram. A larger one scrolls. */
const [largest, smallest] = [1.3, 0.6];

const sizeOf = ({ width }: DiagramLayout): string =>
  `width:${largest * width}px;min-width:${smallest * width}px`;

/** The experiment that a diagram shows, and its effects outside of the diagram. */
export interface DiagramActions {
  readonly experiment: Experiment;
  readonly clock: Clock;
  fileName(): string;
  /** Shows a place of the text. */
  showPlace(pointer: string): void;
  /** Dims all bodies of the figure except these; null: dims none. */
  lightBodies(names: readonly string[] | null): void;
}

/** The model as a diagram whose boxes open and are highlighted, with the power flows of the run. */
export class DiagramView extends Component {
  readonly element: HTMLElement;
  readonly #host = h("div", { class: "diagram-host" }, h("p", { role: "status" }, words.drawing));
  readonly #note: PartNote;
  readonly #openAll: HTMLButtonElement;
  readonly #marks: FlowMarks;
  #diagram: Diagram | null = null;
  /** The text and files that the diagram was read from, as JSON. */
  #read = "";
  /** Ids of the open boxes. */
  #open: ReadonlySet<string> = new Set();
  #boxes = new Map<string, DiagramBox>();
  #bodies: readonly DrawnBody[] = [];
  #width = 0;

  constructor(readonly actions: DiagramActions) {
    super();
    this.#marks = new FlowMarks(this.#host, () => actions.clock.time);
    this.#note = new PartNote(actions.experiment, (pointer) => actions.showPlace(pointer));
    this.#openAll = button({ class: "quiet small", hidden: true }, [words.openAll], () => {
      const all = openable(this.#diagram);
      this.#show(this.#open.size < all.size ? all : new Set());
    });
    const save = button({ class: "secondary small" }, [words.saveSvg], () => this.#save());
    const hint = h("p", {}, words.diagramHint);
    this.element = h(
      "div",
      { class: "diagram-view" },
      h("div", { class: "text-head" }, hint, this.#openAll, save),
      this.#host,
      this.#note.element,
      diagramLegend(),
    );
    this.#followRun();
    this.#shareAttention();
    const resized = new ResizeObserver(() => this.#resize());
    resized.observe(this.#host);
    this.atEnd(() => resized.disconnect());
    void this.#update();
  }

  #followRun(): void {
    const { experiment, clock } = this.actions;
    this.follow(experiment.described, () => void this.#update());
    this.follow(experiment.started, () => this.#begin());
    this.follow(experiment.changed, ({ status }) => {
      if (status !== "finished" && status !== "failed") return;
      void this.#update();
      this.#marks.measure();
      this.#marks.wait();
    });
    this.follow(clock.changed, () => this.#marks.wait());
  }

  #shareAttention(): void {
    const { attention } = this.actions.experiment;
    const host = this.#host;
    this.listen(host, ["pointerover", "focusin"], (event) => this.#pointTo(this.#boxAt(event)));
    this.listen(host, ["pointerleave", "focusout"], () => this.#pointTo(undefined));
    this.listen(host, "click", (event) => this.#act(event));
    this.listen(host, "keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.#act(event);
    });
    this.follow(attention.pointed, (name) =>
      this.#lightBoxes((box) => name !== null && isAbout(box, name)),
    );
    this.follow(attention.pointedBody, (name) => {
      const body = this.#bodies.find((one) => one.name === name);
      this.#lightBoxes((box) => body !== undefined && moves(box, body));
    });
  }

  /** Asks the engine for the diagram if the text has changed. */
  async #update(): Promise<void> {
    const { source, description, status } = this.actions.experiment;
    if (!description || status === "refused") return;
    const now = JSON.stringify([source.text, source.files]);
    if (now === this.#read) return;
    this.#read = now;
    try {
      const { graph, bodies } = await this.actions.experiment.client.diagram(source);
      if (now !== this.#read) return; // the text has changed since
      this.#diagram = graph;
      this.#bodies = bodies;
    } catch (error) {
      if (now !== this.#read) return;
      const refusal = refusalIn(error);
      if (refusal) return this.#refuse(refusal);
      this.#read = ""; // the next change asks again
      if (!this.#diagram) this.#host.replaceChildren(h("p", { role: "status" }, words.notDrawn));
      return;
    }
    const known = openable(this.#diagram);
    this.#show(new Set([...this.#open].filter((id) => known.has(id))));
    this.#begin();
  }

  /** Shows why a model that runs has no diagram. */
  #refuse(problem: Problem): void {
    this.#diagram = null;
    this.#boxes.clear();
    this.#openAll.hidden = true;
    this.element.classList.add("is-refused");
    this.#host.replaceChildren(refusalNote(problem, true));
    this.#note.show(null);
  }

  /** Computes power flows from the displayed run. */
  #begin(): void {
    const { trajectory, description, settings } = this.actions.experiment;
    if (!this.#diagram || !trajectory || !description) return;
    const values = description.parameters.map(({ name, value }): [string, number] => [
      name,
      settings.set[name] ?? value,
    ]);
    this.#marks.begin(new EdgePowers(this.#diagram, trajectory, new Map(values)));
    this.#marks.wait();
  }

  /** Draws the diagram with these boxes open. */
  #show(open: ReadonlySet<string>, focus?: string): void {
    this.#open = open;
    const diagram = this.#diagram;
    if (!diagram) return;
    const host = this.#host;
    this.element.classList.remove("is-refused");
    const layout = bestLayout(diagram, open, host.clientWidth || 800);
    host.innerHTML = drawDiagram(layout, {
      ...{ isThemed: true, isInteractive: true, kinds: words.boxKinds },
      title: words.diagramOf(diagram.name),
    });
    host.querySelector("svg")?.setAttribute("style", sizeOf(layout));
    this.#boxes = new Map(allBoxes(diagram).map((box) => [box.id, box]));
    const all = openable(diagram);
    this.#openAll.hidden = all.size === 0;
    this.#openAll.textContent = open.size < all.size ? words.openAll : words.closeAll;
    this.#marks.take();
    this.#note.show(null);
    if (focus !== undefined)
      host.querySelector<SVGElement>(`[data-box="${CSS.escape(focus)}"]`)?.focus();
    this.#marks.draw();
  }

  #save(): void {
    const diagram = this.#diagram;
    if (!diagram) return;
    const layout = bestLayout(diagram, this.#open, this.#host.clientWidth || 800);
    const svg = drawDiagram(layout, { title: diagram.name });
    saveText(svg, `${this.actions.fileName()}.svg`, "image/svg+xml");
  }

  #resize(): void {
    const { clientWidth } = this.#host;
    if (clientWidth === 0 || Math.abs(clientWidth - this.#width) < 8) return;
    const isFirst = this.#width === 0;
    this.#width = clientWidth;
    if (!isFirst || this.#diagram) this.#show(this.#open);
    else void this.#update();
  }

  #boxAt({ target }: Event): DiagramBox | undefined {
    const group = (target as Element | null)?.closest?.("[data-box]");
    return this.#boxes.get(group?.getAttribute("data-box") ?? "");
  }

  #pointTo(box: DiagramBox | undefined): void {
    const { experiment } = this.actions;
    experiment.attention.pointed.emit(box?.parts.join(" ") ?? null);
    const names = box ? this.#bodies.filter((body) => moves(box, body)).map((one) => one.name) : [];
    this.actions.lightBodies(names.length > 0 ? names : null);
  }

  #lightBoxes(isLit: (box: DiagramBox) => boolean): void {
    for (const group of this.#host.querySelectorAll("[data-box]")) {
      const box = this.#boxes.get(group.getAttribute("data-box") ?? "");
      group.classList.toggle("is-lit", box !== undefined && isLit(box));
    }
  }

  /** Opens or closes a box, shows its text, and plots its trace. */
  #act(event: Event): void {
    const box = this.#boxAt(event);
    if (!box) return;
    if (box.inside) {
      const next = new Set(this.#open);
      if (!next.delete(box.id)) next.add(box.id);
      this.#show(next, box.id);
    }
    this.#note.show(box);
    for (const other of this.#host.querySelectorAll("[data-box]"))
      other.classList.toggle("is-chosen", other.getAttribute("data-box") === box.id);
    this.#pointTo(box);
    const { experiment } = this.actions;
    const names = new Set(experiment.trajectory?.columns.map(({ name }) => name));
    const column = box.symbols.find((name) => names.has(name));
    if (column !== undefined && !box.inside) experiment.attention.chosen.emit(column);
  }
}
