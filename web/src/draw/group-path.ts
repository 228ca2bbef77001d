import { Component } from "../base/component";
import { button, h } from "../base/dom";
import { say } from "../words/drawing";
import type { DrawSession } from "./session";

/** The groups that are open, from the whole model to the innermost: a click goes back to one. */
export class GroupPath extends Component {
  readonly element = h("nav", { class: "board-groups", "aria-label": say.groups.path });
  #shown: string | null = null;

  constructor(readonly session: DrawSession) {
    super();
    this.follow(session.changed, () => this.#show());
    this.#show();
  }

  #show(): void {
    const { session } = this;
    const { inside } = session;
    if (inside === this.#shown) return;
    this.#shown = inside;
    this.element.hidden = inside === "";
    const groups = inside === "" ? [] : inside.split(".");
    const [last = "", ...outer] = [...groups].reverse();
    const steps = outer.reverse();
    const entry = (label: string, depth: number): HTMLElement =>
      button({ class: "secondary small" }, [label], () =>
        session.open(steps.slice(0, depth).join(".")),
      );
    this.element.replaceChildren(
      entry(say.groups.whole, 0),
      ...steps.map((name, index) => entry(name, index + 1)),
      h("span", { "aria-current": "true" }, last),
    );
  }
}
