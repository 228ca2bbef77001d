/** Amplitudes by frequency. */
export interface Spectrum {
  /** Hz, ascending from 0. */
  readonly frequencies: Float64Array;
  /** In the unit of the values: a sine of amplitude A has a peak of height A. */
  readonly amplitudes: Float64Array;
}

const most = 1 << 14; // samples

/**
 * The amplitude spectrum of `valueAt` over [0, end], s, by a fast Fourier transform of `count`
 * samples at most, without their mean and under a Hann window (F. J. Harris, Proc. IEEE 66 (1978),
 * 51).
 */
export function spectrumOf(valueAt: (t: number) => number, end: number, count: number): Spectrum {
  const n = 2 ** Math.max(3, Math.floor(Math.log2(Math.min(count, most))));
  const re = Float64Array.from({ length: n }, (_, k) => valueAt((k * end) / n));
  const mean = re.reduce((sum, x) => sum + x, 0) / n;
  re.forEach((x, k) => (re[k] = (x - mean) * (1 - Math.cos((2 * Math.PI * k) / n))));
  const im = new Float64Array(n);
  transform(re, im);
  const half = n / 2;
  return {
    frequencies: Float64Array.from({ length: half }, (_, k) => k / end),
    amplitudes: Float64Array.from(
      { length: half },
      (_, k) => (2 * Math.hypot(re[k] ?? 0, im[k] ?? 0)) / n,
    ),
  };
}

/** The discrete Fourier transform of 2^k numbers, in place (Cooley and Tukey). */
function transform(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    for (const list of [re, im]) [list[i], list[j]] = [list[j]!, list[i]!];
  }
  for (let length = 2; length <= n; length *= 2)
    for (let k = 0; k < length / 2; k++) {
      const angle = (-2 * Math.PI * k) / length;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (let even = k; even < n; even += length) {
        const odd = even + length / 2;
        const x = c * re[odd]! - s * im[odd]!;
        const y = s * re[odd]! + c * im[odd]!;
        re[odd] = re[even]! - x;
        im[odd] = im[even]! - y;
        re[even]! += x;
        im[even]! += y;
      }
    }
}
