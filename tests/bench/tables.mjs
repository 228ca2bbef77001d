// Tables: on the terminal, and in docs/benchmarks.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {string[][]} Table its first row has the heads */
/** @typedef {{ [title: string]: Table }} Tables */

export const page = join(import.meta.dirname, "..", "..", "docs", "benchmarks.md");

/** Whether a column is one of numbers: "1 ms" and "1/60 s" are none. */
const isNumber = (/** @type {Table} */ rows, /** @type {number} */ i) =>
  rows.some((row) => /^\d[\d .]*(e[+-]\d+)?$/.test(row[i] ?? ""));

/** @param {Tables} tables */
export function print(tables) {
  for (const [title, rows] of Object.entries(tables)) {
    const widths =
      rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
    const isText = (/** @type {number} */ i) => !isNumber(rows.slice(1), i);
    console.log(`\n${title}`);
    for (const row of rows) {
      const cells = row.map((cell, i) =>
        isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
      );
      console.log(`  ${cells.join("  ")}`);
    }
  }
}

/** @param {Tables} tables */
export function markdown(tables) {
  const row = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return Object.entries(tables)
    .map(([title, [heads = [], ...rows]]) =>
      [
        `### ${title}\n`,
        row(heads),
        row(heads.map((_, i) => (isNumber(rows, i) ? "--:" : "---"))),
        ...rows.map(row),
        "",
      ].join("\n"),
    )
    .join("\n");
}

/**
 * Replaces what stands between the comments `<!-- section -->` and `<!-- /section -->` of the page.
 * @param {string} section
 * @param {string} text
 */
export function write(section, text) {
  const between = new RegExp(`(<!-- ${section} -->\n)[^]*(<!-- /${section} -->)`);
  const updated = readFileSync(page, "utf8").replace(
    between,
    (_, begin, end) => `${begin}\n${text}\n${end}`,
  );
  writeFileSync(page, updated);
}
