import { thinningNote, type Trajectory } from "../engine/trajectory";
import { formatNumber, formatUnit } from "../plots/format";
import { button, h } from "../base/dom";
import { saveText } from "./take-away";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";

const shownRows = 200; // of a long run, evenly spread; the file has all

/** The numbers behind the traces: a table to look at and a file to take along. */
export function makeDataPanel(
  experiment: Experiment,
  fileName: () => string,
): { element: HTMLElement; open(): void } {
  const scroller = h("div", {
    class: "scroller data",
    tabindex: 0,
    role: "region",
    "aria-label": words.dataOfRun,
  });
  const note = h("p", {});
  const download = button({ class: "secondary" }, [words.downloadCsv], () => {
    if (experiment.trajectory)
      saveText(toCsv(experiment.trajectory), `${fileName()}.csv`, "text/csv");
  });
  const element = h("div", {}, h("div", { class: "text-head" }, note, download), scroller);
  let isOpen = false;
  const fill = (): void => {
    const { trajectory } = experiment;
    if (!isOpen || !trajectory || trajectory.rowCount === 0) return;
    note.textContent = `${words.rowsAndColumns(
      trajectory.rowCount,
      trajectory.columns.length,
    )}${trajectory.rowCount > shownRows ? words.rowsShown(shownRows) : ""}. ${thinningNote(trajectory)}`;
    scroller.replaceChildren(makeTable(trajectory));
  };
  experiment.changed.on(({ status }) => {
    if (status === "finished" || status === "failed") fill();
  });
  return {
    element,
    open: () => {
      isOpen = true;
      fill();
    },
  };
}

function makeTable(trajectory: Trajectory): HTMLElement {
  const stride = Math.max(1, Math.ceil(trajectory.rowCount / shownRows));
  const body = h("tbody");
  for (let row = 0; row < trajectory.rowCount; row += stride) {
    const cells = trajectory.columns.map((_, column) => {
      const text = formatNumber(trajectory.value(row, column), 5);
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

/** The whole table, header "name [unit]", numbers in full precision. */
export function toCsv(trajectory: Trajectory): string {
  const quote = (text: string): string =>
    /[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  const lines = [trajectory.columns.map(({ name, unit }) => quote(`${name} [${unit}]`)).join(",")];
  for (let row = 0; row < trajectory.rowCount; row++) {
    lines.push(trajectory.columns.map((_, column) => trajectory.value(row, column)).join(","));
  }
  return `${lines.join("\n")}\n`;
}
