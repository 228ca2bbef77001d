import { Component } from "../base/component";
import { calmly, h, setText } from "../base/dom";
import { formatNumber } from "../plots/format";
import { PowerFlows } from "../plots/power-flows";
import { Sankey } from "../plots/sankey";
import type { Clock } from "../study/clock";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";

/** The power flows at the current time, as a picture and in numbers. */
export class PowerPanel extends Component {
  readonly element: HTMLDetailsElement;
  readonly #sankey = new Sankey();
  readonly #body = h("tbody");
  #flows: PowerFlows | null = null;
  /** The largest power of the run, W. */
  #full = 0;
  #isStale = false;

  constructor(
    readonly experiment: Experiment,
    readonly clock: Clock,
  ) {
    super();
    this.element = h(
      "details",
      { class: "power", open: true },
      h("summary", {}, words.powerNow),
      this.#sankey.element,
      // A table alone keeps its width.
      h("div", { class: "visually-hidden" }, this.#makeTable()),
    );
    this.follow(experiment.started, (trajectory) => (this.#flows = new PowerFlows(trajectory)));
    this.follow(experiment.changed, ({ status }) => {
      if (status === "finished" || status === "failed") this.#full = this.#flows?.largest() ?? 0;
      this.#wait();
    });
    this.follow(clock.changed, () => this.#wait());
    this.element.addEventListener("toggle", () => this.#wait());
  }

  #makeTable(): HTMLElement {
    return h("table", {}, h("caption", {}, words.powerTable), this.#body);
  }

  /** Updates with the next picture of the screen. */
  #wait(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    requestAnimationFrame(() => this.#update());
  }

  #update(): void {
    this.#isStale = false;
    if (!this.#flows || !this.element.open || this.#flows.trajectory.rowCount < 2) return;
    this.#sankey.draw(this.#flows.at(this.clock.time), this.#full);
    this.#list();
  }

  readonly #list = calmly(() => {
    const body = this.#body;
    const now = this.#flows?.at(this.clock.time) ?? [];
    while (body.rows.length > now.length) body.deleteRow(-1);
    now.forEach(({ name, power }, index) => {
      const row = body.rows[index] ?? body.insertRow();
      while (row.cells.length < 2) row.insertCell();
      const [head, value] = row.cells;
      if (head) setText(head, name);
      if (value) setText(value, formatNumber(power, 4));
    });
  });
}
