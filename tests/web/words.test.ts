// The interface in each of its languages: no row is missing, or left in English.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hotkeys } from "../../web/src/parts/hotkeys.js";
import { axes as deAxes } from "../../web/src/words/de/axes.js";
import { de } from "../../web/src/words/de/de.js";
import { drawing as deDrawing } from "../../web/src/words/de/drawing.js";
import { axes } from "../../web/src/words/en/axes.js";
import { drawing } from "../../web/src/words/en/drawing.js";
import { elementLabels } from "../../web/src/words/de/element-labels.js";
import { en } from "../../web/src/words/en/en.js";
import { page } from "../../web/src/words/en/page.js";
import { reports } from "../../web/src/words/en/reports.js";
import { simulation } from "../../web/src/words/en/simulation.js";
import { tasks } from "../../web/src/words/en/tasks.js";
import { earlyWords, languageOf, languages } from "../../web/src/words/languages.js";

/** Rows that are alike in both languages: the models are searched in theirs. */
const alike = new Set([
  "saveFilm",
  "simulation",
  "minus",
  "linear",
  "ofRate",
  "phase",
  "figureFormat",
  "filmShare",
  "saveGif",
  "gifShare",
  "sheetName",
]);

const tables: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [["de", de]];

/** The text of a row, with a mark for each inserted value. */
function said(row: unknown): string {
  if (typeof row === "function") return String((row as (...all: unknown[]) => string)(7, 8, 9, 10));
  return typeof row === "string" ? row : JSON.stringify(row);
}

test("every language has a table", () => {
  expect(["en", ...tables.map(([name]) => name)].sort()).toEqual(Object.keys(languages).sort());
  for (const early of Object.values(earlyWords))
    expect(Object.keys(early)).toEqual(Object.keys(earlyWords.en));
});

test.each(tables)("%s has every row of the English table, in words of its own", (_, table) => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(en).sort());
  const same = Object.entries(en)
    .filter(([row, word]) => said(word) === said(table[row]))
    .map(([row, word]) => `${row}: ${said(word)}`)
    .filter((line) => /[a-z]{3}/.test(line.replace(/^\w+: /, "")))
    .filter((line) => !alike.has(line.split(":")[0] ?? ""));
  expect(same).toEqual([]);
  for (const part of ["units", "equationGroups"] as const)
    expect(Object.keys(table[part] as object)).toEqual(Object.keys(en[part]));
});

test("no row stands in two of the files", () => {
  const files = [simulation, reports, page, tasks].map((file) => Object.keys(file));
  expect(Object.keys(en)).toHaveLength(files.flat().length);
});

test("what is put into a sentence stands in it in every language", () => {
  for (const [, table] of tables)
    for (const [row, word] of Object.entries(en)) {
      if (typeof word !== "function") continue;
      const marks = (text: string): string[] => text.match(/10|[789]/g)?.sort() ?? [];
      expect(marks(said(table[row])), row).toEqual(marks(said(word)));
    }
});

test("the language is the first that is known, else English", () => {
  expect(languageOf(["", null, "de-AT", "en"])).toBe("de");
  expect(languageOf(["fr", "en-GB"])).toBe("en");
  expect(languageOf(["fr"])).toBe("en");
});

test("each key does one thing, but for those of a body that is held", () => {
  const keys = hotkeys
    .filter((row) => !("isFirst" in row))
    .flatMap((row): readonly string[] => row.keys);
  expect(new Set(keys).size).toBe(keys.length);
  const held = hotkeys.filter((row) => "isFirst" in row).map(({ id }) => id);
  expect(held).toEqual(["moveHeld", "letGo"]);
});

/** The rows of a table, with those of its parts: "tool.rod". */
function rows(table: object, before = ""): [string, unknown][] {
  return Object.entries(table).flatMap(([row, word]: [string, unknown]) =>
    typeof word === "object" && word !== null
      ? rows(word, `${before}${row}.`)
      : [[before + row, word] as [string, unknown]],
  );
}

test("the drawing board has words of its own in German", () => {
  // A tool has a short name only where its name is too long, which differs between languages.
  const isShort = (row: string): boolean => row.startsWith("toolShort.");
  const english = rows(drawing).filter(([row]) => !isShort(row));
  const german = new Map(rows(deDrawing).filter(([row]) => !isShort(row)));
  expect([...german.keys()]).toEqual(english.map(([row]) => row));
  const same = english
    .filter(([row, word]) => said(word) === said(german.get(row)))
    .filter(([, word]) => /[a-z]{3}/.test(said(word)) && !["Diode", "Motor"].includes(said(word))) // one word in both languages
    .map(([row]) => row);
  expect(same).toEqual([]);
  for (const [row, word] of english) {
    const marks = (text: string): string[] => text.match(/10|[789]/g)?.sort() ?? [];
    expect(marks(said(german.get(row))), row).toEqual(marks(said(word)));
  }
});

test("the axes of plots have words of their own in German", () => {
  const german = new Map(rows(deAxes));
  expect([...german.keys()]).toEqual(rows(axes).map(([row]) => row));
  const same = rows(axes).filter(([row, word]) => said(word) === said(german.get(row)));
  expect(same.map(([row]) => row)).toEqual(["end", "difference"]); // signs alone
});

const elements = join(import.meta.dirname, "..", "..", "src", "elements");

test("each label of the library's elements has a German one, and no other has", () => {
  const labels = readdirSync(elements)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => rows(JSON.parse(readFileSync(join(elements, file), "utf8")) as object))
    .filter(([row]) => row.endsWith(".label"))
    .map(([, label]) => label as string);
  expect(Object.keys(elementLabels).sort()).toEqual([...new Set(labels)].sort());
  const same = Object.entries(elementLabels).filter(([label, word]) => label === word);
  expect(same).toEqual([]);
  for (const word of Object.values(elementLabels)) expect(word).not.toMatch(/\b(the|of|at|and)\b/);
});
