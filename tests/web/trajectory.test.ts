import { expect, test } from "vitest";
import { Trajectory } from "../../web/src/engine/trajectory";
import type { Scene } from "../../web/src/engine/types";
import { EnergyAccount } from "../../web/src/plots/energy-account";

const scene: Scene = { camera: { kind: "planar" }, bodies: [], trails: [], vectors: [], moving: 0 };
const nothing = new Float64Array();

function withColumns(...names: string[]): Trajectory {
  return new Trajectory(
    names.map((name) => ({ name, unit: "" })),
    scene,
    10,
  );
}

test("rows may come in any number of pieces", () => {
  const trajectory = withColumns("t", "x");
  for (let row = 0; row < 1000; row++) trajectory.append(new Float64Array([row, 2 * row]), nothing);
  expect(trajectory.rowCount).toBe(1000);
  expect(trajectory.end).toBe(999);
  expect(trajectory.column(1)[700]).toBe(1400);
});

test("values between rows are interpolated, beyond them the last one stays", () => {
  const trajectory = withColumns("t", "x");
  trajectory.append(new Float64Array([0, 0, 1, 10, 3, 30]), nothing);
  expect(trajectory.valueAt(2, 1)).toBe(20);
  expect(trajectory.valueAt(-1, 1)).toBe(0);
  expect(trajectory.valueAt(99, 1)).toBe(30);
  expect(trajectory.locate(1.5)).toEqual({ row: 1, fraction: 0.25 });
});

test("the account counts every energy once", () => {
  const whole = withColumns("t", "energy.kinetic", "energy.crank.kinetic", "energy.rod.kinetic");
  whole.append(new Float64Array([0, 3, 1, 2]), nothing);
  expect(new EnergyAccount(whole).at("kinetic", 0)).toBe(3);
  const parts = withColumns("t", "energy.gravity", "energy.spring", "energy.supplied.motor");
  parts.append(new Float64Array([0, 3, 1, 7]), nothing);
  expect(new EnergyAccount(parts).at("potential", 0)).toBe(4);
});
