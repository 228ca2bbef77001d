// The pages of models in German: the same formulas, tasks and links as the English ones, in words of their own.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { splitFrontMatter } from "../../web/src/models/front-matter";
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
