import { wordsOf } from "../base/word-list";

/** The parts of a simulation beside its figure, by the names of the attribute `controls`. */
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
