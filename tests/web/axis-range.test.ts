import { expect, test } from "vitest";
import { AxisRange, rangeOf } from "../../web/src/plots/axis-range";

test("zooming and moving keep the value under the pointer, on linear and logarithmic axes", () => {
  for (const isLog of [false, true]) {
    const range = new AxisRange();
    range.isLog = isLog;
    range.fit(2, 50);
    expect(range.share(2)).toBeCloseTo(0, 12);
    expect(range.share(50)).toBeCloseTo(1, 12);
    const value = range.valueAt(0.3);
    expect(range.share(value)).toBeCloseTo(0.3, 12);
    range.zoom(2.5, 0.3);
    expect(range.valueAt(0.3)).toBeCloseTo(value, 12);
    range.pan(0.2);
    expect(range.valueAt(0.5)).toBeCloseTo(value, 12);
    expect(range.isChosen).toBe(true);
    range.reset();
    expect([range.low, range.high]).toEqual([2, 50]);
  }
});

test("a logarithmic axis has powers of ten, and half of it is the geometric mean", () => {
  const range = new AxisRange();
  range.isLog = true;
  range.fit(1e-6, 1e2);
  expect(range.valueAt(0.5)).toBeCloseTo(1e-2, 14);
  expect(range.ticks(5).map((tick) => Math.log10(tick))).toEqual([-6, -4, -2, 0, 2]);
  range.show(2, 9); // less than a decade
  expect(range.ticks(4)).toEqual([2, 4, 6, 8]);
});

test("what is no range is ignored, and a change of the scale shows all", () => {
  const range = new AxisRange();
  range.fit(0, 3);
  range.show(2, 2);
  range.show(2, NaN);
  expect(range.isChosen).toBe(false);
  range.show(1, 2);
  range.fit(-7, 7); // new values leave a chosen range
  expect([range.low, range.high]).toEqual([1, 2]);
  range.isLog = true;
  expect(range.isChosen).toBe(false);
  range.show(-1, 2);
  expect(range.isChosen).toBe(false);
});

test("the range of values leaves room, and a logarithmic one omits what is not positive", () => {
  expect(rangeOf([0, 10], false)).toEqual([-0.6, 10.6]);
  expect(rangeOf([5], false)).toEqual([0, 10]);
  expect(rangeOf([], false)).toEqual([-1, 1]);
  const [low, high] = rangeOf([-3, 0, 0.02, 200], true);
  expect(low).toBeCloseTo(0.02 / 1.3, 12);
  expect(high).toBeCloseTo(260, 9);
  expect(rangeOf([-1], true)).toEqual([0.1, 1]);
});
