import { button, h } from "../base/dom";
import type { Trajectory } from "../engine/trajectory";
import { strokes, swatch, type Stroke } from "../plots/strokes";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import { icon } from "./icons";

/** The look of each further curve: a colour of styles/tokens.css and a pattern. */
const looks: readonly (readonly [string, Stroke])[] = [
  ["kinetic", { width: 1.8, dash: [] }],
  ["potential", strokes.potential.own],
  ["supplied", strokes.supplied.own],
  ["dissipated", strokes.dissipated.own],
];

/** A further column of a plot. */
export interface Added {
  readonly name: string;
  readonly color: string;
  readonly stroke: Stroke;
}

/** The columns that a plot shows besides its first one: a list to add from, and their names, which are its legend. */
export class PlotColumns {
  readonly select = h("select", {
    ...{ class: "more-columns", "aria-label": words.moreColumns, title: words.moreColumns },
  });
  readonly list = h("ul", { class: "plot-names" });
  #added: readonly Added[] = [];

  constructor(readonly onChange: () => void) {
    this.select.addEventListener("change", () => this.add(this.select.value));
  }

  /** Adds a column that is offered, unless the plot is full. */
  add(name: string): void {
    const isOffered = [...this.select.options].some(({ value }) => value === name);
    const look = looks.find(([color]) => this.#added.every((one) => one.color !== color));
    if (!isOffered || !look) return;
    this.#added = [...this.#added, { name, color: look[0], stroke: look[1] }];
    this.onChange();
  }

  /** Leaves the first column alone in the plot, which is not drawn anew. */
  clear(): void {
    this.#added = [];
  }

  get added(): readonly Added[] {
    return this.#added;
  }

  /** Offers the columns in the unit of the first one; drops those that are gone or in another unit. */
  offer(trajectory: Trajectory, first: number, isOverTime: boolean): void {
    const { columns, switches } = trajectory;
    const own = columns[first];
    const alike = columns.filter(
      ({ name, unit }, index) =>
        index > 0 &&
        index !== first &&
        unit === own?.unit &&
        switches.lawOf(index) === undefined &&
        name,
    );
    const isMode = switches.lawOf(first) !== undefined;
    this.#added = this.#added.filter(({ name }) => alike.some((one) => one.name === name));
    const rest = alike.filter(({ name }) => this.#added.every((one) => one.name !== name));
    const isFull = this.#added.length >= looks.length;
    this.select.hidden = !isOverTime || isMode || rest.length === 0 || isFull;
    this.select.replaceChildren(
      h("option", { value: "", selected: true, disabled: true }, "+"),
      ...rest.map(({ name }) => h("option", { value: name }, symbolText(name))),
    );
    this.#fill(isOverTime && own ? own.name : "");
  }

  #fill(first: string): void {
    if (first === "" || this.#added.length === 0) return this.list.replaceChildren();
    const row = (name: string, color: string, stroke: Stroke): HTMLElement =>
      h("li", {}, swatch(color, stroke), symbolText(name));
    this.list.replaceChildren(
      row(first, "column", strokes.column.own),
      ...this.#added.map(({ name, color, stroke }) => {
        const item = row(name, color, stroke);
        const remove = button(
          { class: "quiet square", "aria-label": words.removeColumn(symbolText(name)) },
          [icon("minus")],
          () => {
            this.#added = this.#added.filter((one) => one.name !== name);
            this.onChange();
            this.select.focus();
          },
        );
        item.append(remove);
        return item;
      }),
    );
  }
}
