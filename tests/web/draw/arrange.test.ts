// Copies, mirror images and moves of several things: their texts, and their motions.
import { expect, test } from "vitest";
import { removeThing } from "../../../web/src/draw/change";
import { copyThings } from "../../../web/src/draw/copies";
import { negated, mirrorAt, movePlace, shiftBy, turnAbout } from "../../../web/src/draw/motion";
import { moveThings } from "../../../web/src/draw/move-things";
import { distance, type Vec } from "../../../web/src/draw/numbers";
import { placeOf } from "../../../web/src/draw/parts/table";
import { bodiesOf, lengthOf, thingsOf } from "../../../web/src/draw/things";
import { toolNamed, type ToolId } from "../../../web/src/draw/tools";
import { draw, drivenFourBar as fourBar, load, run, Sheet, useTool } from "./support";

const allOf = (sheet: Sheet): readonly string[] => sheet.drawing.things.map(({ name }) => name);
const at = (x: number, y: number): Vec => ({ x, y });

/** Everything that moves in a world that turns and falls sideways would differ: gravity is switched off. */
function withoutGravity(sheet: Sheet): void {
  sheet.model.set(["environment"], { gravity: [0, 0] });
}

test("a mirrored mechanism moves as the mirror image of its original", async () => {
  const sheet = fourBar();
  withoutGravity(sheet);
  const mirror = mirrorAt(at(0.9, 0.1), 1.1);
  const names = allOf(sheet);
  const copies = copyThings(sheet.model, sheet.drawing, names, mirror);
  expect(copies).toHaveLength(names.length);
  expect((await load(sheet.text, { isText: true })).problems).toEqual([]);
  const seen = await run(sheet.text, { until: 0.3 });
  expect(seen.outcome).toBe("finished");
  const image = ["rod_2", "rod_3"].map((name) => {
    const index = bodiesOf(sheet.drawing).findIndex((body) => body.name === name);
    return [name, bodiesOf(sheet.drawing)[index + 3]!.name] as const;
  });
  for (const [name, copy] of image) {
    const [x, y, phi] = ["r.1", "r.2", "phi"].map((state) => seen.column(`${name}.${state}`));
    const [u, v, psi] = ["r.1", "r.2", "phi"].map((state) => seen.column(`${copy}.${state}`));
    expect(x!.length).toBeGreaterThan(20);
    x!.forEach((_, row) => {
      const there = movePlace(mirror, at(x![row]!, y![row]!));
      // The starts are rounded to 1e-6 m, and the engine closes the loops of each.
      expect(u![row]).toBeCloseTo(there.x, 4);
      expect(v![row]).toBeCloseTo(there.y, 4);
      expect(Math.cos(psi![row]! + phi![row]!)).toBeCloseTo(Math.cos(2.2), 4);
    });
  }
  const far = seen.column(`${image[0]![1]}.r.1`);
  expect(distance(at(far[0]!, 0), at(far.at(-1)!, 0))).toBeGreaterThan(0.01);
});

test("copies have names and texts that a person would write", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0.5], [0, 0.1]);
  draw(sheet, "ground", [0, 0.5]);
  const before = sheet.text;
  const made = copyThings(sheet.model, sheet.drawing, ["rod", "A"], shiftBy(at(0.2, 0)));
  expect(made).toEqual(["rod_2", "B"]);
  const added = sheet.text.split("\n").filter((line) => !before.includes(line.replace(/,$/, "")));
  expect(added.map((line) => line.trim().replace(/,$/, ""))).toEqual([
    '"rod_2": { "use": "porthos:planar-rod", "parameters": { "length": 0.4 }, "start": { "r": [0.2, 0.3], "phi": "-pi/2" } }',
    '"B": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod_2.tail" }, "parameters": { "at_a": [0.2, 0.5] } }',
  ]);
  // Adding a part and removing it gives the same text.
  for (const name of made) removeThing(sheet.model, sheet.drawing, name);
  expect(sheet.text).toBe(before);
});

test("a row of pendulums swings in step, and a ring of rods meets at its centre", async () => {
  const row = new Sheet();
  draw(row, "rod", [0, 0.5], [0.3, 0.5]);
  draw(row, "ground", [0, 0.5]);
  const selected = allOf(row);
  useTool(row, toolNamed("row"), [row.at(0, 0.5), row.at(0, 0.2)], { selected, number: 4 });
  expect(thingsOf(row.drawing, "rod").map(({ name, tail }) => [name, tail.x, tail.y])).toEqual(
    ["rod", "rod_2", "rod_3", "rod_4"].map((name, k) => [
      name,
      expect.closeTo(0, 9),
      expect.closeTo(0.5 - 0.3 * k, 9),
    ]),
  );
  const swung = await run(row.text, { until: 0.5 });
  expect(swung.column("rod.phi").at(-1)).toBeLessThan(-0.5);
  expect(swung.column("rod_4.phi").at(-1)).toBeCloseTo(swung.column("rod.phi").at(-1)!, 9);
  const ring = new Sheet();
  draw(ring, "rod", [0, 0], [0.4, 0]);
  useTool(ring, toolNamed("ring"), [ring.at(0, 0)], { selected: ["rod"], number: 5 });
  const angles = thingsOf(ring.drawing, "rod").map(({ frame }) => frame.phi);
  angles.forEach((phi, k) => expect(Math.cos(phi - (2 * Math.PI * k) / 5)).toBeCloseTo(1, 9));
  // Each copy is pinned where its end meets others: four pins of five rods at one node.
  expect(thingsOf(ring.drawing, "pin")).toHaveLength(4);
  expect(ring.at(0, 0).node?.pins).toHaveLength(4);
});

test("half of a linkage becomes a whole one at its mirror", async () => {
  // A rhombus of rods of 0.5 m from its upper left half: the ends on the mirror are pinned.
  const sheet = new Sheet();
  draw(sheet, "rod", [-0.4, 0], [0, 0.3]);
  draw(sheet, "rod", [-0.4, 0], [0, -0.3]);
  draw(sheet, "ground", [0, -0.3]);
  const selected = ["rod", "rod_2", "A"];
  const line = [sheet.at(0, -0.3), sheet.at(0, 0.3)];
  useTool(sheet, toolNamed("mirror"), line, { selected, number: 3 });
  const model = await load(sheet.text, { isText: true });
  expect(model.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  // Four rods have 12 velocities; two pins of the halves, one on top and two at the ground have 10 rows.
  expect(model.report?.degreesOfFreedom).toBe(2);
  for (const rod of thingsOf(sheet.drawing, "rod")) expect(lengthOf(rod)).toBeCloseTo(0.5, 9);
});

test("a wheel that is mirrored at the middle of its plate is pinned to the same plate", () => {
  const sheet = new Sheet();
  draw(sheet, "plate", [-0.4, 0], [0.4, 0], [0.4, 0.2], [-0.4, 0.2]);
  draw(sheet, "disc", [-0.4, 0], [-0.4, 0.1]);
  const [pin] = thingsOf(sheet.drawing, "pin");
  copyThings(sheet.model, sheet.drawing, ["disc", pin!.name], mirrorAt(at(0, 0), Math.PI / 2));
  const pins = thingsOf(sheet.drawing, "pin");
  expect(pins.map(({ a, b }) => [a.body, b.body])).toEqual([
    ["plate", "disc"],
    ["plate", "disc_2"],
  ]);
  expect(pins[1]!.a.place).toEqual({ x: expect.closeTo(0.4, 9), y: expect.closeTo(0, 9) });
  // Beside its body there is nothing to which a pin could be fixed.
  const off = copyThings(sheet.model, sheet.drawing, ["disc", pin!.name], shiftBy(at(0, 0.7)));
  expect(off).toEqual(["disc_3"]);
});

test("a slope, its wheel and their contact have a mirror image that touches from above", async () => {
  const sheet = new Sheet();
  draw(sheet, "floor", [-0.8, 0.4], [-0.1, 0.1]);
  draw(sheet, "disc", [-0.45, 0.25], [-0.45, 0.35]);
  const names = allOf(sheet);
  copyThings(sheet.model, sheet.drawing, names, mirrorAt(at(0, 0), Math.PI / 2));
  const [, image] = thingsOf(sheet.drawing, "floor");
  expect(image!.frame.phi).toBeCloseTo(Math.atan2(0.3, 0.7), 9);
  const seen = await run(sheet.text, { until: 0.4 });
  expect(seen.outcome).toBe("finished");
  const [left, right] = ["wheel", "wheel_2"].map((name) => seen.column(`${name}.r.1`));
  expect(left!.at(-1)! - left![0]!).toBeGreaterThan(0.1);
  left!.forEach((x, row) => expect(right![row]).toBeCloseTo(-x, 6));
  const [one, other] = ["wheel", "wheel_2"].map((name) => seen.column(`${name}.omega`).at(-1)!);
  expect(other).toBeCloseTo(-one!, 5);
});

test("a winch and a circuit are copied with their nodes; the mirrored drum winds the other way", async () => {
  const sheet = new Sheet();
  draw(sheet, "disc", [0.3, 0.3], [0.3, 0.4]);
  draw(sheet, "ground", [0.3, 0.3]);
  draw(sheet, "mass", [0.3, -0.4]);
  draw(sheet, "winch", [0.3, 0.3], [0.3, -0.4]);
  const circuit = (id: ToolId, ...places: readonly Vec[]): void => {
    const targets = places.map((place) => {
      const found = sheet.drawing.things
        .flatMap((thing) => ("ends" in thing ? thing.ends : []))
        .find((end) => distance(end.place, place) < 1e-6);
      return { place, ...(found ? { terminal: found.net } : {}) };
    });
    if (id === "machine") targets[2] = sheet.at(0.3, 0.3) as (typeof targets)[number];
    useTool(sheet, toolNamed(id), targets);
  };
  circuit("voltage", at(-0.6, 0.5), at(-0.6, 0.1));
  circuit("ground", at(-0.6, 0.1));
  circuit("machine", at(-0.6, 0.5), at(-0.6, 0.1), at(0.3, 0.3));
  const mirror = mirrorAt(at(1, 0), Math.PI / 2);
  copyThings(sheet.model, sheet.drawing, allOf(sheet), mirror);
  expect(thingsOf(sheet.drawing, "net")).toHaveLength(2);
  expect(thingsOf(sheet.drawing, "voltage").map(({ ends }) => ends[1].net)).toEqual([
    "ground",
    "ground",
  ]);
  expect(sheet.model.at("components", "winch_2", "parameters", "drum")).toBe(
    -Number(sheet.model.at("components", "winch", "parameters", "drum")),
  );
  expect((await load(sheet.text, { isText: true })).problems).toEqual([]);
});

test("several things move together, and what is joined to them follows with its end", async () => {
  const sheet = fourBar();
  const before = sheet.drawing;
  moveThings(sheet.model, sheet.drawing, ["crank", "rod_2"], shiftBy(at(0.1, 0.2)));
  const [crank, coupler, rocker] = thingsOf(sheet.drawing, "rod");
  const [was] = thingsOf(before, "rod");
  expect(crank!.tail).toEqual({ x: expect.closeTo(-0.2, 5), y: expect.closeTo(0.2, 5) });
  expect(lengthOf(crank!)).toBeCloseTo(lengthOf(was!), 12);
  // The rocker stays at the ground, and reaches the coupler.
  expect(rocker!.tip).toEqual({ x: expect.closeTo(0.2, 5), y: expect.closeTo(0, 5) });
  expect(distance(rocker!.tail, coupler!.tip)).toBeLessThan(3e-6);
  const pins = thingsOf(sheet.drawing, "pin");
  for (const { a, b } of pins) expect(distance(a.place, b.place)).toBeLessThan(3e-6);
  expect((await load(sheet.text, { isText: true })).problems).toEqual([]);
  // All of it, and back: the text is as before.
  const whole = fourBar();
  const text = whole.text;
  moveThings(whole.model, whole.drawing, allOf(whole), shiftBy(at(0.1, 0.2)));
  expect(whole.text).not.toBe(text);
  moveThings(whole.model, whole.drawing, allOf(whole), shiftBy(at(-0.1, -0.2)));
  expect(whole.text).toBe(text);
});

test("what is flipped twice is as it was, and its motor turned the other way in between", () => {
  const sheet = fourBar();
  const text = sheet.text;
  const flip = (): void =>
    moveThings(sheet.model, sheet.drawing, allOf(sheet), mirrorAt(at(0, 0), Math.PI / 2));
  flip();
  expect(sheet.model.at("inputs", "C.torque")).toEqual({ flow: "-2*pi" });
  expect(sheet.drawing.things.map(placeOf)[0]!.x).toBeCloseTo(0.3, 9);
  expect(sheet.model.at("inputs", "force")).toEqual([-1, 1]);
  flip();
  expect(JSON.parse(sheet.text)).toEqual(JSON.parse(text));
});

test("a start of the author's keeps its formula, and turns with its body", () => {
  const sheet = new Sheet(`{
    "porthos": 1, "name": "x", "parameters": { "v0": 2 },
    "components": { "puck": { "use": "porthos:planar-body",
      "start": { "r": [0.1, 0], "v": ["v0", 0], "omega": { "value": "3*v0", "fixed": true } } } } }`);
  copyThings(sheet.model, sheet.drawing, ["puck"], mirrorAt(at(0, 0), Math.PI / 2));
  expect(sheet.model.at("components", "puck_2", "start")).toEqual({
    ...{ r: [-0.1, 0], v: ["-v0", 0] },
    omega: { value: "-3*v0", fixed: true },
  });
  copyThings(sheet.model, sheet.drawing, ["puck"], turnAbout(at(0, 0), Math.PI / 2));
  expect(sheet.model.at("components", "puck_3", "start", "v")).toEqual([0, 2]);
  expect(["1", "-1", "a + b", "-a", "-a + b"].map(negated)).toEqual([
    "-1",
    "1",
    "-(a + b)",
    "a",
    "-(-a + b)",
  ]);
});
