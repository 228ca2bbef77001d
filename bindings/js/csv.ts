// Comma-separated tables, for the command and the page.
import { modeNames, lawsOf } from "./modes.js";
import type { Column } from "./types.js";

/** What the numbers of a column of modes mean: it stands in the place of a unit. */
export const modeLegend = modeNames.map((name, number) => `${number}=${name}`).join(" ");

/** A line of names and units. Columns of modes have a legend instead of a unit. */
export function header(columns: readonly Pick<Column, "name" | "unit">[]): string {
  const modes = new Set(lawsOf(columns).map(({ column }) => column));
  return line(
    columns.map(({ name, unit }, index) => {
      const inBrackets = modes.has(index) ? modeLegend : unit;
      return inBrackets ? `${name} [${inBrackets}]` : name;
    }),
  );
}

export const line = (cells: readonly string[]) => `${cells.map(cell).join()}\n`;

/** With the fewest digits that give the same number when read again. */
export const exact = (value: number) => (Object.is(value, -0) ? "-0" : String(value));

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
