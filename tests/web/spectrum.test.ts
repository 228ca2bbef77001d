import { expect, test } from "vitest";
import { spectrumOf } from "../../web/src/plots/spectrum";

test("a sine has a peak of its amplitude at its frequency", () => {
  const end = 8;
  const { frequencies, amplitudes } = spectrumOf(
    (t) => 5 + 0.3 * Math.sin(2 * Math.PI * 4 * t) + 0.02 * Math.cos(2 * Math.PI * 17 * t),
    end,
    1000,
  );
  expect(amplitudes).toHaveLength(256);
  const at = (f: number): number => amplitudes[frequencies.indexOf(f)] ?? NaN;
  expect(at(4)).toBeCloseTo(0.3, 12);
  expect(at(17)).toBeCloseTo(0.02, 12);
  expect(at(0)).toBeLessThan(1e-12); // the mean is left out
  expect(at(10)).toBeLessThan(1e-12);
});

test("it agrees with the sum that defines it", () => {
  const x = (t: number): number => Math.exp(-t) * Math.cos(3 * t * t);
  const n = 16;
  const { amplitudes } = spectrumOf(x, 2, n);
  const samples = Array.from({ length: n }, (_, k) => x((2 * k) / n));
  const mean = samples.reduce((sum, value) => sum + value) / n;
  const windowed = samples.map((v, k) => (v - mean) * (1 - Math.cos((2 * Math.PI * k) / n)));
  amplitudes.forEach((amplitude, j) => {
    let [re, im] = [0, 0];
    windowed.forEach((v, k) => {
      re += v * Math.cos((2 * Math.PI * j * k) / n);
      im -= v * Math.sin((2 * Math.PI * j * k) / n);
    });
    expect(amplitude).toBeCloseTo((2 * Math.hypot(re, im)) / n, 14);
  });
});
