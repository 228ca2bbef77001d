// Names of the model text in mathematical notation.
import { expect, test } from "vitest";
import { parseSymbol, symbolText } from "../../web/src/plots/symbol";

test("a name is an owner, a symbol and an index", () => {
  expect(parseSymbol("crank.phi_1")).toEqual({ owner: "crank", stem: "φ", index: "1" });
  expect(parseSymbol("m_rod")).toEqual({ owner: "", stem: "m", index: "rod" });
  expect(symbolText("crank.phi1")).toBe("φ₁ (crank)");
});

test("entries of vectors and matrices are indices, not names", () => {
  expect(parseSymbol("gravity.2")).toEqual({ owner: "", stem: "gravity", index: "2" });
  expect(parseSymbol("arm.rod.R.1.3")).toEqual({ owner: "arm.rod", stem: "R", index: "13" });
  expect(parseSymbol("rod.r_A.2")).toEqual({ owner: "rod", stem: "r", index: "A,2" });
  expect(symbolText("rod.r.1")).toBe("r₁ (rod)");
});
