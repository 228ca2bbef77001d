// Names of the model text in mathematical notation.
import { expect, test } from "vitest";
import { isSaidBy, parseSymbol, symbolText, withLabel } from "../../web/src/plots/symbol";

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

test("a label that says the words of a name is enough", () => {
  for (const [label, name] of [
    ["length", "rod.length"],
    ["length of the crank", "crank_length"],
    ["torque of dry friction", "A.friction"],
    ["coefficient of friction of the joint's own force", "friction_coefficient"],
  ] as const)
    expect(isSaidBy(label, name), name).toBe(true);
  for (const [label, name] of [
    ["mass", "rod.m"],
    ["angle of the crank", "phi_0"],
    ["size in the drawing", "body.size.1"], // one of three
    ["radius on which this friction acts", "bearing_radius"],
    ["Länge", "rod.length"],
    ["lengths", "rod.length"],
  ] as const)
    expect(isSaidBy(label, name), name).toBe(false);
});

test("a symbol has its label beside it unless that is the same word", () => {
  expect(withLabel("rail.position", "position")).toBe("position (rail)");
  expect(withLabel("crank.phi", "angle")).toBe("φ (crank), angle");
  expect(withLabel("crank.phi")).toBe("φ (crank)");
});
