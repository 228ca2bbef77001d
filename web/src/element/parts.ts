/** What can be shown of a simulation beside its figure, by the names of the attribute `controls`. */
export const parts = [
  "transport",
  "tasks",
  "view",
  "traces",
  "knobs",
  "inputs",
  "method",
  "ledger",
  "equations",
] as const;
export type Part = (typeof parts)[number];

const usual: readonly Part[] = ["transport", "view"];

/** Reads `controls`: names between spaces; "all", "none"; nothing means the usual ones. */
export function readParts(text: string | null): ReadonlySet<Part> {
  const words = wordsOf(text);
  if (words.length === 0) return new Set(usual);
  if (words.includes("all")) return new Set(parts);
  return new Set(parts.filter((part) => words.includes(part)));
}

/** Words between spaces or commas. */
export function wordsOf(text: string | null): readonly string[] {
  return (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
}

/** Reads "m: 2, crank.l = 0.3": numbers by name. What makes no sense is left out. */
export function readValues(text: string | null): Record<string, number> {
  const values: Record<string, number> = {};
  for (const pair of (text ?? "").split(/[,;]+/)) {
    const [, name, value] = /^\s*([^\s:=]+)\s*[:=]\s*(\S+)\s*$/.exec(pair) ?? [];
    if (name && value && Number.isFinite(Number(value))) values[name] = Number(value);
  }
  return values;
}
