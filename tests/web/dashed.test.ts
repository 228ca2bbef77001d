import { expect, test } from "vitest";
import { dashed } from "../../web/src/view/dashed";

const lengthOf = (ends: readonly number[]): number => {
  let sum = 0;
  for (let at = 0; at < ends.length; at += 6)
    sum += Math.hypot(
      ...[0, 1, 2].map((axis) => (ends[at + 3 + axis] ?? NaN) - (ends[at + axis] ?? NaN)),
    );
  return sum;
};

test("dashes are as long as the gaps between them", () => {
  expect(dashed([0, 0, 0, 1, 0, 0], 0.25)).toEqual([0, 0, 0, 0.25, 0, 0, 0.5, 0, 0, 0.75, 0, 0]);
  expect(dashed([], 1)).toEqual([]);
  expect(dashed([1, 2, 3, 1, 2, 3], 1)).toEqual([]); // nothing has moved
});

test("a dash goes round bends, however short the segments are", () => {
  const corner = [0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0];
  expect(dashed(corner, 1.5)).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0.5, 0]);
  const turn = Array.from({ length: 1000 }, (_, k) =>
    [k, k + 1].flatMap((at) => [Math.cos(at / 200), Math.sin(at / 200), 0]),
  ).flat();
  expect(lengthOf(dashed(turn, 0.05))).toBeCloseTo(5 / 2, 3); // of 5 rad on the unit circle
});

test("a second pass leaves the gaps of the first", () => {
  const turns = (count: number): number[] =>
    Array.from({ length: 400 * count }, (_, k) =>
      [k, k + 1].flatMap((at) => [Math.cos(at / 63.7), Math.sin(at / 63.7), 0]),
    ).flat();
  const once = lengthOf(dashed(turns(1), 0.05));
  expect(lengthOf(dashed(turns(5), 0.05))).toBeLessThan(1.1 * once);
});
