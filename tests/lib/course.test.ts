// The data of course packages: status, score, answers, time and memory by the rules of SCORM.
import { expect, test } from "vitest";
import type { SimScore, SimTask } from "../../bindings/js/element";
import { manifest } from "../../bindings/js/scorm";
import { pageIn } from "../../bindings/js/page-text";
import { findApi } from "../../web/src/embed/course/api";
import {
  answerEntries,
  duration,
  scoreEntries,
  statusEntries,
  statusOf,
} from "../../web/src/embed/course/elements";
import { pack, room, unpack } from "../../web/src/embed/course/memory";

const score = (earned: number, answered: number, tasks = 4): SimScore => ({
  earned,
  possible: tasks,
  scaled: answered > 0 ? earned / tasks : null,
  answered,
  tasks,
});

test("a page is passed from the pass mark on, and failed below it once all is answered", () => {
  expect(statusOf(score(0, 0), 0.5)).toBe("incomplete");
  expect(statusOf(score(1, 3), 0.5)).toBe("incomplete");
  expect(statusOf(score(2, 2), 0.5)).toBe("passed");
  expect(statusOf(score(1, 4), 0.5)).toBe("failed");
  expect(statusOf(score(0, 0, 0), 0.5)).toBe("completed");
  // A pass mark of 0 is reached by an answer, not by opening the page.
  expect(statusOf(score(0, 0), 0)).toBe("incomplete");
  expect(statusOf(score(0, 1), 0)).toBe("passed");
});

test("SCORM 2004 tells completion from success", () => {
  const of = (one: SimScore) =>
    Object.fromEntries(statusEntries("2004", statusOf(one, 0.5), one)) as object;
  expect(of(score(2, 2))).toEqual({
    "cmi.completion_status": "incomplete",
    "cmi.success_status": "passed",
  });
  expect(of(score(0, 0, 0))).toEqual({
    "cmi.completion_status": "completed",
    "cmi.success_status": "unknown",
  });
});

test("there is no score before the first answer, and 0 after a wrong one", () => {
  expect(scoreEntries("1.2", score(0, 0))).toEqual([]);
  expect(scoreEntries("2004", score(0, 0))).toEqual([]);
  expect(scoreEntries("1.2", score(0, 1)).at(-1)).toEqual(["cmi.core.score.raw", "0"]);
  expect(scoreEntries("1.2", score(1, 1, 3)).at(-1)).toEqual(["cmi.core.score.raw", "33.33"]);
  expect(scoreEntries("2004", score(1, 1, 3)).at(-1)).toEqual(["cmi.score.scaled", "0.3333333"]);
});

test("answers have the types and the words of each version", () => {
  const number: SimTask = {
    ...{ task: 2, right: false, attempts: 1, kind: "number", answer: "1e-7 m" },
    ...{ value: 1e-7, points: 0.5 },
  };
  expect(answerEntries("1.2", 3, number)).toEqual([
    ["cmi.interactions.3.id", "task_2"],
    ["cmi.interactions.3.type", "numeric"],
    ["cmi.interactions.3.weighting", "0.5"],
    ["cmi.interactions.3.student_response", "0.0000001"], // no exponent
    ["cmi.interactions.3.result", "wrong"],
  ]);
  const choice: SimTask = { ...number, kind: "choice", answer: "two", value: 1, right: true };
  expect(answerEntries("1.2", 0, choice).slice(3)).toEqual([
    ["cmi.interactions.0.student_response", "b"],
    ["cmi.interactions.0.result", "correct"],
  ]);
  expect(answerEntries("2004", 0, { ...choice, right: false }).slice(3)).toEqual([
    ["cmi.interactions.0.learner_response", "choice_b"],
    ["cmi.interactions.0.result", "incorrect"],
  ]);
});

test.each([
  [0, "0000:00:00.00", "PT0S"],
  [61.239, "0000:01:01.24", "PT61.24S"],
  [3599.999, "0001:00:00.00", "PT3600S"],
  [36_000_000, "10000:00:00.00", "PT36000000S"],
])("a visit of %d s lasts %s, and %s", (seconds, old, iso) => {
  expect(duration("1.2", seconds)).toBe(old);
  expect(duration("2004", seconds)).toBe(iso);
});

const answered = (count: number, answer: string) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ task: index + 1, attempts: index, right: index % 2 === 0, answer },
  }));
const settings = { set: { "crank.l1": 0.1 + 0.2 }, inputs: { motor: "cos(t)" } };

test("progress is read as it was written, in ASCII", () => {
  const tasks = answered(3, "2,5 µm ≈ 🙂");
  const text = pack({ settings, tasks }, room["1.2"]);
  expect(text).toMatch(/^[\x20-\x7e]+$/);
  expect(unpack(text)).toEqual({ settings, tasks });
});

test("progress that is too long loses settings and answers before marks", () => {
  const inputs = { motor: `${"cos(t)+".repeat(700)}1` };
  const tasks = answered(10, "0.25 m");
  const text = pack({ settings: { ...settings, inputs }, tasks }, room["1.2"]);
  expect(text.length).toBeLessThanOrEqual(4096);
  expect(unpack(text)).toEqual({ settings: { set: settings.set }, tasks });
  const many = answered(200, "a long answer in words");
  const short = pack({ settings, tasks: many }, room["1.2"]);
  expect(short.length).toBeLessThanOrEqual(4096);
  expect(unpack(short)?.tasks.map(({ answer: _, ...mark }) => mark)).toEqual(
    many.map(({ answer: _, ...mark }) => mark),
  );
  expect(unpack(pack({ settings, tasks: many }, room["2004"]))).toEqual({ settings, tasks: many });
});

test.each(["", "null", "[1]", "{", '{"porthos":2,"settings":{},"tasks":[]}', "a=1"])(
  "%j is not the progress of a page",
  (text) => {
    expect(unpack(text)).toBeNull();
  },
);

/** A window of a course system, as far as the search for the run-time reads it. */
const windowWith = (content: object, parent?: object): Window => {
  const window: Record<string, unknown> = { ...content };
  window["parent"] = parent ?? window;
  window["top"] = (parent as { top?: object } | undefined)?.top ?? window;
  return window as unknown as Window;
};
const foreign = new Proxy(
  {},
  {
    get(_, name) {
      if (name === "top") return undefined;
      throw new DOMException("blocked", "SecurityError");
    },
  },
);

test("the run-time is found above the page, and in the window that opened it", () => {
  const api = { LMSInitialize: () => "true", LMSGetValue: () => null };
  const above = windowWith({}, windowWith({}, windowWith({ API: api })));
  expect(findApi(above, "2004")?.version).toBe("1.2");
  expect(findApi(above, "1.2")?.get("cmi.core.lesson_mode")).toBe("");
  expect(findApi(windowWith({ opener: windowWith({ API: api }) }), "1.2")?.begin()).toBe(true);
  expect(findApi(windowWith({}), "1.2")).toBeNull();
});

test("windows of other origins, and run-times that throw, do no harm", () => {
  expect(findApi(windowWith({}, foreign), "1.2")).toBeNull();
  const api = {
    LMSSetValue: () => {
      throw new Error("not implemented");
    },
  };
  const found = findApi(windowWith({ API: api }), "1.2");
  expect(found?.set("cmi.core.exit", "")).toBe(false);
  expect(found?.begin()).toBe(false);
});

test("the manifest names the origin of its pages in a comment, once", () => {
  const page = { title: "A", text: "{}", files: {}, settings: {}, page: "", attributes: {} };
  const parts = { title: "A course", rules: { version: "1.2", pass: 0.5 }, pieces: {} } as const;
  const write = (...stamps: (string | undefined)[]): string =>
    manifest({
      ...(parts as unknown as Omit<Parameters<typeof manifest>[0], "pages">),
      pages: stamps.map((stamp) => ({ ...page, ...(stamp && { stamp }) })),
    });
  const [, second] = write(
    "Porthos 1, model a--b",
    "Porthos 1, model c",
    "Porthos 1, model c",
  ).split("\n");
  expect(second).toBe("<!-- Porthos 1, model a- -b; Porthos 1, model c -->");
  expect(write(undefined)).not.toContain("<!--");
});

test("a package of a gallery model has the English page, also if there are others", () => {
  const script = (name: string, page: string) =>
    `globalThis.porthosPieces.pages["${name}"] = ${JSON.stringify(page)};\n`;
  const english = '---\nlevel: 1\n---\n\n# "Crank" = one\n';
  expect(pageIn(script("crank", english) + script("crank.de", "# Kurbel\n"))).toBe(
    '\n# "Crank" = one\n',
  );
  expect(pageIn("")).toBe("");
});
