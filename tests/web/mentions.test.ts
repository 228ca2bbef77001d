import { expect, test } from "vitest";
import { mentions, nameAt, placeAt } from "../../web/src/editor/mentions";

const text = JSON.stringify(
  {
    porthos: 1,
    name: "m",
    parameters: { m: { value: 1, unit: "m" }, m2: "m/2" },
    positions: { x: { start: "m*crank.l1", unit: "m" } },
    kinetic_energy: "m/2*(rod.m^2 + m2)",
    components: {
      crank: { use: "crank.porthos.json", parameters: { l1: "m" } },
      rod: { model: { parameters: { m: 2 }, kinetic_energy: "m/2*v^2" } },
    },
  },
  null,
  1,
);
const around = (symbol: string): string[] =>
  mentions(text, symbol).map(({ from, to }) => {
    expect(text.slice(from, to)).toBe(
      to - from === symbol.length ? symbol : symbol.split(".").at(-1),
    );
    return text.slice(from - 3, to + 2).replace(/\s+/g, " ");
  });

test("a symbol is found where it is declared and where formulas use it, and nowhere else", () => {
  expect(around("m")).toEqual([' "m":', ': "m/2', ': "m*c', ': "m/2', ': "m" ']);
  expect(around("crank.l1")).toEqual(['"m*crank.l1",', ' "l1":']);
  expect(around("rod.m")).toEqual(["/2*(rod.m^2".slice(1), ' "m":', ': "m/2']);
  expect(around("nothing")).toEqual([]);
});

test("the name at a place of the text", () => {
  const at = text.indexOf("crank.l1");
  expect(nameAt(text, at + 2)).toBe("crank.l1");
  expect(nameAt(text, text.indexOf("*crank") + 0)).toBe("m");
  expect(nameAt("{ }", 1)).toBeNull();
});

test("names may be of any alphabet", () => {
  const greek = '{ "parameters": { "θ₁": 1 }, "potential_energy": "2*θ₁ + θ₁θ₁ + größe.θ₁" }';
  expect(nameAt(greek, greek.indexOf("θ₁ + größe.θ₁") + 7)).toBe("größe.θ₁");
  expect(mentions(greek, "θ₁").map(({ from }) => from)).toEqual([
    greek.indexOf("θ₁"),
    greek.indexOf("2*θ₁") + 2,
  ]);
});

test("a place is found by its JSON Pointer, and a pointer by its place", () => {
  const part = JSON.stringify(
    { porthos: 1, potential_energy: { spring: "k/2*q^2" }, kinematics: { q: "v", s: "w" } },
    null,
    1,
  );
  const at = (pointers: string): string[] =>
    mentions(part, pointers).map(({ from, to }) => part.slice(from, to));
  expect(at("/potential_energy/spring")).toEqual(['"spring": "k/2*q^2"']);
  expect(at("/kinematics/s /kinematics/q")).toEqual(['"q": "v"', '"s": "w"']);
  expect(at("/kinematics")).toEqual(['"kinematics"']); // more than a line: its key
  expect(at("/nothing crank.porthos.json#/mass")).toEqual([]);
  expect(placeAt(part, part.indexOf("spring") + 1)).toBe("/potential_energy/spring");
  expect(placeAt(part, part.indexOf("k/2"))).toBe("/potential_energy/spring");
  expect(placeAt(part, 0)).toBeNull();
});
