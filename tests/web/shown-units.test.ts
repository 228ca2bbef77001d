import { expect, test } from "vitest";
import { conversion } from "../../web/src/base/quantity";
import { displayUnitsIn, ShownUnits } from "../../web/src/study/shown-units";

const text = JSON.stringify({
  parameters: {
    tilt: { value: 0.5, unit: "rad", display_unit: "°" },
    k: { value: 1, unit: "N/m" },
  },
  positions: { x: { start: 0.1, unit: "m", display_unit: "mm" } },
  outputs: { speed: { formula: "v", unit: "m/s", display_unit: "km/h" } },
  components: {
    rotor: { model: { velocities: { omega: { unit: "rad/s", display_unit: "rpm" } } } },
    wheel: { use: "porthos:wheel" },
  },
});

test("display units are found in a text and in the models of its components", () => {
  expect(Object.fromEntries(displayUnitsIn(text))).toEqual({
    ...{ tilt: "°", x: "mm", speed: "km/h" },
    "rotor.omega": "rpm",
  });
  expect(displayUnitsIn("{").size).toBe(0);
});

test("a quantity is shown in the unit of its text, and rows of a vector in that of the vector", () => {
  const units = new ShownUnits();
  units.read(text);
  expect(units.of("tilt", "rad").factor).toBeCloseTo(Math.PI / 180, 15);
  expect(units.of("x.1", "m")).toEqual({ unit: "mm", factor: 1e-3 });
  expect(units.of("speed", "m/s").factor).toBeCloseTo(1 / 3.6, 15);
  expect(units.of("rotor.omega", "rad/s").factor).toBeCloseTo(Math.PI / 30, 15);
  expect(units.of("k", "N/m")).toEqual({ unit: "N/m", factor: 1 });
});

test("a unit of another kind is ignored, as are turns per second for radians", () => {
  const units = new ShownUnits();
  const wish = (unit: string, display_unit: string) =>
    units.read(JSON.stringify({ parameters: { p: { value: 1, unit, display_unit } } }));
  for (const [si, wished] of [
    ["m", "kg"],
    ["m", "furlong"],
    ["rad/s", "Hz"],
  ] as const) {
    wish(si, wished);
    expect(units.of("p", si)).toEqual({ unit: si, factor: 1 });
  }
});

test("the choice of a reader holds for all quantities of a unit, before that of the text", () => {
  const units = new ShownUnits();
  const others = new ShownUnits();
  others.read(text);
  let changes = 0;
  others.changed.on(() => changes++);
  units.choose("m", "cm");
  expect(changes).toBe(1);
  expect(others.of("x", "m")).toEqual({ unit: "cm", factor: 1e-2 });
  units.choose("m", "m");
  expect(others.of("x", "m")).toEqual({ unit: "m", factor: 1 });
});

test("every offered unit converts to its SI unit", () => {
  const units = new ShownUnits();
  for (const si of [
    "rad",
    "rad/s",
    "m",
    "m/s",
    "kg",
    "N",
    "N m",
    "Ohm",
    "F",
    "N m/rad",
    "kg m^2",
    "m^3",
  ]) {
    const offered = units.offered("", si);
    expect(offered.length).toBeGreaterThan(1);
    for (const unit of offered) expect(conversion(unit, si), `${unit} to ${si}`).toBeGreaterThan(0);
  }
});
