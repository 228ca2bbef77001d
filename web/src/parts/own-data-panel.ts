import { Component } from "../base/component";
import { conversion } from "../base/quantity";
import { button, freshId, h, setText } from "../base/dom";
import { formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import type { Experiment } from "../study/experiment";
import { factorTo } from "../study/own-data";
import { ownMotion } from "../study/own-motion";
import { readTable } from "../study/table";
import { say } from "../words/own-data";

export { loadOwnDataWords } from "../words/own-data";

/** Values of the list of columns that mean no column. */
const [noColumn, timeColumn] = ["", "t"];

/** Where a reader brings measured values, and says what they are. */
export class OwnDataPanel extends Component {
  readonly element: HTMLElement;
  readonly #said = h("p", { role: "status" });
  readonly #table = h("div", {});
  readonly #entry: HTMLElement;
  readonly #ghost = h("input", { type: "checkbox" });
  readonly #ghostSaid = h("span", { role: "status" });
  #cancel = new AbortController();

  constructor(
    readonly experiment: Experiment,
    onClose: () => void,
  ) {
    super();
    const { ownData } = experiment;
    this.#ghost.checked = ownData.motion !== null;
    this.#ghost.addEventListener("change", () => void this.#showMotion());
    this.#entry = this.#makeEntry();
    const remove = button({ class: "quiet small" }, [say.remove], () => ownData.clear());
    this.element = h(
      "section",
      { class: "own-data", "aria-label": say.title },
      h("h3", {}, say.title),
      h("p", { class: "note" }, say.note),
      this.#entry,
      this.#said,
      this.#table,
      h("p", {}, remove, button({ class: "quiet small" }, [say.close], onClose)),
    );
    this.follow(ownData.changed, () => this.#show());
    this.follow(experiment.started, () => this.#show());
    this.atEnd(() => this.#cancel.abort());
    this.#show();
  }

  #makeEntry(): HTMLElement {
    const file = h("input", { type: "file", accept: ".csv,.tsv,.txt,text/*", hidden: true });
    file.addEventListener("change", () => {
      const [chosen] = file.files ?? [];
      if (chosen) void chosen.text().then((text) => this.#read(text, chosen.name));
      file.value = "";
    });
    const id = freshId("table");
    const paste = h("textarea", { id, rows: 3, spellcheck: "false" });
    paste.addEventListener("input", () => this.#read(paste.value, say.pasted));
    return h(
      "div",
      { class: "own-data-entry" },
      button({ class: "secondary small" }, [say.open], () => file.click()),
      file,
      h("label", { for: id }, say.paste),
      paste,
    );
  }

  #read(text: string, name: string): void {
    if (text.trim() === "") return;
    const columns = readTable(text);
    if (!columns) return setText(this.#said, say.noTable);
    this.experiment.ownData.take(name, columns, this.#columns);
  }

  get #columns() {
    return (this.experiment.trajectory?.columns ?? []).filter(({ name }) => name !== "t");
  }

  #show(): void {
    const { ownData } = this.experiment;
    const { columns, name } = ownData;
    this.#entry.hidden = !ownData.isEmpty;
    if (ownData.isEmpty) {
      setText(this.#said, "");
      this.#ghost.checked = false;
      return this.#table.replaceChildren();
    }
    setText(this.#said, say.read(name, columns[0]?.values.length ?? 0, columns.length));
    const focused = this.#controls.findIndex((one) => one === this.#active);
    this.#table.replaceChildren(
      h("div", { class: "own-data-rows" }, ...columns.map((_, index) => this.#rowOf(index))),
      this.#makeShift(),
      h("label", { class: "check" }, this.#ghost, say.ghost),
      this.#ghostSaid,
    );
    if (focused >= 0) this.#controls[focused]?.focus({ preventScroll: true });
    if (this.#ghost.checked) void this.#showMotion();
  }

  get #controls(): readonly HTMLElement[] {
    return [...this.#table.querySelectorAll<HTMLElement>("input, select")];
  }

  get #active(): Element | null {
    const root = this.element.getRootNode();
    return root instanceof ShadowRoot ? root.activeElement : document.activeElement;
  }

  #rowOf(index: number): HTMLElement {
    const { ownData } = this.experiment;
    const { name, unit } = ownData.columns[index] ?? { name: "", unit: "" };
    const match = ownData.matches[index] ?? { column: "", factor: 1 };
    const isTime = index === ownData.timeColumn;
    const select = h(
      "select",
      { "aria-label": say.belongs(name) },
      h("option", { value: noColumn, selected: !isTime && match.column === "" }, say.nothing),
      h("option", { value: timeColumn, selected: isTime }, say.time),
      ...this.#columns.map((column) =>
        h(
          "option",
          { value: column.name, selected: !isTime && column.name === match.column },
          `${symbolText(column.name)} ${column.unit ? `(${formatUnit(column.unit)})` : ""}`.trim(),
        ),
      ),
    );
    select.addEventListener("change", () => this.#match(index, select.value));
    const factor = isTime ? ownData.timeFactor : match.factor;
    const scale = h("input", {
      ...{ type: "number", step: "any", value: Number(factor.toPrecision(8)) },
      "aria-label": say.scaleOf(name),
    });
    scale.addEventListener("change", () => {
      const value = Number(scale.value);
      if (scale.value === "" || value === 0) return;
      if (isTime) ownData.change({ timeFactor: value });
      else this.#setMatch(index, { ...match, factor: value });
    });
    return h(
      "div",
      { class: "own-data-row", role: "group", "aria-label": name },
      h("span", {}, h("strong", {}, name), unit ? ` (${unit})` : ""),
      h("span", {}, say.belongsTo, " ", select),
      h("span", {}, say.scale, " ", scale),
      this.#warning(name, unit, match.column),
    );
  }

  /** Tells of a unit that does not convert to that of the run. */
  #warning(name: string, unit: string, column: string): HTMLElement | null {
    const wanted = this.#columns.find((one) => one.name === column)?.unit;
    if (wanted === undefined || unit === "" || conversion(unit, wanted) !== null) return null;
    return h("span", { class: "complaint" }, say.badUnit(name, formatUnit(wanted) || "1"));
  }

  #match(index: number, column: string): void {
    const { ownData } = this.experiment;
    const { unit } = ownData.columns[index] ?? { unit: "" };
    if (column === timeColumn)
      return ownData.change({ timeColumn: index, timeFactor: factorTo(unit, "s") });
    const wanted = this.#columns.find(({ name }) => name === column)?.unit ?? "";
    this.#setMatch(index, { column, factor: factorTo(unit, wanted) });
  }

  #setMatch(index: number, match: { readonly column: string; readonly factor: number }): void {
    const { ownData } = this.experiment;
    ownData.change({
      matches: ownData.matches.map((one, at) => {
        if (at === index) return match;
        // Two columns cannot both be the same quantity.
        return match.column !== "" && one.column === match.column ? { ...one, column: "" } : one;
      }),
    });
  }

  #makeShift(): HTMLElement {
    const { ownData } = this.experiment;
    const id = freshId("shift");
    const field = h("input", { id, type: "number", step: "any", value: ownData.shift });
    field.addEventListener("change", () => ownData.change({ shift: Number(field.value) || 0 }));
    return h("p", {}, h("label", { for: id }, say.shift), " ", field);
  }

  /** Computes the poses for the measured values and shows them in the figure. */
  async #showMotion(): Promise<void> {
    this.#cancel.abort();
    const { experiment } = this;
    const { ownData, description } = experiment;
    if (!this.#ghost.checked) {
      setText(this.#ghostSaid, "");
      return ownData.show(null);
    }
    const positions = (description?.states ?? []).filter(({ kind }) => kind === "position");
    if (!positions.some(({ name }) => ownData.of(name)))
      return setText(this.#ghostSaid, say.ghostNeeds);
    this.#cancel = new AbortController();
    const { signal } = this.#cancel;
    try {
      const { trajectory, found, all } = await ownMotion(experiment, signal, (share) =>
        setText(this.#ghostSaid, say.ghostComputing(Math.round(100 * share))),
      );
      if (signal.aborted) return;
      ownData.show(trajectory);
      setText(this.#ghostSaid, trajectory ? say.ghostSome(found, all) : say.ghostFailed);
    } catch {
      if (!signal.aborted) setText(this.#ghostSaid, say.ghostFailed);
    }
  }
}
