import { expect, test } from "vitest";
import { Trajectory } from "../../web/src/engine/trajectory";
import { PowerFlows } from "../../web/src/plots/power-flows";

const names = [
  "t",
  "energy.kinetic",
  "energy.crank.kinetic",
  "energy.rod.kinetic",
  "energy.potential",
  "energy.gravity",
  "energy.stored",
  "energy.dissipated",
  "energy.dissipated.bearing",
  "energy.supplied",
  "energy.supplied.motor",
  "energy.forces",
  "energy.forces.hand.1",
  "energy.forces.hand.2",
  "energy.balance_error",
];

test("the finest accounts are listed once, and their powers add up", () => {
  const trajectory = new Trajectory(
    names.map((name) => ({ name, unit: "" })),
    { camera: { kind: "planar" }, bodies: [], trails: [], vectors: [], moving: 0 },
    1,
  );
  const rows = [
    [0, 3, 1, 2, 5, 5, 8, 0, 0, 0, 0, 0, 0, 0, 0],
    [0.5, 4, 1.5, 2.5, 4.5, 4.5, 8.5, 1, 1, 1.25, 1.25, 0.25, 0.5, -0.25, 0],
  ];
  trajectory.append(Float64Array.from(rows.flat()), new Float64Array(0));
  const flows = new PowerFlows(trajectory);
  expect(flows.at(0.2)).toEqual([
    { name: "crank", kind: "kinetic", power: -1 },
    { name: "rod", kind: "kinetic", power: -1 },
    { name: "gravity", kind: "potential", power: 1 },
    { name: "motor", kind: "supplied", power: 2.5 },
    { name: "hand.1", kind: "supplied", power: 1 },
    { name: "hand.2", kind: "supplied", power: -0.5 },
    { name: "bearing", kind: "dissipated", power: -2 },
  ]);
  expect(flows.at(0.5).reduce((sum, { power }) => sum + power, 0)).toBe(0);
  expect(flows.largest(4)).toBe(4.5);
});
