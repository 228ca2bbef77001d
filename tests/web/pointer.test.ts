import { expect, test } from "vitest";
import { findPlaces, locate } from "../../web/src/editor/pointer";
import type { Problem } from "../../web/src/engine/types";

const text = `{
  "a/b": { "x": "cos(phi) + \\u03c6*ß*sinus(t)" },
  "list": [1, { "deep": true }]
}`;

function underlined(problem: Partial<Problem>): string {
  const whole: Problem = {
    severity: "error",
    code: "PH100",
    where: "",
    found: "",
    expected: "",
    hint: "",
    ...problem,
  };
  const { from, to } = locate(whole, text);
  return text.slice(from, to);
}

test("a value is found by its JSON Pointer", () => {
  expect(underlined({ where: "/list/1/deep" })).toBe("true");
  expect(underlined({ where: "/list/0" })).toBe("1");
  expect(underlined({ where: "/a~1b" })).toBe('{ "x": "cos(phi) + \\u03c6*ß*sinus(t)" }');
});

test("a missing value is shown where it is missing", () => {
  expect(underlined({ where: "/list/1/not_there" })).toBe('{ "deep": true }');
});

test("an offset in a formula counts bytes of the decoded string", () => {
  // cos(phi) + is 11 bytes, φ two, * one, ß two, * one
  expect(underlined({ where: "/a~1b/x", position: 17 })).toBe("sinus");
  expect(underlined({ where: "/a~1b/x", position: 0 })).toBe("cos");
  expect(underlined({ where: "/a~1b/x", position: 14 })).toBe("ß");
});

test("a text that is not JSON is shown at its line and column", () => {
  expect(underlined({ line: 3, column: 3 })).toBe('"');
  expect(findPlaces('{ "a": 1, "b": ').get("/a")).toBeDefined();
});
