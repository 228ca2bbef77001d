import { Component } from "../base/component";
import { h } from "../base/dom";
import { words } from "../words/words";

export type LateParts = typeof import("./late-parts");

/** A part that few pages show, and that is loaded when one does. */
export class LatePart extends Component {
  /** Its place until then. */
  readonly element = h("div");

  constructor(make: (late: LateParts) => Component, arrived: (element: HTMLElement) => void) {
    super();
    let isOver = false;
    this.atEnd(() => (isOver = true));
    import("./late-parts").then(
      (late) => {
        if (isOver) return;
        const { element } = this.own(make(late));
        element.classList.toggle("is-out", this.element.classList.contains("is-out"));
        this.element.replaceWith(element);
        arrived(element);
      },
      () => this.element.append(words.partNotLoaded),
    );
  }
}
