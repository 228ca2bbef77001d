// The numbers that `advance` reports without making a text.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { load } from "./built.js";

const pendulum = readFileSync(
  new URL("../../web/models/pendulum-cartesian.porthos.json", import.meta.url),
  "utf8",
);

const withEvents = {
  porthos: 1,
  name: "Clock",
  parameters: { high: { value: 0.25, unit: "m" }, m: { value: 1, unit: "kg" } },
  positions: { x: { unit: "m", start: 0 } },
  velocities: { v: { unit: "m/s", start: 1 } },
  kinematics: { x: "v" },
  kinetic_energy: "m*v^2/2",
  events: { passed: { when: "x - high", do: ["record"] } },
  simulation: { until: 1, step: 0.1, method: "gauss(2)" },
};

test("one step at a time gives the chunks of a whole run", async () => {
  const model = await load(withEvents);
  expect(model.problems).toEqual([]);
  const whole = model.run();
  using simulation = model.start();
  const chunks = [...Array(10)].map(() => simulation.advance(1));
  expect(chunks.map(({ steps }) => steps)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(chunks.flatMap(({ events }) => events)).toEqual(whole.events);
  expect(chunks.map(({ events }) => events.length)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
  expect(chunks.flatMap(({ table }) => [...table])).toEqual([...whole.table]);
  expect(chunks.map(({ done }) => done)).toEqual([...Array(9).fill(false), true]);
  expect(new Set(chunks.map(({ outcome }) => outcome))).toEqual(new Set(["running", "finished"]));
  expect(chunks.at(-1)!.message).toBe(whole.message);
  expect(chunks.at(-1)!.summary).toEqual(whole.summary);
});

test("tables of earlier chunks stay as they were", async () => {
  const model = await load(pendulum);
  using simulation = model.start({ outputEvery: 1, poses: true });
  const first = simulation.advance(3);
  const table = [...first.table];
  const poses = [...first.poses];
  for (let k = 0; k < 50; k++) simulation.advance(7);
  expect([...first.table]).toEqual(table);
  expect([...first.poses]).toEqual(poses);
  expect(poses.length).toBeGreaterThan(0);
});

test("what a run is told after going back is of where it is", async () => {
  const model = await load(withEvents);
  using simulation = model.start();
  simulation.advance(2);
  const snapshot = simulation.snapshot();
  const end = simulation.advance(100);
  expect(end.outcome).toBe("finished");
  expect(simulation.restore(snapshot)).toBe(true);
  expect(simulation.steps).toBe(2);
  const next = simulation.advance(1);
  expect([next.outcome, next.done, next.events.length]).toEqual(["running", false, 1]);
  expect(simulation.advance(100).message).toBe(end.message);
});
