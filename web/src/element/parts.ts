import { wordsOf } from "../base/word-list";

/** The parts of a simulation besides its figure, by their names in the attribute `controls`. */
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

/**
 * Reads `controls`: names separated by spaces; "all", "none"; the default parts if it is absent.
 */
export function readParts(text: string | null): ReadonlySet<Part> {
  const words = wordsOf(text);
  if (words.length === 0) return new Set(usual);
  if (words.includes("all")) return new Set(parts);
  return new Set(parts.filter((part) => words.includes(part)));
}
