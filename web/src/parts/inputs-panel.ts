import { Component } from "../base/component";
import { h } from "../base/dom";
import type { Description, Problem } from "../engine/types";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";
import { PortControl } from "./port-control";
import { sentence } from "./problems";

const shownPorts = 50;

/** The inputs of the model: for each port a formula of time, or a slider for a constant. */
export class InputsPanel extends Component {
  readonly element: HTMLElement;
  readonly #list = h("div", { class: "inputs" });
  #controls: readonly PortControl[] = [];

  constructor(readonly experiment: Experiment) {
    super();
    this.element = h(
      "section",
      { class: "panel", part: "inputs", "aria-labelledby": "inputs-title" },
      h("div", { class: "panel-head" }, h("h2", { id: "inputs-title" }, words.inputs)),
      this.#list,
    );
    this.follow(experiment.described, (description) => this.#fill(description));
    this.follow(experiment.adjusted, (isFromOutside) => {
      if (isFromOutside && experiment.description) this.#fill(experiment.description);
    });
    this.follow(experiment.changed, ({ problems }) => {
      for (const control of this.#controls) {
        const problem = problems.find((one) => concerns(one, control.port.name));
        control.complain(problem ? sentence(problem) : "");
      }
    });
  }

  #fill({ ports }: Description): void {
    this.#controls = ports
      .slice(0, shownPorts)
      .map((port) => new PortControl(port, this.experiment));
    this.#list.replaceChildren(...this.#controls.map(({ element }) => element));
    if (ports.length > shownPorts)
      this.#list.append(h("p", { class: "empty" }, words.firstOf(shownPorts, ports.length)));
    if (ports.length === 0) this.#list.append(h("p", { class: "empty" }, words.nothingDrives));
  }
}

function concerns({ where }: Problem, port: string): boolean {
  return where === `/inputs/${port}` || where.startsWith(`/inputs/${port}/`);
}
