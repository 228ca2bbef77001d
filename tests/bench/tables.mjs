// Tables: on the terminal, in docs/benchmarks.md, and the long ones in docs/benchmark-tables.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {string[][]} Table its first row has the heads */
/** @typedef {{ [title: string]: Table }} Tables */

const docs = join(import.meta.dirname, "..", "..", "docs");
export const page = join(docs, "benchmarks.md");
export const detailsPage = join(docs, "benchmark-tables.md");

/** Whether a column contains numbers. "1 ms" and "1/60 s" are no numbers. */
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

/**
 * A sentence on the bars of a benchmark, whose table is on the page of the long tables.
 * @param {string} name
 * @param {readonly { kept?: boolean | undefined }[]} bars
 */
export function barSummary(name, bars) {
  const kept = bars.filter((bar) => bar.kept !== false).length;
  return `${kept} of ${bars.length} [bars](benchmark-tables.md#bars-of-${name}) are kept.`;
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
 * Replaces the text between the comments `<!-- section -->` and `<!-- /section -->` of a page.
 * @param {string} place
 * @param {string} section
 * @param {string} text
 */
export function write(place, section, text) {
  const between = new RegExp(`(<!-- ${section} -->\n)[^]*(<!-- /${section} -->)`);
  const updated = readFileSync(place, "utf8").replace(
    between,
    (_, begin, end) => `${begin}\n${text}\n${end}`,
  );
  writeFileSync(place, updated);
}
