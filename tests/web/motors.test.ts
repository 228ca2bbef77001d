// The marks of joints that inputs drive, in figures and on the drawing board.
import { expect, test } from "vitest";
import { withMotors } from "../../web/src/engine/motors";
import type { Scene, ShapeSpec } from "../../web/src/engine/types";
import { turnPath } from "../../web/src/draw/symbols";

const body = (name: string, shape: ShapeSpec): Scene["bodies"][number] => ({
  ...{ name, role: "frame", shapes: [shape] },
});
const scene: Scene = {
  camera: { kind: "planar" },
  bodies: [
    ...["O.pin", "A.pin", "g.B.pin"].map((name) => body(name, { type: "cylinder", radius: 0.01 })),
    body("S.rail", { type: "rail", width: 0.02, moving: 0 }),
    body("R.axis", { type: "rod", radius: 0.01, moving: 1 }),
    body("crank.rod", { type: "link" }),
  ],
  trails: [],
  vectors: [],
  moving: 2,
};
const port = (name: string, ...input: string[]) => ({ name, input });
const ports = [
  port("O.torque", "0"),
  port("A.torque", "0"),
  port("g.B.torque", "0"),
  port("S.force", "0"),
  port("R.torque", "0"),
  port("M.torque", "0"),
];
const driven = (...given: readonly (readonly [string, string])[]) =>
  ports.map(({ name, input }) => {
    const [, formula] = given.find(([of]) => of === name) ?? [];
    return { name, input: formula === undefined ? input : [formula] };
  });
/** The marks by their bodies: a shape, and "-" in front if it is reversed. */
const marks = ({ bodies }: Scene): readonly string[] =>
  bodies.flatMap(({ name, shapes }) =>
    shapes.slice(1).map(({ type, isReversed }) => `${name} ${isReversed ? "-" : ""}${type}`),
  );

test("a joint has a mark if an input drives it, also in a component, and not for each port", () => {
  expect(marks(withMotors(scene, ports, {}, "{}"))).toEqual([]);
  const given = driven(["O.torque", "2*pi"], ["g.B.torque", "T*cos(w*t)"], ["S.force", "3"]);
  expect(marks(withMotors(scene, given, {}, "{}"))).toEqual([
    "O.pin turn",
    "g.B.pin turn",
    "S.rail push",
  ]);
  expect(marks(withMotors(scene, driven(["R.torque", "1"]), {}, "{}"))).toEqual(["R.axis turn"]);
});

test("a mark is where the joint is, at rest or moving", () => {
  const still = {
    ...body("P.axis", { type: "rod", radius: 0.02, from: [0, 0, 0], to: [1, 0, 0] }),
  };
  const given = [port("P.force", "1"), port("S.force", "1")];
  const { bodies } = withMotors({ ...scene, bodies: [...scene.bodies, still] }, given, {}, "{}");
  const mark = (name: string) => bodies.find((each) => each.name === name)?.shapes[1];
  expect(mark("P.axis")).toMatchObject({ type: "push", from: [0, 0, 0], to: [1, 0, 0] });
  expect(mark("P.axis")).not.toHaveProperty("moving");
  expect(mark("S.rail")).toMatchObject({ type: "push", moving: 0 });
});

test("a mark shows the direction where the sign of the input can be seen", () => {
  const of = (formula: string): readonly string[] =>
    marks(withMotors(scene, driven(["O.torque", formula]), {}, "{}"));
  expect(of("-2*pi")).toEqual(["O.pin -turn"]);
  expect(of("-0.3")).toEqual(["O.pin -turn"]);
  expect(of("3 - 2*t")).toEqual(["O.pin turn"]);
  expect(of("-1 + 2*t")).toEqual(["O.pin turn"]);
});

test("an input of the reader counts instead of the text's own", () => {
  const given = driven(["O.torque", "2*pi"]);
  const inputs = { "O.torque": "0", "A.torque": { flow: "-1" } };
  expect(marks(withMotors(scene, given, inputs, "{}"))).toEqual(["A.pin -turn"]);
});

test("a motor between two bodies marks their pin", () => {
  const components = {
    A: { use: "porthos:pin", between: { a: "ground", b: "crank.tail" } },
    M: { use: "porthos:motor", between: { a: "ground", b: "crank.center" } },
  };
  const text = JSON.stringify({ components });
  expect(marks(withMotors(scene, driven(["M.torque", "1"]), {}, text))).toEqual(["A.pin turn"]);
});

test("an arrow around a point of the board turns counter-clockwise unless its value is negative", () => {
  for (const isClockwise of [false, true]) {
    const numbers =
      turnPath({ x: 0, y: 0 }, 10, isClockwise)
        .match(/-?[\d.]+/g)
        ?.map(Number) ?? [];
    const [, y = NaN] = numbers;
    expect(numbers.slice(2, 7)).toEqual([10, 10, 0, 1, isClockwise ? 1 : 0]);
    const [endX = NaN, endY = NaN] = numbers.slice(7, 9);
    const [tipX = NaN, tipY = NaN] = numbers.slice(11, 13);
    expect(Math.sign(y)).toBe(isClockwise ? 1 : -1); // y is downwards: it begins above
    // The head goes on where the arc ends: a quarter turn from the radius.
    const turn = endX * (tipY - endY) - endY * (tipX - endX);
    expect(Math.sign(turn)).toBe(isClockwise ? 1 : -1);
    expect(Math.abs(endX * (tipX - endX) + endY * (tipY - endY))).toBeLessThan(2);
  }
});
