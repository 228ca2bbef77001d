// Comma-separated tables, for the command and the page.
import { modeNames, lawsOf } from "./modes.js";
import type { Column } from "./types.js";

/** The meaning of the numbers in a column of modes, written in the place of a unit. */
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

/** The number with the fewest digits that are read back exactly. */
export const exact = (value: number) => (Object.is(value, -0) ? "-0" : String(value));

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
