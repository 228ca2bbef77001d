// docs/problems.md has exactly one paragraph for each problem code and one row for each outcome.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { explanationOf } from "../bindings/js/explain.js";

const root = join(import.meta.dirname, "..");
const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");

function texts(folder: string, ending: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => read(folder, name))
    .join("\n");
}

const found = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([all, group]) => group ?? all))].sort();

const doc = read("docs", "problems.md");

test("every code of the engine and of the library has a heading, and no other", () => {
  const used = found(texts("src", ".cpp") + texts("bindings/js", ".ts"), /\bPH\d{3}\b/g);
  expect(used.length).toBeGreaterThan(30);
  expect(found(doc, /^### (PH\d{3})\b/gm)).toEqual(used);
});

test("no code has two headings", () => {
  const headings = [...doc.matchAll(/^### (PH\d{3})\b/gm)].map(([, code]) => code);
  expect(headings).toEqual([...new Set(headings)]);
});

test("every outcome of a run has a row, and no other", () => {
  const outcomes = found(
    read("src", "base", "outcome.hpp"),
    /case Outcome::\w+: return "([\w-]+)"/g,
  );
  expect(outcomes).toContain("finished");
  const all = [...outcomes, "interrupted"].sort(); // which the command adds
  expect(found(doc, /^\| `([\w-]+)` \|/gm)).toEqual(all);
});

test("each of them is explained in words, without Markdown's links", () => {
  const names = [...found(doc, /^### (PH\d{3})\b/gm), ...found(doc, /^\| `([\w-]+)` \|/gm)];
  for (const name of names) {
    const text = explanationOf(doc, name) ?? "";
    expect(text, name).toMatch(/^[A-Z][^]{10,}[.*:)]$/);
    expect(text, name).not.toMatch(/^#|\]\(/m);
  }
  expect(explanationOf(doc, "ph408")).toBe(
    "The worker was lost, and its runs with it. Models continue in another worker: run again.",
  );
  expect(explanationOf(doc, "stopped")).toBe("An event of the model ended the run, as intended.");
  for (const none of ["PH999", "PH1", "nothing", "", "outcome"])
    expect(explanationOf(doc, none), none).toBeUndefined();
});
