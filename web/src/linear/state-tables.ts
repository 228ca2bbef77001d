import type { Linearization, NamedQuantity } from "porthos/worker";
import { h } from "../base/dom";
import { formatNumber, formatUnit } from "../plots/format";
import { symbolText } from "../plots/symbol";
import { words } from "../words/words";
import { zeroIfSmall } from "./mode-words";

/** A few values are shown inline. */
const few = 8;
/** A matrix with more rows or columns is not displayed, but can be saved. */
const largest = 40;

/** The state of the linearization, and the state from which it was found. */
export function stateTable({ at }: Linearization): HTMLElement | null {
  const states = at?.states ?? [];
  if (states.length === 0) return null;
  const scale = Math.max(1, ...states.map(({ value }) => Math.abs(value)));
  const head = [words.ofState, words.valueThere, words.valueTaken];
  const rows = states.map(({ name, unit, value, start }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, symbolText(name)),
      ...[value, start].map((x) =>
        h("td", {}, `${formatNumber(zeroIfSmall(x, scale))} ${formatUnit(unit)}`.trim()),
      ),
    ),
  );
  return h(
    "details",
    { open: states.length <= few },
    h("summary", {}, words.stateValues(states.length)),
    h(
      "div",
      scroller(words.stateValues(states.length)),
      h(
        "table",
        { class: "numbers" },
        h("thead", {}, h("tr", {}, ...head.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...rows),
      ),
    ),
  );
}

/** The matrices of the linear system, with the names of their rows and columns. */
export function matrixTables(linear: Linearization): HTMLElement | null {
  const { A, B, C, D, coordinates = [], inputs = [], outputs = [] } = linear;
  if (!A || !B || !C || !D || coordinates.length === 0) return null;
  const rates = coordinates.map(({ name, unit }) => ({ name: `${name}′`, unit }));
  const all: [string, number[][], readonly NamedQuantity[], readonly NamedQuantity[]][] = [
    ["A", A, rates, coordinates],
    ["B", B, rates, inputs],
    ["C", C, outputs, coordinates],
    ["D", D, outputs, inputs],
  ];
  return h(
    "details",
    { class: "matrices" },
    h("summary", {}, words.matrices),
    h("p", {}, words.matrixForm),
    ...all.flatMap(([name, values, rows, columns]) =>
      rows.length === 0 || columns.length === 0 ? [] : [matrix(name, values, rows, columns)],
    ),
  );
}

function matrix(
  name: string,
  values: readonly (readonly number[])[],
  rows: readonly NamedQuantity[],
  columns: readonly NamedQuantity[],
): HTMLElement {
  if (rows.length > largest || columns.length > largest)
    return h("p", {}, words.tooLargeMatrix(name, rows.length, columns.length));
  const scale = Math.max(...values.map((row) => Math.max(...row.map(Math.abs))), 0);
  const title = h("th", { scope: "col" }, name);
  const heads = columns.map((column) => h("th", { scope: "col" }, symbolText(column.name)));
  const body = rows.map((row, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, symbolText(row.name)),
      ...columns.map((_, j) => h("td", {}, formatNumber(zeroIfSmall(values[i]?.[j] ?? 0, scale)))),
    ),
  );
  return h(
    "div",
    scroller(name),
    h(
      "table",
      { class: "numbers matrix" },
      h("thead", {}, h("tr", {}, title, ...heads)),
      h("tbody", {}, ...body),
    ),
  );
}

/** Attributes of an element that scrolls sideways, also by keyboard. */
export function scroller(name: string): Readonly<Record<string, string | number>> {
  return { class: "scroller", role: "region", tabindex: 0, "aria-label": name };
}
