import type { Linearization } from "porthos/worker";
import { Component } from "../base/component";
import { h } from "../base/dom";
import type { Lab } from "../element/lab";
import type { Linearized } from "../linear/linearized";
import { ModePlayer } from "../linear/mode-player";
import { makeModeTable, shortening, type ModeTable } from "../linear/mode-table";
import { eigenvalueText } from "../linear/mode-words";
import type { PresentState } from "../linear/present-state";
import { ResponsePanel } from "../linear/response-panel";
import { matrixTables, scroller, stateTable } from "../linear/state-tables";
import { EigenvaluePlot } from "../plots/eigenvalue-plot";
import { words } from "../words/words";
import { factRows } from "./linear-facts";

/** The label of the eigenvalue plot lists this many; the table has all. */
const said = 12;

/** A linearization: modes, state, frequency response and matrices. */
export class LinearResults extends Component {
  readonly element: HTMLElement;
  readonly #modes = h("section", {});
  readonly #facts = h("dl", { class: "facts" });
  readonly #state = h("div", {});
  readonly #response: ResponsePanel;
  readonly #matrices = h("div", {});
  readonly #plot = new EigenvaluePlot((mode) => this.#choose(mode));
  readonly #player: ModePlayer;
  #table: ModeTable | null = null;
  #linear: Linearization | null = null;

  constructor(readonly lab: Lab) {
    super();
    this.#response = this.own(new ResponsePanel(lab.experiment));
    this.#player = this.#makePlayer();
    const heading = h("h3", {}, words.besideWhat);
    const response = this.#response.element;
    const content = [this.#modes, heading, this.#facts, this.#state, response, this.#matrices];
    this.element = h("div", { hidden: true }, ...content);
  }

  /** Shows a linearization, if the engine has found one. */
  show({ linear, place }: Linearized, from: PresentState): void {
    this.#linear = linear;
    this.element.hidden = !linear.A;
    if (!linear.A) return;
    this.#facts.replaceChildren(...factRows(linear));
    this.#state.replaceChildren(...[stateTable(linear)].filter((one) => one !== null));
    this.#matrices.replaceChildren(...[matrixTables(linear)].filter((one) => one !== null));
    this.#showModes(linear);
    this.#response.setLinear(linear, place, from);
  }

  hide(): void {
    this.#linear = null;
    this.element.hidden = true;
  }

  /** Returns the figure to the run. */
  stop(): void {
    this.#player.stop();
  }

  recolor(): void {
    this.#response.recolor();
  }

  #choose(mode: number): void {
    if (this.#linear) void this.#player.choose(mode, this.#linear);
  }

  #makePlayer(): ModePlayer {
    return new ModePlayer(
      this.lab,
      (mode) => {
        this.#table?.choose(mode);
        this.#plot.choose(mode);
      },
      (mode) => this.#table?.focus(mode),
    );
  }

  #showModes(linear: Linearization): void {
    const { modes: all = [], zeros = 0 } = linear;
    const heading = h("h3", {}, words.eigenvalues);
    if (all.length === 0) return this.#modes.replaceChildren(heading, h("p", {}, words.noModes));
    const { description } = this.lab.experiment;
    const kinds = new Map(description?.states.map(({ name, kind }) => [name, kind]));
    const isPosition = (name: string): boolean => kinds.get(name) === "position";
    const table = makeModeTable(linear, isPosition, (mode) => this.#choose(mode));
    this.#table = table;
    const list = h("div", scroller(words.eigenvalues), table.element);
    this.#modes.replaceChildren(
      heading,
      h("p", { class: "hint" }, words.eigenvalueHint, " ", shortening(linear)),
      h("div", { class: "eigen" }, this.#plot.element, h("div", {}, list, this.#player.element)),
    );
    const points = all.flatMap(({ eigenvalue: [re, im], isPair }, mode) =>
      (isPair ? [im, -im] : [0]).map((one) => ({ re, im: one, mode })),
    );
    const names = all.slice(0, said).map(eigenvalueText);
    const label = names.join("; ") + (all.length > said ? "; …" : "");
    this.#plot.setData(points, zeros, words.eigenvaluePlot(label));
    this.#plot.choose(null);
  }
}
