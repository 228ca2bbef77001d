import { exact, header, line } from "../../../bindings/js/csv";
import { thinningNote, type Trajectory } from "../engine/trajectory";
import { formatNumber, formatUnit } from "../plots/format";
import { modeWord } from "../plots/mode-words";
import { Component } from "../base/component";
import { button, h } from "../base/dom";
import { eventList } from "./event-list";
import { saveText } from "./copy-and-save";
import type { Experiment } from "../study/experiment";
import { stampFor } from "./stamp";
import { words } from "../words/words";

/** A long run shows this many rows, evenly spread. The file has all rows. */
const shownRows = 200;

/** The numbers behind the traces: a table to look at and a file to save. */
export class DataPanel extends Component {
  readonly element: HTMLElement;
  readonly #scroller = h("div", {
    ...{ class: "scroller data", tabindex: 0, role: "region", "aria-label": words.dataOfRun },
  });
  readonly #note = h("p", {});
  readonly #events = h("div", { class: "event-list" });
  #isOpen = false;

  constructor(
    readonly experiment: Experiment,
    fileName: () => string,
  ) {
    super();
    const save = async (): Promise<void> => {
      const { trajectory } = experiment;
      if (!trajectory) return;
      const table = toCsv(trajectory, await stampFor(experiment));
      saveText(table, `${fileName()}.csv`, "text/csv");
    };
    const download = button({ class: "secondary" }, [words.downloadCsv], () => void save());
    const head = h("div", { class: "text-head" }, this.#note, download);
    this.element = h("div", {}, head, this.#scroller, this.#events);
    this.follow(experiment.changed, ({ status }) => {
      if (status === "finished" || status === "failed") this.#fill();
    });
  }

  open(): void {
    this.#isOpen = true;
    this.#fill();
  }

  #fill(): void {
    const { trajectory } = this.experiment;
    if (!this.#isOpen || !trajectory || trajectory.rowCount === 0) return;
    const { rowCount, columns } = trajectory;
    const size = words.rowsAndColumns(rowCount, columns.length);
    const shown = rowCount > shownRows ? words.rowsShown(shownRows) : "";
    this.#note.textContent = `${size}${shown}. ${thinningNote(trajectory)}`;
    this.#scroller.replaceChildren(makeTable(trajectory));
    this.#events.replaceChildren(...eventList(trajectory.switches));
  }
}

function makeTable(trajectory: Trajectory): HTMLElement {
  const stride = Math.max(1, Math.ceil(trajectory.rowCount / shownRows));
  const body = h("tbody");
  for (let row = 0; row < trajectory.rowCount; row += stride) {
    const cells = trajectory.columns.map((_, column) => {
      const value = trajectory.value(row, column);
      const isMode = trajectory.switches.lawOf(column) !== undefined;
      const text = isMode ? modeWord(value) : formatNumber(value, 5);
      return column === 0 ? h("th", { scope: "row" }, text) : h("td", {}, text);
    });
    body.append(h("tr", {}, ...cells));
  }
  const heads = trajectory.columns.map(({ name, unit, label }) =>
    h(
      "th",
      { scope: "col", title: label },
      name,
      h("span", { class: "unit" }, formatUnit(unit) || "–"),
      label && h("span", { class: "column-label" }, label),
    ),
  );
  return h("table", {}, h("thead", {}, h("tr", {}, ...heads)), body);
}

/** The whole table, with its origin in the first line. */
export function toCsv(trajectory: Trajectory, stamp: string): string {
  const lines = [`# ${stamp}\n`, header(trajectory.columns)];
  for (let row = 0; row < trajectory.rowCount; row++)
    lines.push(line(trajectory.columns.map((_, column) => exact(trajectory.value(row, column)))));
  return lines.join("");
}
