// Drawn mechanisms: their texts, and their motions against closed forms.
import { expect, test } from "vitest";
import { moveNode, removeThing } from "../../../web/src/draw/change";
import { mobilityOf } from "../../../web/src/draw/mobility";
import { addForce } from "../../../web/src/draw/parts/force";
import { addGround } from "../../../web/src/draw/parts/ground";
import { addMass } from "../../../web/src/draw/parts/mass";
import { addMotor } from "../../../web/src/draw/parts/motor";
import { addPen } from "../../../web/src/draw/parts/pen";
import { addRod } from "../../../web/src/draw/parts/rod";
import { addSlide } from "../../../web/src/draw/parts/slide";
import { addStrut } from "../../../web/src/draw/parts/strut";
import {
  isPin,
  lengthOf,
  thingNamed,
  thingsOf,
  type Pin,
  type Rod,
} from "../../../web/src/draw/things";
import { setPoses } from "../../../web/src/draw/start-poses";
import { blank, load, Sheet } from "./support";

/** A rocker of 0.4 m, a crank of 0.2 m and a coupler from (-0.3, 0.2) to (0.2, 0.4), on a ground of 0.5 m. */
function fourBar(): Sheet {
  const sheet = new Sheet();
  addRod(sheet.model, sheet.at(-0.3, 0), sheet.at(-0.3, 0.2));
  addRod(sheet.model, sheet.at(-0.3, 0.2), sheet.at(0.2, 0.4));
  addRod(sheet.model, sheet.at(0.2, 0.4), sheet.at(0.2, 0));
  addGround(sheet.model, sheet.at(-0.3, 0));
  addGround(sheet.model, sheet.at(0.2, 0));
  return sheet;
}

const rodOf = (sheet: Sheet, name: string): Rod =>
  thingsOf(sheet.drawing, "rod").find((rod) => rod.name === name) ?? expect.fail(name);

const pinOf = (sheet: Sheet, name: string): Pin => {
  const thing = thingNamed(sheet.drawing, name);
  return isPin(thing) ? thing : expect.fail(name);
};

const mobility = async (sheet: Sheet) => {
  const model = await load(sheet.text, { isText: true });
  const { problems } = model;
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return mobilityOf(sheet.drawing, model);
};

test("a four-bar has four bodies with four pins, one degree of freedom, and Freudenstein's angle", async () => {
  const sheet = fourBar();
  expect(sheet.text.trimEnd().split("\n").length).toBeLessThanOrEqual(35);
  expect(thingsOf(sheet.drawing, "pin")).toHaveLength(4);
  expect(await mobility(sheet)).toMatchObject({ freedom: 1, redundant: 0, driven: 0, loose: [] });
  const [a, b, c, d] = [0.2, Math.hypot(0.5, 0.2), 0.4, 0.5] as const;
  expect(["rod", "rod_2", "rod_3"].map((name) => lengthOf(rodOf(sheet, name)))).toEqual([
    ...[a, b, c].map((length) => expect.closeTo(length, 9) as number),
  ]);
  addMotor(sheet.model, sheet.drawing, pinOf(sheet, "C"));
  expect(await mobility(sheet)).toMatchObject({ freedom: 1, driven: 1 });
  const run = (await load(sheet.text, { isText: true })).run({ until: 0.4 });
  expect(run.outcome).toBe("finished");
  const crank = run.column("crank.phi");
  const rocker = run.column("rod_3.phi");
  crank.forEach((phi, row) => {
    // Freudenstein: the coupler has its length. The rocker points from the coupler to the ground.
    const psi = (rocker[row] ?? 0) + Math.PI;
    const [K1, K2, K3] = [d / a, d / c, (a * a - b * b + c * c + d * d) / (2 * a * c)];
    expect(K1 * Math.cos(psi) - K2 * Math.cos(phi) + K3 - Math.cos(phi - psi)).toBeCloseTo(0, 7);
  });
  expect(crank.at(-1)! - crank[0]!).toBeCloseTo(0.8 * Math.PI, 9); // one turn per second
});

test("a slider-crank slides as its closed form", async () => {
  const sheet = new Sheet();
  addRod(sheet.model, sheet.at(0, 0), sheet.at(0, 0.15));
  addRod(sheet.model, sheet.at(0, 0.15), sheet.at(0.4, 0));
  addGround(sheet.model, sheet.at(0, 0));
  addSlide(sheet.model, sheet.at(0.4, 0), { x: 0.8, y: 0 });
  const crank = thingsOf(sheet.drawing, "pin").find(({ a }) => a.body === "ground")!;
  addMotor(sheet.model, sheet.drawing, crank);
  expect(sheet.text.trimEnd().split("\n").length).toBeLessThanOrEqual(35);
  expect(await mobility(sheet)).toMatchObject({ freedom: 1, redundant: 0 });
  const run = (await load(sheet.text, { isText: true })).run({ until: 1 });
  const [phi, x] = [run.column("crank.phi"), run.column("slider.r.1")];
  const [r, l] = [0.15, Math.hypot(0.4, 0.15)];
  phi.forEach((angle, row) =>
    expect(x[row]).toBeCloseTo(
      r * Math.cos(angle) + Math.sqrt(l * l - (r * Math.sin(angle)) ** 2),
      7, // the length has nine decimals
    ),
  );
});

test("a double pendulum swings in its two modes", async () => {
  const sheet = new Sheet();
  addRod(sheet.model, sheet.at(0, 0.5), sheet.at(0, 0));
  addRod(sheet.model, sheet.at(0, 0), sheet.at(0, -0.5));
  addGround(sheet.model, sheet.at(0, 0.5));
  expect(await mobility(sheet)).toMatchObject({ freedom: 2 });
  const model = await load(sheet.text, { isText: true });
  const { modes = [] } = await model.linearize();
  // Two equal rods of length l: omega^2 = (3 -+ 6/sqrt(7)) g/l.
  const found = modes.map(({ frequency }: { frequency: number }) => frequency);
  const squares = [3 - 6 / Math.sqrt(7), 3 + 6 / Math.sqrt(7)].map((share) => (share * 9.81) / 0.5);
  const unit = found[0]! / Math.sqrt(squares[0]!);
  expect([1, 1 / (2 * Math.PI)].some((each) => Math.abs(unit / each - 1) < 1e-6)).toBe(true);
  expect(found[1]! / found[0]!).toBeCloseTo(Math.sqrt(squares[1]! / squares[0]!), 6);
});

test("a mass on a spring on a rough line loses so much of its amplitude in each half swing", async () => {
  const sheet = new Sheet();
  addSlide(sheet.model, sheet.at(-0.5, 0), { x: 0.5, y: 0 });
  addStrut(sheet.model, "spring", sheet.at(0, 0), sheet.at(0.4, 0));
  sheet.model.set(["components", "slide", "parameters", "friction_coefficient"], 0.1);
  sheet.model.set(["components", "slider", "start", "r"], [-0.2, 0]);
  expect(await mobility(sheet)).toMatchObject({ freedom: 1, loose: [] });
  const run = (await load(sheet.text, { isText: true })).run({ until: Math.PI / 10 });
  // k = 100 N/m, m = 1 kg: after half of a period the amplitude is less by 2 mu m g/k.
  expect(run.column("slider.r.1").at(-1)).toBeCloseTo(0.2 - (2 * 0.1 * 9.81) / 100, 6);
});

test("a frame with crossed struts closes to the engine's tolerance, and says how much is redundant", async () => {
  const sheet = new Sheet();
  const corners = [
    [-0.5, 0],
    [0.5, 0],
    [0.8, 0.7],
    [-0.5, 1],
  ] as const satisfies readonly (readonly [number, number])[];
  for (const [i, j] of [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [0, 2],
    [1, 3],
  ] as const) {
    const [a, b] = [corners[i], corners[j]];
    addRod(sheet.model, sheet.at(a[0], a[1]), sheet.at(b[0], b[1]));
  }
  // Six rods have 18 velocities; a rigid frame keeps 3 of them, and 8 pins have 16 constraints.
  expect(await mobility(sheet)).toMatchObject({ freedom: 3, redundant: 1 });
});

test("moving a point changes lengths, and pins it to what is there", () => {
  const sheet = fourBar();
  const node = sheet.at(0.2, 0.4).node!;
  moveNode(sheet.model, sheet.drawing, node, sheet.at(0.25, 0.45));
  expect(rodOf(sheet, "rod_2").tip).toEqual({
    x: expect.closeTo(0.25, 5),
    y: expect.closeTo(0.45, 5),
  });
  expect(lengthOf(rodOf(sheet, "rod_3"))).toBeCloseTo(Math.hypot(0.05, 0.45), 9);
  expect(lengthOf(rodOf(sheet, "rod"))).toBeCloseTo(0.2, 12);
  const loose = new Sheet();
  addRod(loose.model, loose.at(0, 0), loose.at(0.3, 0));
  addRod(loose.model, loose.at(0, 0.5), loose.at(0.3, 0.5));
  moveNode(loose.model, loose.drawing, loose.at(0.3, 0.5).node!, loose.at(0.3, 0));
  expect(thingsOf(loose.drawing, "pin")).toHaveLength(1);
  expect(lengthOf(rodOf(loose, "rod_2"))).toBeCloseTo(Math.hypot(0.3, 0.5), 9);
});

test("a length by a parameter is changed there, and another formula stays", () => {
  const sheet = fourBar();
  sheet.model.set(["parameters", "l"], { value: 0.4, unit: "m" });
  sheet.model.set(["components", "rod_3", "parameters", "length"], "l");
  sheet.model.set(["components", "rod_2", "parameters", "length"], "l*1.3463");
  moveNode(sheet.model, sheet.drawing, sheet.at(0.2, 0.4).node!, { place: { x: 0.2, y: 0.5 } });
  expect(sheet.model.at("parameters", "l", "value")).toBeCloseTo(0.5, 5);
  expect(sheet.model.at("components", "rod_3", "parameters", "length")).toBe("l");
  expect(sheet.model.at("components", "rod_2", "parameters", "length")).toBe("l*1.3463");
});

test("what is removed takes with it what cannot be without it", async () => {
  const sheet = fourBar();
  addPen(sheet.model, sheet.at(-0.05, 0.3));
  addForce(sheet.model, sheet.at(0.2, 0.4), { x: 3, y: -4 });
  addMotor(sheet.model, sheet.drawing, pinOf(sheet, "C"));
  expect(sheet.drawing.things.map(({ kind }) => kind)).toEqual([
    ...["rod", "rod", "pin", "rod", "pin", "pin", "pin", "force", "pen", "motor"],
  ]);
  removeThing(sheet.model, sheet.drawing, "rod_2");
  expect(sheet.drawing.things.map(({ name }) => name)).toEqual([
    ...["crank", "rod_3", "C", "D", "C.torque"],
  ]);
  expect((await load(sheet.text, { isText: true })).problems).toEqual([]);
  for (const name of ["crank", "rod_3"]) removeThing(sheet.model, sheet.drawing, name);
  expect(JSON.parse(sheet.text)).toEqual(JSON.parse(blank));
});

test("a force at a point does the work of its components", async () => {
  const sheet = new Sheet();
  addMass(sheet.model, sheet.at(0, 0));
  addForce(sheet.model, sheet.at(0, 0), { x: 3, y: 9.81 });
  const run = (await load(sheet.text, { isText: true })).run({ until: 1 });
  expect(run.column("mass.r.1").at(-1)).toBeCloseTo(1.5, 9); // F t^2/(2 m)
  expect(run.column("mass.r.2").at(-1)).toBeCloseTo(0, 9);
});

test("ends in the air, on rods and on guides get what they need", async () => {
  const sheet = new Sheet();
  addRod(sheet.model, sheet.at(0, 0), sheet.at(1, 0));
  addStrut(sheet.model, "damper", sheet.at(0.3, 0), sheet.at(0.3, -0.5)); // 0.2 m from the middle
  expect(thingsOf(sheet.drawing, "point").map(({ name, on }) => [name, on.offer])).toEqual([
    ["point", "rod.center"],
    ["support", "ground"],
  ]);
  addSlide(sheet.model, sheet.at(0.5, 0.5), { x: 0.5, y: 1.5 });
  addRod(sheet.model, sheet.at(1, 0), sheet.at(0.5, 0.7)); // on the guide, beside its slider
  expect(thingsOf(sheet.drawing, "slide")).toHaveLength(2);
  expect(thingsOf(sheet.drawing, "mass").map(({ frame }) => frame.y)).toEqual([
    expect.closeTo(1, 9),
    expect.closeTo(0.7, 9),
  ]);
  addGround(sheet.model, sheet.at(0.7, 0));
  const last = thingsOf(sheet.drawing, "pin").at(-1)!;
  expect([last.a.offer, last.b.offer, last.b.at.x]).toEqual([
    "ground",
    "rod.center",
    expect.closeTo(0.2, 9),
  ]);
  expect((await load(sheet.text, { isText: true })).problems).toEqual([]);
});

test("a text by hand shows what it offers, and lists the rest", () => {
  const sheet = new Sheet(`{
    "porthos": 1, "name": "x", "parameters": { "l": 0.5, "half": "l/2" },
    "components": {
      "arm": { "use": "porthos:planar-rod", "parameters": { "length": "2*half" },
        "start": { "r": ["half", 0], "phi": { "value": "pi/2 - pi/2", "fixed": true } } },
      "hand": { "use": "porthos:planar-fixed-frame", "between": { "a": "arm.tip" }, "parameters": { "at": [0, 0.1] } },
      "chain": { "use": "porthos:planar-rod", "count": 3 },
      "wheel": { "use": "porthos:point-on-curve", "between": { "a": "ground", "b": "arm.center" } }
    } }`);
  const { things, others } = sheet.drawing;
  expect(things.map(({ name }) => name)).toEqual(["arm", "hand"]);
  expect(others).toEqual(["chain", "wheel"]);
  expect(rodOf(sheet, "arm").tip).toEqual({ x: 0.5, y: 0 });
  const hand = thingsOf(sheet.drawing, "point")[0];
  expect(hand?.frame).toMatchObject({ x: 0.5, y: expect.closeTo(0.1, 12), body: "arm" });
});

test("a body is called loose only where all constraints are drawn", async () => {
  const sheet = new Sheet();
  addRod(sheet.model, sheet.at(0, 0), sheet.at(0.5, 0));
  expect(await mobility(sheet)).toMatchObject({ freedom: 3, loose: ["rod"] });
  sheet.model.set(["components", "blade"], {
    use: "porthos:knife-edge",
    between: { a: "rod.center" },
  });
  expect(sheet.drawing.others).toEqual(["blade"]);
  expect(await mobility(sheet)).toMatchObject({ freedom: 2, loose: [] });
});

test("a start by a formula stays, and one by a parameter is changed there", () => {
  const sheet = fourBar();
  sheet.model.set(["parameters", "tilt"], 0.1);
  const start = (name: string) => ["components", name, "start", "phi"];
  sheet.model.set(start("rod"), { value: "tilt", fixed: true });
  sheet.model.set(start("rod_2"), "2*tilt");
  setPoses(
    sheet.model,
    new Map(["rod", "rod_2"].map((name) => [name, { x: 0, y: 0.1, phi: 0.7 }])),
  );
  expect(sheet.model.at("parameters", "tilt")).toBe(0.7);
  expect(sheet.model.at(...start("rod"))).toEqual({ value: "tilt", fixed: true });
  expect(sheet.model.at(...start("rod_2"))).toBe("2*tilt");
  expect(sheet.model.at("components", "rod", "start", "r")).toEqual([0, 0.1]);
});
