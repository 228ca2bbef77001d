import { expect, test } from "vitest";
import {
  decimalsFor,
  formatFixed,
  formatNumber,
  formatUnit,
  prefixFor,
  spellNumber,
} from "../../web/src/plots/format";
import { symbolText } from "../../web/src/plots/symbol";
import { niceTicks, tickText } from "../../web/src/plots/ticks";

test("numbers have sensible digits and a real minus", () => {
  expect(formatNumber(0.523598)).toBe("0.5236");
  expect(formatNumber(-12.34567)).toBe("−12.35");
  expect(formatNumber(3.1e-15, 2)).toBe("3.1 × 10⁻¹⁵");
  expect(formatNumber(NaN)).toBe("–");
  expect(spellNumber(-3.1e-15)).toBe("-3.1 times 10 to the minus 15");
});

test("numbers of one account line up", () => {
  const decimals = decimalsFor(0.7268, 4);
  expect(formatFixed(0.7249, decimals)).toBe("0.7249");
  expect(formatFixed(-0.000767, decimals)).toBe("−0.0008");
  expect(formatFixed(-1e-9, decimals)).toBe("0.0000");
  expect(formatFixed(0, decimals)).toBe("0");
});

test("small and large energies have a unit with a prefix", () => {
  expect(prefixFor(4.2e-4)).toEqual({ prefix: "µ", factor: 1e-6 });
  expect(prefixFor(0.06)).toEqual({ prefix: "m", factor: 1e-3 });
  expect(prefixFor(1e7)).toEqual({ prefix: "M", factor: 1e6 });
  for (const plain of [0, 0.1, 1, 9.9e5, NaN, Infinity])
    expect(prefixFor(plain)).toEqual({ prefix: "", factor: 1 });
  // Beyond the prefixes the number keeps a power of ten.
  expect(prefixFor(1e-30)).toEqual({ prefix: "f", factor: 1e-15 });
  expect(prefixFor(1e30)).toEqual({ prefix: "T", factor: 1e12 });
  // Every number that a prefix is for has at most three digits before its point.
  for (let exponent = -15; exponent < 15; exponent++) {
    const { factor } = prefixFor(10 ** exponent);
    if (factor !== 1) expect(10 ** exponent / factor).toBeGreaterThan(0.999);
    if (factor !== 1) expect(10 ** exponent / factor).toBeLessThan(1000);
  }
});

test("units and symbols are written as in print", () => {
  expect(formatUnit("kg m^2")).toBe("kg\u202fm²");
  expect(formatUnit("J/(m)")).toBe("J/m");
  expect(formatUnit("J/(kg K)")).toBe("J/(kg\u202fK)");
  expect(formatUnit("kOhm m")).toBe("kΩ\u202fm");
  expect(formatUnit("1")).toBe("");
  expect(symbolText("crank.phi1")).toBe("φ₁ (crank)");
  expect(symbolText("v_x")).toBe("v_x");
});

test("ticks are round numbers inside the range", () => {
  expect(niceTicks(-0.1, 1.05, 4).map(tickText)).toEqual(["0", "0.5", "1"]);
  expect(niceTicks(1, 1, 4)).toEqual([1]);
});
