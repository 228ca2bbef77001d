import { Component } from "../base/component";
import { h } from "../base/dom";
import type { Lab } from "../element/lab";
import { words } from "../words/words";
import type { LinearView } from "./linear-view";

/** The tab "Linearization", whose view is loaded when it is first shown. */
export class LinearPanel extends Component {
  readonly element = h(
    "div",
    { class: "linear-panel" },
    h("p", { role: "status" }, words.linearizing),
  );
  #view: LinearView | null = null;
  #opening: Promise<void> | null = null;

  constructor(
    readonly lab: Lab,
    readonly fileName: () => string,
  ) {
    super();
    this.atEnd(() => this.close());
  }

  open(): void {
    this.#opening ??= this.#load();
    void this.#opening.then(() => this.#view?.open());
  }

  close(): void {
    this.#view?.close();
  }

  recolor(): void {
    this.#view?.recolor();
  }

  async #load(): Promise<void> {
    try {
      const { LinearView } = await import("./linear-view");
      this.#view = this.own(new LinearView(this.lab, this.fileName));
      this.element.replaceChildren(this.#view.element);
    } catch {
      this.element.replaceChildren(h("p", { role: "status" }, words.notLinearized));
      this.#opening = null; // a failed load is tried again when the tab is shown again
    }
  }
}
