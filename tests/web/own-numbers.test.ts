// Numbers of each reader, formulas of a run, and what is wrong with a wrong answer.
import { expect, test } from "vitest";
import { drawNumbers, readRanges } from "../../web/src/prose/own-numbers";
import { readQuantity } from "../../web/src/base/quantity";
import { readTask } from "../../web/src/prose/read-task";
import { readFormula, type Results } from "../../web/src/prose/result-formula";
import { isWithin, slipOf } from "../../web/src/prose/right-answer";

const ranges = readRanges("a: 3 to 7 by 0.5, b: -0.2 to 0.2 by 0.01") ?? [];

test("ranges are read, and anything else is refused", () => {
  expect(ranges).toEqual([
    { name: "a", from: 3, to: 7, by: 0.5 },
    { name: "b", from: -0.2, to: 0.2, by: 0.01 },
  ]);
  for (const text of [
    "a: 3 to 7",
    "a: 7 to 3 by 1",
    "a: 1 to 2 by 0",
    "a 1 to 2 by 1",
    "a: 0 to 1 by 1e-9",
  ])
    expect(readRanges(text), text).toBeNull();
  expect(readTask("own: a: 1 to 2\nask: x\nnumber: 1 within 1")).toHaveProperty("fault");
});

test("a seed gives the same decimal numbers of the range everywhere", () => {
  const drawn = Array.from({ length: 4000 }, (_, k) => drawNumbers(ranges, `learner ${k}`, 1));
  expect(drawNumbers(ranges, "learner 7", 1)).toEqual(drawn[7]);
  const counts = new Map<number, number>();
  for (const { a = NaN, b = NaN } of drawn) {
    counts.set(a, (counts.get(a) ?? 0) + 1);
    expect(String(b)).toMatch(/^-?0(\.\d\d?)?$/); // no 0.30000000000000004
    expect(Math.abs(b)).toBeLessThanOrEqual(0.2);
  }
  expect([...counts.keys()].sort()).toEqual([3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7]);
  // Of 9 equally likely values in 4000 draws each comes 444 times, with a standard deviation of 20.
  for (const count of counts.values()) expect(Math.abs(count - 444)).toBeLessThan(5 * 20);
  // Tasks and parameters of one learner differ: equal pairs are chance, 1 of 9.
  const same = drawn.filter(({ a }, k) => drawNumbers(ranges, `learner ${k}`, 2)["a"] === a).length;
  expect(Math.abs(same - 444)).toBeLessThan(5 * 20);
  // The numbers of a given learner never change, or marks of last week would be wrong.
  expect(drawNumbers(ranges, "ada", 1)).toEqual({ a: 3.5, b: -0.17 });
});

const results: Results = {
  column: (name) => (name === "crank.w" ? [1, 5, -3, 2] : null),
  at: (name, t) => (name === "crank.w" ? 10 * t : null),
  parameter: (name) => ({ m: 2, "rod.l": 0.25 })[name] ?? null,
};

test.each([
  ["(max(crank.w) - min(crank.w))/2", 4],
  ["end(crank.w) - start(crank.w)", 1],
  ["at(crank.w, 0.5) + 1", 6],
  ["2^3^2/-4", -128],
  ["-m^2", -4],
  ["sqrt(m*rod.l/0.5) + 1e-3", 1.001],
  ["2 - 3 - 4", -5],
  ["180/pi*asin(1)", 90],
])("%s is %d", (text, value) => {
  expect(readFormula(text)?.(results)).toBeCloseTo(value, 12);
});

test.each([
  "",
  "max(",
  "max(crank.w",
  "max()",
  "2 +",
  "(1",
  "1 2",
  "at(crank.w)",
  "foo(1)",
  "2 & 3",
])("%j is no formula", (text) => {
  expect(readFormula(text)).toBeNull();
});

test("a formula names what the model does not have", () => {
  expect(readFormula("max(x.y)")?.(results)).toBe("x.y");
  expect(readFormula("2*mass")?.(results)).toBe("mass");
});

test("a number within a share, and one that a formula gives", () => {
  const read = (text: string) => readTask(`ask: ?\nnumber: ${text}`);
  expect(read("2.5 within 4 % rad/s")).toMatchObject({
    answer: { value: 2.5, within: 0.04, isShare: true, unit: "rad/s", formula: null },
  });
  expect(read("max(w) within 0.1")).toMatchObject({ answer: { value: NaN, unit: "" } });
  expect(read("max(w within 0.1")).toHaveProperty("fault");
  expect(read("2.5 rad/s")).toHaveProperty("fault");
});

const right = { value: 0.25, within: 0.0025 };

test.each([
  [-0.25, "sign"],
  [25, "power"],
  [250, "power"],
  [0.25 * (180 / Math.PI), "degrees"],
  [0.25 / (2 * Math.PI), "revolutions"],
  [0.25 * (30 / Math.PI), "revolutions"],
  [0.5, null],
  [0.26, null],
  [0, null],
])("%d instead of 0.25 is a slip of the %s", (given, slip) => {
  expect(isWithin(given, right)).toBe(false);
  expect(slipOf(given, right)).toBe(slip);
});

test("a coarse answer has no slips but the sign, and neither has zero", () => {
  expect(slipOf(25, { value: 0.25, within: 0.2 })).toBeNull();
  expect(slipOf(10, { value: 0, within: 1 })).toBeNull();
});

test.each([
  ["1 234,5 mm", 1.2345],
  ["1,234.5 mm", 1.2345],
  ["1.234,5 mm", 1.2345],
  ["1 234 567 mm", 1234.567],
  ["1,234", 1.234], // one comma is a decimal comma
  ["1234 567 m", "unit"],
])("%s is %s m", (text, value) => {
  const read = readQuantity(text, "m");
  if (typeof value === "number") expect(read).toBeCloseTo(value, 12);
  else expect(read).toBe(value);
});
