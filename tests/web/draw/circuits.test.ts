// Circuits drawn on the board, against their closed forms.
import { expect, test } from "vitest";
import { moveEnds, routesOf, withPrefix } from "../../../web/src/draw/circuit";
import { removeThing } from "../../../web/src/draw/change";
import { fieldsOf } from "../../../web/src/draw/fields";
import { ModelText } from "../../../web/src/draw/model-text";
import { readDrawing } from "../../../web/src/draw/read";
import { isTwoPole, terminalsOf, thingsOf } from "../../../web/src/draw/things";
import { powerOf } from "../../../web/src/draw/live-run";
import { partOf } from "../../../web/src/draw/parts/table";
import { wireFlows } from "../../../web/src/draw/wire-flows";
import { draw, load, run, Sheet } from "./support";

const setValue = (sheet: Sheet, name: string, parameter: string, value: unknown): void =>
  sheet.model.set(["components", name, "parameters", parameter], value);

const problemsOf = async ({ text }: Sheet): Promise<readonly unknown[]> =>
  (await load(text, { isText: true })).problems.filter(({ severity }) => severity === "error");

/** A source of 1 V, a resistor, an inductor and a capacitor in a loop. */
function drawLoop(sheet: Sheet): void {
  draw(sheet, "voltage", [-0.4, 0.3], [-0.4, -0.3]);
  draw(sheet, "resistor", [-0.4, 0.3], [0, 0.3]);
  draw(sheet, "inductor", [0, 0.3], [0.4, 0.3]);
  draw(sheet, "capacitor", [0.4, 0.3], [0.4, -0.3]);
  draw(sheet, "wire", [0.4, -0.3], [-0.4, -0.3]);
  draw(sheet, "ground", [-0.4, -0.3]);
}

test("an RLC circuit rings as its closed form, and its text is short and plain", async () => {
  const sheet = new Sheet();
  drawLoop(sheet);
  setValue(sheet, "inductor", "L", 0.5);
  setValue(sheet, "capacitor", "C", 0.02);
  expect(sheet.text.trimEnd().split("\n").length).toBeLessThanOrEqual(35);
  expect(Object.keys(sheet.model.members("components"))).toEqual([
    ...["A", "source", "C", "resistor", "D", "inductor", "capacitor"],
  ]);
  expect(readDrawing(new ModelText(sheet.text))).toEqual(sheet.drawing);
  expect(sheet.drawing.others).toEqual([]);
  expect(await problemsOf(sheet)).toEqual([]);
  const result = await run(sheet.text, { until: 1 });
  const [t, i] = [result.column("t"), result.column("inductor.current")];
  const [R, L, C] = [1, 0.5, 0.02];
  const delta = R / (2 * L);
  const omega = Math.sqrt(1 / (L * C) - delta * delta);
  t.forEach((time, row) =>
    expect(i[row]).toBeCloseTo((Math.exp(-delta * time) * Math.sin(omega * time)) / (omega * L), 6),
  );
});

test("a rectifier passes the positive half waves", async () => {
  const sheet = new Sheet();
  draw(sheet, "voltage", [-0.4, 0.3], [-0.4, -0.3]);
  draw(sheet, "diode", [-0.4, 0.3], [0.2, 0.3]);
  draw(sheet, "resistor", [0.2, 0.3], [0.2, -0.3]);
  draw(sheet, "wire", [0.2, -0.3], [-0.4, -0.3]);
  draw(sheet, "ground", [0.2, -0.3]);
  setValue(sheet, "resistor", "R", 50);
  expect(sheet.drawing.others).toEqual([]);
  const [source] = thingsOf(sheet.drawing, "voltage");
  const field = () => fieldsOf(sheet.model, source!).find(({ id }) => id === "U")!;
  field().set(sheet.model, 5);
  expect(sheet.model.at("components", "source", "parameters", "U")).toBe(5);
  // A parameter knows no time: an input has the formula.
  field().set(sheet.model, "10*sin(2*pi*t)");
  expect(sheet.model.at("components", "source", "parameters")).toBe(undefined);
  expect(field().value).toBe("10*sin(2*pi*t)");
  expect(thingsOf(sheet.drawing, "voltage")[0]?.label).toBe("10*sin(2*pi*t)");
  expect(await problemsOf(sheet)).toEqual([]);
  const result = await run(sheet.text, { until: 2 });
  const [t, i] = [result.column("t"), result.column("resistor.current")];
  t.forEach((time, row) =>
    expect(i[row]).toBeCloseTo(Math.max(0, 10 * Math.sin(2 * Math.PI * time)) / 50, 6),
  );
});

test("a DC motor lifts a weight with the speed at which its torque carries it", async () => {
  const sheet = new Sheet();
  draw(sheet, "disc", [0.3, 0.3], [0.4, 0.3]);
  draw(sheet, "ground", [0.3, 0.3]);
  draw(sheet, "mass", [0.3, -0.4]);
  draw(sheet, "winch", [0.3, 0.3], [0.3, -0.4]);
  draw(sheet, "voltage", [-0.6, 0.5], [-0.6, 0.1]);
  draw(sheet, "machine", [-0.2, 0.5], [-0.2, 0.1], [0.3, 0.3]);
  draw(sheet, "wire", [-0.6, 0.5], [-0.2, 0.5]);
  draw(sheet, "wire", [-0.6, 0.1], [-0.2, 0.1]);
  draw(sheet, "ground", [-0.6, 0.1]);
  setValue(sheet, "source", "U", 24);
  setValue(sheet, "motor", "k", 0.5);
  expect(sheet.text.trimEnd().split("\n").length).toBeLessThanOrEqual(35);
  expect(sheet.drawing.others).toEqual([]);
  expect(await problemsOf(sheet)).toEqual([]);
  const [U, k, R, r, m, I, L] = [24, 0.5, 1, 0.1, 1, 0.005, 0.01];
  const result = await run(sheet.text, { until: 0.12 });
  const [t, omega] = [result.column("t"), result.column("disc.omega")];
  // (I + m r^2) omega' = k i - m g r, L i' = U - R i - k omega: linear, with two real or complex rates.
  const J = I + m * r * r;
  const steady = (U - (R * m * 9.81 * r) / k) / k;
  const [p, q] = [R / L, (k * k) / (L * J)];
  const root = Math.sqrt(Math.abs(p * p - 4 * q)) / 2;
  expect(p * p).toBeGreaterThan(4 * q);
  const [s1, s2] = [-p / 2 + root, -p / 2 - root];
  const slope = (-m * 9.81 * r) / J; // of omega at the start, before any current: the weight falls
  const [a, b] = [(slope + s2 * steady) / (s1 - s2), (slope + s1 * steady) / (s2 - s1)];
  expect(a + b).toBeCloseTo(-steady, 9);
  t.forEach((time, row) => {
    const expected = steady + a * Math.exp(s1 * time) + b * Math.exp(s2 * time);
    expect(Math.abs(omega[row]! - expected)).toBeLessThan(2e-4 * steady);
  });
  expect(result.column("mass.r.2").at(-1)).toBeGreaterThan(-0.4);
});

test("moved ends take their wires along, and what is removed leaves no node behind", async () => {
  const sheet = new Sheet();
  drawLoop(sheet);
  moveEnds(sheet.model, sheet.drawing, (_place, name) => name === "capacitor", { x: 0.2, y: 0.1 });
  const [capacitor] = thingsOf(sheet.drawing, "capacitor");
  expect(capacitor?.ends.map(({ place }) => place)).toEqual([
    { x: 0.6, y: 0.4 },
    { x: 0.6, y: -0.2 },
  ]);
  expect(thingsOf(sheet.drawing, "net").find(({ name }) => name === "D")?.places).toHaveLength(2);
  for (const { name } of sheet.drawing.things.filter(isTwoPole))
    removeThing(sheet.model, sheet.drawing, name);
  expect(sheet.model.members("components")).toEqual({});
  expect(terminalsOf(sheet.drawing)).toEqual([]);
});

test("wires go at right angles, and reach all places", () => {
  const places = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: 1, y: 0.2 },
    { x: 0, y: 0 },
  ];
  const routes = routesOf(places);
  for (const route of routes)
    route.slice(1).forEach(({ x, y }, index) => {
      const from = route[index]!;
      expect(x === from.x || y === from.y).toBe(true);
    });
  const reached = routes.flat().map(({ x, y }) => `${x} ${y}`);
  for (const { x, y } of places) expect(reached).toContain(`${x} ${y}`);
  expect(routesOf(places.slice(0, 1))).toEqual([]);
  // There are two ways: the wire takes the one beside the elements.
  const [from, to] = [
    { x: -0.3, y: 0.1 },
    { x: -0.1, y: 0.3 },
  ];
  const above = [{ x: -0.5, y: 0.3 }, to] as const;
  expect(routesOf([from, to])).toEqual([[from, { x: -0.3, y: 0.3 }, to]]);
  expect(routesOf([from, to], [above])).toEqual([[from, { x: -0.1, y: 0.1 }, to]]);
});

test("values have prefixes of their units", () => {
  expect(withPrefix(0.0047, "F")).toBe("4.7 mF");
  expect(withPrefix(1e-7, "F")).toBe("100 nF");
  expect(withPrefix(4700, "Ω")).toBe("4.7 kΩ");
  expect(withPrefix(0, "V")).toBe("0 V");
  expect(withPrefix(-12, "V")).toBe("-12 V");
});

test("a transformer divides the voltage by its ratio, and multiplies the current", async () => {
  const sheet = new Sheet();
  draw(sheet, "voltage", [-0.6, 0.4], [-0.6, 0]);
  draw(sheet, "ground", [-0.6, 0]);
  draw(sheet, "transformer", [-0.6, 0.4], [-0.6, 0], [0.2, 0.4], [0.2, 0]);
  draw(sheet, "ground", [0.2, 0]);
  draw(sheet, "resistor", [0.2, 0.4], [0.2, 0]);
  setValue(sheet, "source", "U", 12);
  setValue(sheet, "transformer", "n", 3); // u_ab = n u_cd
  setValue(sheet, "resistor", "R", 8);
  expect(sheet.model.at("components", "transformer", "between")).toEqual({
    ...{ a: "A", b: "ground", c: "B", d: "ground" },
  });
  const seen = await run(sheet.text, { until: 0.01 });
  expect(seen.outcome).toBe("finished");
  expect(seen.column("resistor.current").at(-1)).toBeCloseTo(12 / 3 / 8, 9);
  expect(seen.column("source.voltage.effort").at(-1)).toBeCloseTo(12 / 3 / 8 / 3, 9);
  // Its wires, its four ends, and its removal.
  expect(sheet.drawing.others).toEqual([]);
  const thing = sheet.drawing.things.find(({ name }) => name === "transformer")!;
  expect("ends" in thing && thing.ends.map(({ place: { x, y } }) => [x, y])).toEqual([
    ...[
      [-0.6, 0.4],
      [-0.6, 0],
    ],
    ...[
      [0.2, 0.4],
      [0.2, 0],
    ],
  ]);
  removeThing(sheet.model, sheet.drawing, "transformer");
  expect(sheet.text).not.toContain("transformer");
  expect(sheet.drawing.things.map(({ name }) => name)).toContain("B");
});

test("a gyrator with a capacitor is an inductor: the current rises with R C/G^2", async () => {
  const sheet = new Sheet();
  draw(sheet, "voltage", [-0.8, 0.4], [-0.8, 0]);
  draw(sheet, "ground", [-0.8, 0]);
  draw(sheet, "resistor", [-0.8, 0.4], [-0.4, 0.4]);
  draw(sheet, "gyrator", [-0.4, 0.4], [-0.4, 0], [0.2, 0.4], [0.2, 0]);
  draw(sheet, "ground", [-0.4, 0]);
  draw(sheet, "ground", [0.2, 0]);
  draw(sheet, "capacitor", [0.2, 0.4], [0.2, 0]);
  setValue(sheet, "source", "U", 10);
  setValue(sheet, "resistor", "R", 5);
  setValue(sheet, "gyrator", "G", 0.5);
  setValue(sheet, "capacitor", "C", 0.01);
  const time = 0.006;
  const seen = await run(sheet.text, { until: time });
  expect(seen.outcome).toBe("finished");
  const [R, L] = [5, 0.01 / 0.5 ** 2];
  const expected = (10 / R) * (1 - Math.exp((-R * time) / L));
  expect(seen.column("resistor.current").at(-1)).toBeCloseTo(expected, 6);
});

test("meters show the voltage and the current of a resistor, in either direction", async () => {
  const sheet = new Sheet();
  draw(sheet, "voltage", [-0.6, 0.4], [-0.6, 0]);
  draw(sheet, "ammeter", [-0.6, 0.4], [0, 0.4]);
  draw(sheet, "resistor", [0, 0.4], [0, 0]);
  draw(sheet, "voltmeter", [0, 0], [0, 0.4]);
  draw(sheet, "wire", [-0.6, 0], [0, 0]);
  draw(sheet, "ground", [0, 0]);
  setValue(sheet, "source", "U", 6);
  setValue(sheet, "resistor", "R", 4);
  expect(await problemsOf(sheet)).toEqual([]);
  const seen = await run(sheet.text, { until: 0.01 });
  expect(seen.column("ammeter.current").at(-1)).toBeCloseTo(1.5, 12);
  expect(seen.column("voltmeter.voltage").at(-1)).toBeCloseTo(-6, 12);
  expect(sheet.drawing.others).toEqual([]);
  // The board shows that the source gives the power that the resistor takes, with one current in the circuit.
  const value = (column: string): number => seen.column(column).at(-1)!;
  const branches = sheet.drawing.things.flatMap((thing) =>
    (partOf(thing).branches?.(thing) ?? []).map((branch) => ({ thing, branch })),
  );
  const powers = Object.fromEntries(
    branches.map(({ thing, branch }) => [thing.name, powerOf(thing, branch, value)]),
  );
  expect(powers["source"]).toBeCloseTo(-9, 9);
  expect(powers["resistor"]).toBeCloseTo(9, 9);
  expect(powers["ammeter"]).toBeCloseTo(0, 9);
  expect(powers["voltmeter"]).toBeCloseTo(0, 9);
});

test("a heated body cools into its environment with the time C/G", async () => {
  const sheet = new Sheet();
  draw(sheet, "capacity", [0.4, 0.2]);
  draw(sheet, "reservoir", [0.8, 0.2]);
  draw(sheet, "conductor", [0.4, 0.2], [0.8, 0.2]);
  draw(sheet, "voltage", [-0.4, 0.2], [-0.4, -0.2]);
  draw(sheet, "ground", [-0.4, -0.2]);
  draw(sheet, "heater", [-0.4, 0.2], [-0.4, -0.2], [0.4, 0.2]);
  setValue(sheet, "source", "U", 10);
  setValue(sheet, "heater", "R", 5);
  setValue(sheet, "body", "C", 20);
  setValue(sheet, "conductor", "G", 4);
  expect(Object.keys(sheet.model.members("components"))).toEqual([
    ...["body", "room", "conductor", "A", "source", "heater"],
  ]);
  expect(sheet.drawing.others).toEqual([]);
  expect(await problemsOf(sheet)).toEqual([]);
  const seen = await run(sheet.text, { until: 5 });
  const [t, temperature] = [seen.column("t"), seen.column("body.temperature")];
  t.forEach((time, row) => {
    const expected = 293.15 + (20 / 4) * (1 - Math.exp((-4 / 20) * time));
    expect(Math.abs(temperature[row]! - expected)).toBeLessThan(1e-5);
  });
  // A conductor goes with one of its bodies, and a heater, too.
  removeThing(sheet.model, sheet.drawing, "body");
  expect(sheet.drawing.things.map(({ name }) => name)).toEqual(["room", "A", "source"]);
  expect(sheet.text).not.toContain("conductor");
});

test("a wire carries what flows in behind it", () => {
  const [a, b, c, d] = [
    { x: 0, y: 1 },
    { x: 1, y: 1 },
    { x: 2, y: 1 },
    { x: 1, y: 0 },
  ] as const;
  const flows = wireFlows(
    [
      [a, b, c],
      [d, b],
    ],
    [
      { place: a, flow: 3 },
      { place: c, flow: -1 },
      { place: d, flow: -2 },
    ],
  );
  expect(flows.map(({ flow }) => flow)).toEqual([3, 1, -2]);
});
