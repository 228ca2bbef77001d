/** A column of numbers that a reader brings along. */
export interface TableColumn {
  readonly name: string;
  /** As it stands in the header; "" if there is none. */
  readonly unit: string;
  readonly values: readonly number[];
}

/** Texts with more rows are cut. */
export const mostRows = 20_000;

/**
 * Reads a table of numbers: separated by commas, semicolons, tabs or spaces, with a decimal point or
 * comma, with or without a header, and with units behind the names ("phi (rad)", "phi [deg]",
 * "t / s") or in a second line. Lines that begin with # are skipped. Null if it is no such table.
 */
export function readTable(text: string): readonly TableColumn[] | null {
  const lines = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .slice(0, mostRows + 2);
  for (const { split, hasComma } of dialects) {
    const rows = lines.map((line) => split(line.trim()));
    const first = rows.findIndex((row) => row.every((cell) => isNumber(cell, hasComma)));
    const width = rows[first]?.length ?? 0;
    if (first < 0 || first > 2 || width < 2) continue;
    const body = rows.slice(first).filter((row) => row.length === width);
    if (body.length < 2 || body.length < 0.9 * (rows.length - first)) continue;
    const head = rows.slice(0, first).filter((row) => row.length === width);
    const values = body.map((row) => row.map((cell) => numberOf(cell, hasComma)));
    return Array.from({ length: width }, (_, index) => ({
      ...nameOf(head, index),
      values: values.map((row) => row[index] ?? NaN),
    }));
  }
  return null;
}

/** The ways in which tables are written, the safest first. */
const dialects: readonly {
  readonly split: (line: string) => readonly string[];
  /** Numbers may have a decimal comma. */
  readonly hasComma: boolean;
}[] = [
  { split: (line) => cells(line, "\t"), hasComma: true },
  { split: (line) => cells(line, ";"), hasComma: true },
  { split: (line) => cells(line, ","), hasComma: false },
  { split: (line) => line.split(/\s+/), hasComma: true },
];

function cells(line: string, separator: string): readonly string[] {
  const quoted = new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, "g");
  const found = [...line.matchAll(quoted)];
  return found.map(([, inQuotes, plain = ""]) =>
    (inQuotes === undefined ? plain : inQuotes.replaceAll('""', '"')).trim(),
  );
}

/** A number, or an empty place. */
function isNumber(cell: string, hasComma: boolean): boolean {
  return cell === "" || cell === "NaN" || Number.isFinite(numberOf(cell, hasComma));
}

function numberOf(cell: string, hasComma: boolean): number {
  const plain = hasComma ? cell.replace(/^([-+]?\d*),(\d+(?:e[-+]?\d+)?)$/i, "$1.$2") : cell;
  return plain === "" ? NaN : Number(plain.replace("−", "-"));
}

/** Name and unit of a column, from its header and, if there is one, a line with units. */
function nameOf(
  head: readonly (readonly string[])[],
  index: number,
): { readonly name: string; readonly unit: string } {
  const [names, units] = head;
  const text = names?.[index] ?? "";
  const [, name = text, unit = ""] =
    /^(.*?)\s*[[(]\s*([^\])]*)\s*[\])]$/.exec(text) ?? /^(.+?)\s+\/\s*(\S.*)$/.exec(text) ?? [];
  return {
    name: name.trim() || `${index + 1}`,
    unit: (unit || (units?.[index] ?? "")).replace(/^[[(]|[\])]$/g, "").trim(),
  };
}
