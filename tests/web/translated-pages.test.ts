// The pages of models in German: the same formulas, tasks and links as the English ones, in words of their own.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { splitFrontMatter } from "../../web/src/models/front-matter";
import { readTranslation, translated } from "../../web/src/models/translation";
import { readTask } from "../../web/src/prose/read-task";

const folder = join(import.meta.dirname, "..", "..", "web", "models");
const pages = readdirSync(join(folder, "de"));

const english = (file: string): string =>
  splitFrontMatter(readFileSync(join(folder, file), "utf8")).markdown;
const whole = (file: string): string => readFileSync(join(folder, "de", file), "utf8");
const german = (file: string): string => splitFrontMatter(whole(file)).markdown;

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([all]) => all);

test("there are German pages, each of a model", () => {
  expect(pages.length).toBeGreaterThanOrEqual(10);
  for (const file of pages) {
    expect(existsSync(join(folder, file)), file).toBe(true);
    expect(german(file)).toMatch(/^<!-- lang: de -->\n\n# \S/);
    expect(splitFrontMatter(whole(file)).head["caption"], file).toMatch(/\.$/);
  }
});

test.each(pages)("%s has the formulas and the links of the English page", (file) => {
  const displays = /\$\$\n[^]*?\n\$\$/g;
  expect(found(german(file), displays)).toEqual(found(english(file), displays));
  const links = /\]\((part|symbol):[^)]*\)/g;
  expect(found(german(file), links).sort()).toEqual(found(english(file), links).sort());
  const titles = /^## /gm;
  expect(found(german(file), titles)).toHaveLength(found(english(file), titles).length);
});

test.each(pages)("the tasks of %s ask for the same", (file) => {
  const tasks = (text: string) =>
    [...text.matchAll(/^ *```task\n([^]*?)^ *```$/gm)].map(([, block = ""]) => {
      const task = readTask(block);
      if ("fault" in task) throw new Error(task.fault);
      return task;
    });
  const [own, other] = [tasks(german(file)), tasks(english(file))];
  expect(own).toHaveLength(other.length);
  own.forEach((task, index) => {
    const same = other[index]!;
    for (const key of ["settings", "watch", "lock", "hide"] as const)
      expect(task[key], key).toEqual(same[key]);
    expect(task.ask).not.toBe(same.ask);
    const { answer } = task;
    if (answer?.kind === "choice" && same.answer?.kind === "choice") {
      expect(answer.right).toEqual(same.answer.right);
      expect(answer.choices).toHaveLength(same.answer.choices.length);
    } else expect(answer).toEqual(same.answer);
  });
});

const textOf = (file: string): string =>
  readFileSync(join(folder, file.replace(".md", ".porthos.json")), "utf8");

type Members = Readonly<Record<string, unknown>>;

/** The labels of a text and the names of its arrows, which readers see. */
function shownIn(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { label, name } = value as Members;
  const isArrow = /^view\.vectors\.\d+\.$/.test(at);
  const own = [label, isArrow ? name : undefined].filter((one) => typeof one === "string");
  return [...own, ...Object.entries(value).flatMap(([key, one]) => shownIn(one, `${at}${key}.`))];
}

test.each(pages)(
  "%s translates each label of its model and each arrow, and nothing else",
  (file) => {
    const { labels } = readTranslation(whole(file));
    expect([...labels.keys()].sort()).toEqual(
      [...new Set(shownIn(JSON.parse(textOf(file))))].sort(),
    );
    for (const [english, word] of labels) {
      expect(word, english).not.toBe(english);
      expect(word, english).not.toMatch(/\b(the|of|at|and|angle|mass|speed)\b/);
    }
  },
);

test.each(pages)("the text of %s changes in its words alone", (file) => {
  const text = textOf(file);
  const translation = readTranslation(whole(file));
  const own = translated(text, translation);
  const { name, description } = JSON.parse(own) as Members;
  expect({ name, description }).toEqual({
    name: translation.name,
    description: translation.description,
  });
  const words = new Set([name, description, ...translation.labels.values()]);
  const [before, after] = [text, own].map((one) => one.split("\n"));
  expect(after).toHaveLength(before!.length);
  before!.forEach((line, index) => {
    if (line === after![index]) return;
    const strings = found(after![index]!, /"(?:[^"\\]|\\.)*"/g).map(
      (one) => JSON.parse(one) as string,
    );
    expect(
      strings.some((one) => words.has(one)),
      after![index],
    ).toBe(true);
  });
  expect(shownIn(JSON.parse(own)).filter((word) => !words.has(word))).toEqual([]);
});

test("the files that a translated model uses are translated, too", () => {
  const used = pages.flatMap((file) => found(textOf(file), /(?<="use": ")[\w-]+(?=\.porthos)/g));
  expect(used).toContain("rod-slider");
  for (const name of used) expect(pages).toContain(`${name}.md`);
});
