import { Component } from "../base/component";
import type { Lab } from "../element/lab";
import type { GalleryModel } from "../models/load-model";
import { words } from "../words/words";
import { AboutPanel } from "./about";
import { DataPanel } from "./data-panel";
import { DiagramPanel } from "./diagram-panel";
import type { Lesson } from "../prose/lesson";
import { LinearPanel } from "./linear-panel";
import { StructurePanel } from "./structure-panel";
import { makeTabs, type Tabs } from "./tabs";
import { TaskEditorPanel } from "./task-editor-panel";
import { TextPanel } from "./text-panel";

/** Whether a tab needs the figure beside it, and why. */
export type Beside = "text" | "tasks" | "modes" | null;

/** The tabs below a simulation: the model's page, text, diagram, structure, linearization and data; and the editor of its tasks. */
export class WorkbenchTabs extends Component {
  readonly element: HTMLElement;
  readonly #text: TextPanel;
  readonly #linear: LinearPanel;
  readonly #tabs: Tabs;

  constructor(
    readonly lab: Lab,
    model: GalleryModel,
    lesson: Lesson,
    fileName: () => string,
    /** A tab was shown. */
    readonly onShow: (beside: Beside) => void,
    openTask: (number: number) => void,
  ) {
    super();
    const { experiment } = lab;
    const mark =
      (label: string) =>
      (count: number, isWarning = false): void =>
        this.#tabs.mark(label, count > 0 ? String(count) : "", isWarning);
    this.#text = this.own(new TextPanel(experiment, model.text, mark(words.modelText)));
    this.#linear = this.own(new LinearPanel(lab, fileName));
    const text = this.#text;
    const linear = this.#linear;
    const data = this.own(new DataPanel(experiment, fileName));
    const structure = this.own(new StructurePanel(experiment, mark(words.structure)));
    const diagram = this.own(this.#makeDiagram(fileName));
    const about = this.own(new AboutPanel(lesson, lab, openTask));
    const editor = this.own(new TaskEditorPanel(lab, lesson, openTask));
    const tab = (
      label: string,
      { element, open }: { readonly element: HTMLElement; readonly open?: () => void },
      beside: Beside = null,
    ) => ({ label, content: element, onShow: () => this.#show(beside, open) });
    this.#tabs = makeTabs(words.tabs, [
      tab(words.about, { element: about.element, open: () => about.open() }),
      tab(words.modelText, { element: text.element, open: () => text.open() }, "text"),
      tab(words.taskEditor, { element: editor.element, open: () => editor.open() }, "tasks"),
      tab(words.diagram, { element: diagram.element, open: () => diagram.open() }),
      tab(words.structure, { element: structure.element, open: () => structure.open() }),
      tab(words.linear, { element: linear.element, open: () => linear.open() }, "modes"),
      tab(words.data, { element: data.element, open: () => data.open() }),
    ]);
    this.element = this.#tabs.element;
  }

  showAbout(): void {
    this.#tabs.show(words.about);
  }

  showText(): void {
    this.#tabs.show(words.modelText);
  }

  recolor(): void {
    this.#linear.recolor();
  }

  #makeDiagram(fileName: () => string): DiagramPanel {
    const { experiment, clock } = this.lab;
    return new DiagramPanel({
      ...{ experiment, clock, fileName },
      showPlace: (place) => {
        this.showText();
        this.#text.show(place);
      },
      lightBodies: (names) => this.lab.light(names),
    });
  }

  #show(beside: Beside, open?: () => void): void {
    this.onShow(beside);
    if (beside !== "modes") this.#linear.close();
    open?.();
  }
}
