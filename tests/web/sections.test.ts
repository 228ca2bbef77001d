// Poincaré sections and maps of maxima, by closed forms.
import { expect, test } from "vitest";
import { maximaMap, maximaOf, periodicTimes, risingTimes } from "../../web/src/plots/sections";

const step = 1e-3;
const times = Float64Array.from({ length: 20_001 }, (_, k) => k * step);

test("a sine rises through a level once in each period", () => {
  const values = times.map((t) => Math.sin(3 * t + 0.4));
  const found = risingTimes({ times, values }, 0.25);
  const first = (Math.asin(0.25) - 0.4 + 2 * Math.PI) / 3;
  expect(found).toHaveLength(Math.floor((3 * 20 + 0.4 - Math.asin(0.25)) / (2 * Math.PI)));
  found.forEach((t, k) => expect(t).toBeCloseTo(first + (2 * Math.PI * k) / 3, 6));
});

test("an angle passes its level in each turn, counted on or begun anew, and not where it turns back", () => {
  const angle = times.map((t) => 2 * t + 0.3 * Math.sin(t));
  const again = angle.map((value) => value - 2 * Math.PI * Math.round(value / (2 * Math.PI)));
  for (const level of [0.5, Math.PI, -2]) {
    const counted = risingTimes({ times, values: angle, isAngle: true }, level);
    expect(counted.length).toBeGreaterThanOrEqual(6);
    const begun = risingTimes({ times, values: again, isAngle: true }, level);
    expect(begun).toHaveLength(counted.length);
    begun.forEach((t, k) => expect(t).toBeCloseTo(counted[k]!, 9));
    for (const t of counted)
      expect(Math.sin((2 * t + 0.3 * Math.sin(t) - level) / 2)).toBeCloseTo(0, 6);
  }
  const falling = angle.map((value) => -value);
  expect(risingTimes({ times, values: falling, isAngle: true }, 0.5)).toHaveLength(0);
});

test("periods are counted from the start to the end, and none that rows cannot tell apart", () => {
  expect(periodicTimes({ times }, 2.5)).toEqual(
    Float64Array.from([0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20]),
  );
  for (const period of [0, -1, NaN, 1e-4]) expect(periodicTimes({ times }, period)).toHaveLength(0);
});

test("maxima lie between the rows, and a decaying swing maps each on the next by its decrement", () => {
  const rate = 0.15;
  const omega = 4;
  const values = times.map((t) => Math.exp(-rate * t) * Math.cos(omega * t));
  const size = omega / Math.hypot(omega, rate); // of the cosine where the slope is zero
  const at = (k: number): number => (2 * Math.PI * k - Math.atan(rate / omega)) / omega;
  const maxima = maximaOf(values);
  maxima.forEach((value, k) => expect(value).toBeCloseTo(Math.exp(-rate * at(k + 1)) * size, 9));
  const { xs, ys } = maximaMap(values);
  expect(xs.length).toBe(maxima.length - 1);
  const decrement = Math.exp((-2 * Math.PI * rate) / omega);
  xs.forEach((x, k) => expect(ys[k]! / x).toBeCloseTo(decrement, 7));
});
