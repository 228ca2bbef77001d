import "uplot/dist/uPlot.min.css";
import { Component } from "../base/component";
import { button, h } from "../base/dom";
import type { Lab } from "../element/lab";
import { linearized, places, type Linearized, type Place } from "../linear/linearized";
import { presentState, type PresentState } from "../linear/present-state";
import { problemList } from "../parts/problems";
import { formatTime } from "../plots/format";
import "../styles/linear.css";
import "../styles/modes.css";
import { words } from "../words/words";
import { verdictOf } from "./linear-facts";
import { LinearResults } from "./linear-results";
import { saveText } from "./copy-and-save";

/** Linearization about a state of the run: its results, and the figure in its modes. */
export class LinearView extends Component {
  readonly element: HTMLElement;
  readonly #beside = h(
    "select",
    { "aria-label": words.linearizedBeside },
    ...places.map((place) => h("option", { value: place }, words.linearPlaces[place])),
  );
  readonly #taken = h("span", {});
  readonly #status = h("p", { role: "status", class: "linear-status" });
  readonly #problems = h("div", {});
  readonly #results: LinearResults;
  readonly #save: HTMLButtonElement;
  #time: number;
  #isOpen = false;
  /** The text, settings and state of the last request, as JSON. */
  #asked = "";
  #shown: Linearized | null = null;

  constructor(
    readonly lab: Lab,
    fileName: () => string,
  ) {
    super();
    const { experiment, clock } = lab;
    this.#time = clock.time;
    this.#results = this.own(new LinearResults(lab));
    this.#save = button({ class: "secondary small", hidden: true }, [words.saveLinear], () => {
      const text = this.#shown && JSON.stringify(this.#shown.linear, null, 1);
      if (text) saveText(text, `${fileName()}.linear.json`, "application/json");
    });
    this.element = h(
      "div",
      { class: "linear" },
      h("p", { class: "hint" }, words.linearHint),
      this.#makeHead(),
      ...[this.#status, this.#problems, this.#results.element],
    );
    this.#beside.addEventListener("change", () => void this.#update());
    this.follow(experiment.changed, ({ status }) => {
      if (status === "finished" || status === "failed") void this.#update();
    });
  }

  /** The tab is shown: its results are about the current run. */
  open(): void {
    this.#isOpen = true;
    void this.#update();
  }

  /** The tab is hidden: the figure shows the run again. */
  close(): void {
    this.#isOpen = false;
    this.#results.stop();
  }

  recolor(): void {
    this.#results.recolor();
  }

  #makeHead(): HTMLElement {
    const take = button({ class: "secondary small" }, [words.takePresent], () => {
      this.#time = this.lab.clock.time;
      void this.#update();
    });
    return h(
      "div",
      { class: "linear-head" },
      h("label", {}, h("span", {}, words.linearizedBeside), this.#beside),
      h("div", { class: "taken" }, this.#taken, take, this.#save),
    );
  }

  async #update(): Promise<void> {
    const { experiment } = this.lab;
    if (!this.#isOpen || !experiment.description || experiment.status === "refused") return;
    const place = this.#beside.value as Place;
    const from = presentState(experiment, this.#time);
    const { source, settings } = experiment;
    const key = JSON.stringify([source.text, settings.set, settings.inputs, place, from]);
    if (key === this.#asked) return;
    this.#asked = key;
    this.#results.stop();
    this.#taken.textContent = words.stateAt(formatTime(from.time));
    this.#status.textContent = words.linearizing;
    this.element.setAttribute("aria-busy", "true");
    try {
      const found = await linearized(experiment, place, from);
      if (this.#asked !== key) return;
      this.#show(found, from);
    } catch {
      if (this.#asked !== key) return;
      this.#asked = "";
      this.#shown = null;
      this.#save.hidden = true;
      this.#results.hide();
      this.#status.textContent = words.notLinearized;
    }
    this.element.removeAttribute("aria-busy");
  }

  #show(found: Linearized, from: PresentState): void {
    const { linear } = found;
    this.#shown = found;
    this.#status.replaceChildren(...verdictOf(found));
    const problems = linear.problems.length > 0 ? [problemList(linear.problems)] : [];
    this.#problems.replaceChildren(...problems);
    this.#save.hidden = !linear.A;
    this.#results.show(found, from);
  }
}
