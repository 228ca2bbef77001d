import { Component } from "../base/component";
import { h } from "../base/dom";
import { words } from "../words/words";
import type { DiagramActions, DiagramView } from "./diagram-view";

/** The tab "Diagram", whose view is loaded when it is first shown. */
export class DiagramPanel extends Component {
  readonly element = h(
    "div",
    { class: "diagram-panel" },
    h("p", { role: "status" }, words.drawing),
  );
  #opening: Promise<DiagramView | null> | null = null;

  constructor(readonly actions: DiagramActions) {
    super();
  }

  open(): void {
    this.#opening ??= this.#load();
  }

  async #load(): Promise<DiagramView | null> {
    try {
      const { DiagramView } = await import("./diagram-view");
      const view = this.own(new DiagramView(this.actions));
      this.element.replaceChildren(view.element);
      return view;
    } catch {
      this.element.replaceChildren(h("p", { role: "status" }, words.notDrawn));
      this.#opening = null; // a failed load is tried again when the tab is shown again
      return null;
    }
  }
}
