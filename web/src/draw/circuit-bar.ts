import { Component } from "../base/component";
import { button, h, setText } from "../base/dom";
import { say } from "../words/drawing";
import type { BoardCanvas } from "./canvas";
import { isSchematic } from "./live-run";
import type { Shows } from "./schematic-look";

const all: readonly Shows[] = ["currents", "voltages", "powers"];

/** What a schematic shows: its symbols, and what of a run stands in it. */
export class CircuitBar extends Component {
  readonly element: HTMLElement;
  readonly #standard: HTMLButtonElement;
  readonly #shows: HTMLElement;

  constructor(readonly canvas: BoardCanvas) {
    super();
    this.#standard = button({ class: "quiet small", title: say.changeStandard }, ["IEC"], () =>
      canvas.look.changeStandard(),
    );
    const shown = all.map((each) => {
      const toggle = button(
        { class: "quiet small", "aria-pressed": "true" },
        [say.shows[each]],
        () => {
          canvas.look.toggle(each);
          toggle.setAttribute("aria-pressed", String(canvas.look.shows.has(each)));
        },
      );
      return toggle;
    });
    this.#shows = h(
      "div",
      { class: "circuit-shows", role: "group", "aria-label": say.whatShows },
      ...shown,
    );
    this.element = h("div", { class: "circuit-bar" }, this.#standard, this.#shows);
    this.follow(canvas.session.changed, () => this.#update());
    this.follow(canvas.live.clock.changed, () => this.#update());
    this.follow(canvas.look.changed, () => this.#update());
    this.follow(canvas.look.changed, ({ standard, shows }) =>
      canvas.pencil.told.emit([standard, ...[...shows].map((each) => say.shows[each])].join(", ")),
    );
    this.#update();
  }

  #update(): void {
    const { canvas } = this;
    const { live, session } = canvas;
    this.element.hidden = !isSchematic(session.drawing);
    this.#shows.hidden = !live.isOn;
    setText(this.#standard, canvas.look.standard);
  }
}
