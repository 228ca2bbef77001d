// The task editor's reading and writing of pages, and the kinds of questions that it writes.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Draft } from "../../web/src/authoring/draft";
import {
  numberParts,
  numberText,
  rangesIn,
  rangesText,
  unknownNames,
} from "../../web/src/authoring/draft-parts";
import { TaskPage } from "../../web/src/authoring/task-page";
import { shuffled } from "../../web/src/prose/own-numbers";
import { hasTasks, readTask } from "../../web/src/prose/read-task";
import { tasksOf } from "../../web/src/prose/tasks-of";

const folder = join(import.meta.dirname, "..", "..", "web", "models");
const pages = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file, markdown: readFileSync(join(folder, file), "utf8") }))
  .filter(({ markdown }) => hasTasks(markdown));

const blocksOf = (markdown: string): string[] =>
  TaskPage.read(markdown).places.map(({ block }) => block);

test.each(pages)("the tasks of $file survive the editor", ({ markdown }) => {
  const before = blocksOf(markdown);
  expect(before).toHaveLength([...markdown.matchAll(/^ *```task/gm)].length);
  const written = TaskPage.read(markdown).write();
  expect(blocksOf(written)).toEqual(before);
  expect(TaskPage.read(written).write(), "writing again changes nothing").toBe(written);
  for (const block of before) {
    expect(readTask(block)).not.toHaveProperty("fault");
    expect(unknownNames(new Draft(block))).toEqual([]);
    expect(new Draft(block).block.split("\n").map((line) => line.trim())).toEqual(
      block.split("\n").map((line) => line.trim().replace(/^(\w+):\s*/, "$1: ")),
    );
  }
  // Headings and paragraphs outside of tasks stay.
  const headings = (text: string) => text.match(/^#+ .*$/gm);
  expect(headings(written)).toEqual(headings(markdown));
  const words = (text: string) =>
    text.replace(/^ *```task\n[^]*?^ *```$/gm, " ").match(/[\p{L}$\\]{3,}/gu);
  expect(words(written)).toEqual(words(markdown));
});

test("names in braces without a number of the student are found in all texts of a task", () => {
  const own = "own: crank.length: 1 to 2 by 0.1";
  const draft = new Draft(
    `${own}\nask: {crank.length} and {lenght} of {m}?\nhint: {m}\nright: {k}`,
  );
  expect(unknownNames(draft)).toEqual(["lenght", "m", "k"]);
  draft.set("ask", "{crank.length}, a set {1, 2} and braces {}");
  draft.set("hint");
  draft.set("right");
  expect(unknownNames(draft)).toEqual([]);
});

test("tasks are added, moved and removed, and headings stay", () => {
  const page = TaskPage.read("# A\n\nWords.\n").add("ask: one", "Tasks").add("ask: two", "Tasks");
  expect(page.write()).toBe(
    "# A\n\nWords.\n\n## Tasks\n\n```task\nask: one\n```\n\n```task\nask: two\n```\n",
  );
  expect(tasksOf(page.write())).not.toContain("Words");
  const moved = page.change(1, { prose: "Before two." }).swap(0);
  expect(moved.places.map(({ prose, block }) => [prose, block])).toEqual([
    ["Before two.", "ask: two"],
    ["", "ask: one"],
  ]);
  expect(moved.remove(0).write()).toBe("# A\n\nWords.\n\n## Tasks\n\n```task\nask: one\n```\n");
  expect(page.remove(1).remove(0).write()).toBe("# A\n\nWords.\n\n## Tasks\n");
  expect(TaskPage.read("").add("ask: x", "Tasks").write()).toBe(
    "## Tasks\n\n```task\nask: x\n```\n",
  );
});

test("lines of a draft are replaced in their places, and unknown ones are kept", () => {
  const draft = new Draft("ask: x\n  set: a: 1\nnonsense\nright: yes");
  draft.set("set", "a: 2");
  draft.set("hint", "one", " ", "two\nlines");
  draft.set("right", "");
  expect(draft.block).toBe("ask: x\nset: a: 2\nnonsense\nhint: one\nhint: two lines");
});

test("numbers and ranges are taken apart and put together", () => {
  for (const text of ["2.5 within 0.1 rad/s", "max(x) within 2 %", "at(x, 1)/2 within 2 % kg m^2"])
    expect(numberText(numberParts(text))).toBe(text);
  expect(numberText({ value: "2,5", within: "0,1", isShare: false, unit: "m" })).toBe(
    "2.5 within 0.1 m",
  );
  const ranges = "a: 1 to 2 by 0.5, b.c: -1 to 1 by 1";
  expect(rangesText(rangesIn(ranges))).toBe(ranges);
});

test("orders, predictions, hints, mistakes, locks are read", () => {
  const order = readTask("ask: x\norder: a | b | c\nhint: one\nhint: two\nlock: m, l\nhide: *");
  expect(order).toMatchObject({
    answer: { kind: "order", items: ["a", "b", "c"] },
    hints: ["one", "two"],
    lock: ["m", "l"],
    hide: ["*"],
  });
  expect(readTask("predict: omega1 within 15 %")).toMatchObject({
    answer: { kind: "prediction", column: "omega1", within: 0.15 },
  });
  const number = readTask(
    "ask: x\nnumber: 2 within 5 % m\nmistake: 4 => The diameter.\nmistake: 3 within 1 cm → Too far.",
  );
  expect(number).toMatchObject({
    mistakes: [
      { answer: { value: 4, within: 0.05, isShare: true, unit: "m" }, reply: "The diameter." },
      { answer: { value: 3, within: 1, isShare: false, unit: "cm" }, reply: "Too far." },
    ],
  });
  const faults: readonly [string, RegExp][] = [
    ["ask: x\norder: a | a", /two or more different/],
    ["predict: x", /not of the form “omega1 within 15 %”/],
    ["ask: x\nnumber: 1 within 1\nmistake: 2", /not of the form “5 =>/],
    ["ask: x\nchoice: a | * b\nmistake: c => no", /names none/],
    ["reach: a > 1\nmistake: 2 => no", /needs “number:” or “choice:”/],
    ["ask: x\nnumber: 1 within 1\norder: a | b", /one answer/],
  ];
  for (const [block, words] of faults) {
    const task = readTask(block);
    expect("fault" in task ? task.fault : "", block).toMatch(words);
  }
});

test("things to order begin in an order of each reader, and never in the right one", () => {
  const orders = new Set<string>();
  for (let reader = 0; reader < 200; reader++) {
    const order = shuffled(4, `reader ${reader}`);
    expect([...order].sort()).toEqual([0, 1, 2, 3]);
    expect(order).not.toEqual([0, 1, 2, 3]);
    orders.add(order.join());
  }
  expect(shuffled(4, "reader 7")).toEqual(shuffled(4, "reader 7"));
  expect(orders.size, "all 23 others occur").toBe(23);
});
