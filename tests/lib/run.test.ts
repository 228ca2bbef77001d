import { expect, test } from "vitest";
import type { RunOptions } from "../../bindings/js/index.js";
import { load } from "./built.js";
import { ball, collapse, faulty, pendulum } from "./models.js";

const bits = ({ buffer }: Float64Array) => Buffer.from(buffer);

test("a run gives a table whose columns have names and units", async () => {
  const run = (await load(pendulum)).run();
  expect(run.outcome).toBe("finished");
  expect(run.rows).toBe(201);
  expect(run.table).toHaveLength(201 * run.columns.length);
  expect(run.columns.slice(0, 3)).toEqual([
    { name: "t", unit: "s" },
    { name: "phi", unit: "rad" },
    { name: "omega", unit: "rad/s" },
  ]);
  const names = run.columns.map(({ name }) => name);
  for (const name of ["motor.effort", "motor.flow", "energy.kinetic", "energy.stored"])
    expect(names).toContain(name);
  expect(run.column("t").at(-1)).toBeCloseTo(2, 12);
  expect(run.column("phi")[0]).toBe(1);
  expect(run.final.phi).toBe(run.column("phi").at(-1));
});

test("the ledger of a run closes", async () => {
  const run = (await load(pendulum)).run({ inputs: { motor: "0.3*cos(t)" } });
  const { stored, dissipated, supplied, balanceError } = run.ledger;
  expect(supplied).not.toBe(0);
  expect(balanceError).toBeLessThan(1e-11); // the energy is about 6 J, the input about 0.5 J
  expect(stored[1] - stored[0] + dissipated - supplied).toBeCloseTo(0, 11);
  expect(run.column("energy.stored")[0]).toBe(stored[0]);
});

test("a pendulum swings as the closed form says", async () => {
  // The first quarter of a swing from 1 rad takes K(sin 1/2)*sqrt(l/g).
  let [a, b] = [1, Math.cos(0.5)];
  for (let i = 0; i < 8; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  const quarter = (Math.PI / (2 * a)) * Math.sqrt(1 / 9.81);
  const run = (await load(pendulum)).run({ until: quarter, step: quarter / 100 });
  expect(Math.abs(run.final.phi!)).toBeLessThan(1e-7);
});

test("options replace what the model says, for one run", async () => {
  const model = await load(pendulum);
  expect(model.run({ until: 1, step: 0.02 }).rows).toBe(51);
  expect(model.run({ outputEvery: 10 }).rows).toBe(21);
  expect(model.run({ set: { l: 2 } }).final.phi).not.toBe(model.run().final.phi);
  expect(model.run({ inputs: { motor: "1" } }).table).toEqual(
    model.run({ inputs: { motor: 1 } }).table,
  );
  expect(model.run().rows).toBe(201);
});

test("the coordinates of joints are taken where there are joints, and the summary says so", async () => {
  const arm = await load({
    porthos: 1,
    components: {
      rod: { use: "porthos:rod", parameters: { radius: 0.02 } },
      hinge: {
        use: "porthos:revolute",
        between: { a: "ground", b: "rod.tail" },
        parameters: { axis: [0, 1, 0] },
        start: { angle: 0.5 },
      },
    },
    simulation: { until: 1, step: 0.01 },
  });
  const bodies = arm.run({ coordinates: "bodies" });
  const joints = arm.run({ coordinates: "joints" });
  expect(bodies.summary.coordinates).toBeUndefined();
  expect(joints.summary.coordinates).toEqual({ used: "joints" });
  expect(arm.run().table).toEqual(joints.table); // the automatic choice
  expect(joints.final["hinge.angle"]).toBeCloseTo(bodies.final["hinge.angle"]!, 8);
  expect(arm.run({ coordinates: "joints", method: "dop853" }).summary.coordinates).toEqual({
    used: "bodies",
    because: "a method other than gauss(s)",
  });
  const formulas = (await load(pendulum)).run({ coordinates: "joints" });
  expect(formulas.summary.coordinates).toEqual({ used: "bodies", because: "no rigid bodies" });
});

test("other coordinates are refused", async () => {
  const model = await load(pendulum);
  const refused = () => model.run({ coordinates: "angles" as "joints" });
  expect(refused).toThrow(/one of automatic, bodies, joints/);
});

test("two runs are equal to the last bit", async () => {
  const first = (await load(pendulum)).run();
  const model = await load(pendulum);
  model.run({ until: 0.5, set: { m: 3 } });
  const second = model.run();
  expect(bits(second.table).equals(bits(first.table))).toBe(true);
});

test("a numerical failure is an outcome, and what was computed is kept", async () => {
  const run = (await load(collapse)).run();
  expect(["diverged", "not-finite", "pole"]).toContain(run.outcome);
  expect(run.message).toMatch(/\w+ .*\./);
  const t = run.column("t").at(-1)!;
  expect(t).toBeGreaterThan(0.9);
  expect(t).toBeLessThan(1.2);
});

test("the ledger of a run that ends in an overflow has the numbers of its last row", async () => {
  const overflow = {
    porthos: 1,
    positions: { x: 0 },
    velocities: { v: 0 },
    kinematics: { x: "v" },
    kinetic_energy: "v^2/2",
    ports: { force: { flow: "v" } },
    inputs: { force: "exp(exp(8*t))" },
    simulation: { until: 2, step: 0.01 },
  };
  const run = (await load(overflow)).run();
  expect(run.outcome).toBe("not-finite");
  expect(run.ledger.stored[1]).toBe(run.column("energy.stored").at(-1));
});

test("a model with errors does not run", async () => {
  const model = await load(faulty);
  expect(() => model.run()).toThrow(/PH\d+ at \/kin.*\(and \d more\)/);
});

test("options that do not fit the model are problems", async () => {
  const model = await load(pendulum);
  const bad: RunOptions[] = [
    { set: { lenght: 1 } },
    { set: { J: 1 } },
    { inputs: { moter: "1" } },
    { inputs: { motor: "1 +" } },
    { method: "gaus(2)" },
    { until: 2 ** 32 }, // with the step of the model more steps than a run may have
  ];
  for (const options of bad) {
    let problems: unknown;
    try {
      model.run(options);
    } catch (error) {
      problems = (error as { problems?: unknown }).problems;
    }
    expect(problems, JSON.stringify(options)).toMatchObject([{ severity: "error" }]);
  }
  expect(model.run().outcome).toBe("finished");
});

test("options that no model knows are refused", async () => {
  const model = await load(pendulum);
  expect(() => model.run({ untill: 1 } as object)).toThrow('did you mean "until"?');
  expect(() => model.run({ until: NaN })).toThrow('"until" is NaN');
  expect(() => model.run({ set: { l: Infinity } })).toThrow('"l" is Infinity');
});

test.each([Infinity, -Infinity, NaN, 0, -1, 2 ** 32, 0.5])(
  "%d steps are no number of steps, and no run without end",
  async (steps) => {
    const model = await load(pendulum);
    using simulation = model.start();
    expect(() => simulation.advance(steps)).toThrow(RangeError);
    await expect(model.stream({ chunk: steps }).next()).rejects.toThrow(RangeError);
    expect(() => model.run({ outputEvery: steps })).toThrow(RangeError);
    expect(simulation.advance(1).rows).toBe(2);
  },
);

test.each([Infinity, NaN, 0, -1])("a step, or a tolerance, of %d is refused", async (value) => {
  const model = await load(pendulum);
  expect(() => model.run({ step: value })).toThrow(RangeError);
  expect(() => model.run({ tolerance: value })).toThrow(RangeError);
  if (value !== 0) expect(() => model.run({ until: value })).toThrow(RangeError);
  expect(model.run({ until: 0 }).rows).toBe(1);
});

test("values of the wrong type are a TypeError, and harm nothing", async () => {
  const model = await load(pendulum);
  using simulation = model.start();
  simulation.advance(3);
  const wrong: unknown[] = [null, undefined, 7, {}, [], new Uint8Array(3), Symbol("x")];
  for (const value of wrong) {
    expect(() => simulation.restore(value as string)).toThrow(TypeError);
    expect(() => simulation.advance(String(value) as unknown as number)).toThrow(TypeError);
  }
  for (const options of [null, 7, { until: "1" }, { set: [] }, { set: null }, { method: 2 }])
    expect(() => model.run(options as RunOptions)).toThrow(TypeError);
  expect(() => model.run({ inputs: { motor: null } } as unknown as RunOptions)).toThrow(TypeError);
  for (const source of [null, undefined, 7, Symbol("x")])
    await expect(load(source as unknown as string)).rejects.toThrow(TypeError);
  expect(simulation.advance(1).steps).toBe(4);
  expect(model.run().rows).toBe(201);
});

test("an unknown column is refused with a suggestion", async () => {
  const run = (await load(pendulum)).run();
  expect(() => run.column("phy")).toThrow('no column "phy"; did you mean "phi"?');
});

test("poses have twelve numbers for each body and row", async () => {
  const body = { name: "rod", angle: "phi", shapes: [{ type: "sphere", radius: 0.1 }] };
  const view = { camera: { kind: "planar", center: [0, 0], width: 3 }, bodies: [body] };
  const model = await load({ ...pendulum, view });
  expect(model.problems).toEqual([]);
  expect(model.run().poses).toHaveLength(0);
  const run = model.run({ poses: true });
  expect(run.scene.bodies.map(({ name }) => name)).toEqual(["rod"]);
  expect(run.poses).toHaveLength(12 * run.rows);
  const phi = run.final.phi!;
  const last = [...run.poses.slice(-12)];
  const expected = [0, 0, 0, Math.cos(phi), Math.sin(phi), 0, -Math.sin(phi), Math.cos(phi)];
  expected.forEach((value, i) => expect(last[i]).toBeCloseTo(value, 12));
});

test("a simulation goes on from a snapshot to the last bit", async () => {
  const model = await load(pendulum);
  using simulation = model.start();
  simulation.advance(50);
  const snapshot = simulation.snapshot();
  const first = simulation.advance(1000);
  expect(simulation.restore(snapshot)).toBe(true);
  const second = simulation.advance(1000);
  expect(first.done && second.done).toBe(true);
  expect(second.t).toBe(first.t);
  expect(second.table.slice(-first.columns.length)).toEqual(
    first.table.slice(-first.columns.length),
  );
  expect(simulation.restore("something else")).toBe(false);
});

test("what is no snapshot of the run is refused, whatever its type", async () => {
  const model = await load(pendulum);
  using simulation = model.start();
  simulation.advance(50);
  const snapshot = simulation.snapshot();
  for (const wrong of [null, undefined, 0, {}, [snapshot], new String(snapshot)])
    expect(() => simulation.restore(wrong as string)).toThrow(TypeError);
  for (const wrong of ["", "\ud800", snapshot.slice(16)])
    expect(simulation.restore(wrong)).toBe(false);
  using other = model.start({ step: 0.011 });
  expect(other.restore(snapshot)).toBe(false);
  expect(simulation.restore(snapshot)).toBe(true);
});

test("simulations of one model do not disturb each other", async () => {
  const model = await load(pendulum);
  const alone = model.run();
  using a = model.start();
  using b = model.start({ set: { l: 3 } });
  const tables: Float64Array[] = [];
  for (let done = false; !done;) {
    b.advance(7);
    const chunk = a.advance(13);
    tables.push(chunk.table);
    done = chunk.done;
  }
  expect(tables.flatMap((table) => [...table])).toEqual([...alone.table]);
});

test("a run tells what happened, and what it added to the energy", async () => {
  const model = await load(ball);
  const run = model.run();
  expect(run.outcome).toBe("stopped");
  expect(run.events.map(({ name }) => name)).toEqual(["bounce", "bounce", "top"]);
  const first = Math.sqrt(2 / 9.81);
  expect(run.events[0]!.t).toBeCloseTo(first, 12);
  expect(run.events[1]!.t).toBeCloseTo(2.6 * first, 12);
  expect(run.events[2]!.t).toBeCloseTo(3.24 * first, 12);
  expect(run.summary.eventCount).toBe(3);
  expect(run.ledger.events).toBeCloseTo(9.81 * (0.8 ** 4 - 1), 11);
  expect(run.column("energy.events").at(-1)).toBe(run.ledger.events);
  expect(run.ledger.balanceError).toBeLessThan(1e-13);
  const chunks = [...Array(200).keys()].map(() => 1);
  const simulation = model.start();
  const told = chunks.flatMap((steps) => simulation.advance(steps).events);
  expect(told).toEqual(run.events);
});

test("columns and the command's report say what a state or an output is", async () => {
  const model = await load({
    ...pendulum,
    positions: { phi: { unit: "rad", start: 1, label: "angle" } },
    outputs: {
      h: { formula: "-l*cos(phi)", unit: "m", label: "height of the bob" },
      plain: "2*phi",
      pair: { formula: "[phi, omega]", label: "both" },
    },
    invariants: { E: { formula: "J/2*omega^2 - 9.81*l*cos(phi)", unit: "J", label: "energy" } },
  });
  expect(model.problems).toEqual([]);
  const { columns } = model.run({ until: 0.1 });
  const labels = columns.filter(({ label }) => label).map(({ name, label }) => [name, label]);
  expect(labels).toEqual([
    ["phi", "angle"],
    ["E", "energy"],
    ["h", "height of the bob"],
    ["pair.1", "both"],
    ["pair.2", "both"],
  ]);
  expect(columns.find(({ name }) => name === "plain")).toEqual({ name: "plain", unit: "" });
  const wrong = await load({ ...pendulum, outputs: { h: { formula: "phi", label: 3 } } });
  expect(wrong.problems.map(({ where }) => where)).toEqual(["/outputs/h/label"]);
});

test("what follows from other parameters is reported with the values of the run", async () => {
  const model = await load(pendulum);
  expect(model.start().started.derived).toEqual([{ name: "J", value: 1 }]);
  expect(model.start({ set: { l: 3, m: 2 } }).started.derived).toEqual([{ name: "J", value: 18 }]);
});
