/** Round numbers from low to high, about `count` of them, in steps of 1, 2 or 5 times a power of ten. */
export function niceTicks(low: number, high: number, count: number): number[] {
  const raw = (high - low) / Math.max(count, 1);
  if (!(raw > 0) || !Number.isFinite(raw)) return [low];
  const decade = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * decade >= raw) ?? 10) * decade;
  const ticks: number[] = [];
  for (let index = Math.ceil(low / step); index * step <= high; index++) ticks.push(index * step);
  return ticks;
}

/** A tick label that is as short as possible: 0.1, not 0.1000000001. */
export function tickText(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude < 1e-12) return "0";
  const text = magnitude >= 1e5 || magnitude < 1e-3 ? value.toExponential(0) : value.toPrecision(6);
  return text.includes("e") ? text.replace(/-/g, "−") : String(Number(text)).replace("-", "−");
}
