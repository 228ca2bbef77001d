// Bodies and joints drawn in space: their texts, and their motions against closed forms and the same in the plane.
import { expect, test } from "vitest";
import { ModelText } from "../../../web/src/draw/model-text";
import { readDrawing } from "../../../web/src/draw/read";
import {
  featuresOf,
  groundAt,
  readSpace,
  type Feature,
  type JointKind,
} from "../../../web/src/draw/space/drawing";
import {
  addBody,
  addJoint,
  addRod,
  fittingJoints,
  setAxis,
} from "../../../web/src/draw/space/edit";
import { removePart } from "../../../web/src/draw/space/links";
import { obstaclesToPlane, toPlane } from "../../../web/src/draw/space/flatten";
import { obstaclesToSpace, toSpace } from "../../../web/src/draw/space/plane";
import {
  across,
  after,
  dot,
  inverse,
  matrixOf,
  norm,
  rotated,
  subtract,
  turnAbout,
  turnFromTo,
  type Triple,
  type Turn,
} from "../../../web/src/draw/space/vectors";
import { toolNamed } from "../../../web/src/draw/tools";
import { draw, problemsOf, run, Sheet, useTool } from "./support";

const blank = `{
  "porthos": 1,
  "name": "In space",
  "components": {},
  "view": { "camera": { "kind": "spatial", "distance": 3 } },
  "simulation": { "until": 1, "step": 0.01 }
}
`;

const text = (): ModelText => new ModelText(blank);

function feature(model: ModelText, name: string, id: Feature["id"], side = 0): Feature {
  const body = readSpace(model).bodies.find((each) => each.name === name);
  const found = body && featuresOf(body).filter((each) => each.id === id)[side];
  return found ?? expect.fail(`no ${id} of ${name}`);
}

const join = (model: ModelText, kind: JointKind, a: Feature, b: Feature): string =>
  addJoint(model, readSpace(model), kind, [a, b]);

test("turns are what their axes and angles say", () => {
  const turn = turnAbout([0, 0, 2], Math.PI / 2);
  expect(norm(subtract(rotated(turn, [1, 0, 0]), [0, 1, 0]))).toBeLessThan(1e-12);
  for (const [from, to] of [
    [
      [1, 0, 0],
      [0, 0, 1],
    ],
    [
      [1, 0, 0],
      [-1, 0, 0],
    ],
    [
      [1, 2, 3],
      [-3, 1, 0.5],
    ],
  ] as [Triple, Triple][]) {
    const q = turnFromTo(from, to);
    const image = rotated(q, from);
    expect(dot(image, to)).toBeCloseTo(norm(from) * norm(to), 9);
    const back = rotated(after(inverse(q), q), from);
    expect(norm(subtract(back, from))).toBeLessThan(1e-12);
    const [x, y, z] = matrixOf(q);
    expect(dot(x!, y!)).toBeCloseTo(0, 12);
    expect(dot(z!, z!)).toBeCloseTo(1, 12);
    expect(dot(across(to), to)).toBeCloseTo(0, 12);
  }
});

test("a rod that hangs on a ball joint falls as the closed form says", async () => {
  const model = text();
  addRod(model, [0, 0, 1], [0.3, 0.4, 1]);
  expect(join(model, "spherical", groundAt([0, 0, 1]), feature(model, "rod", "tail"))).toBe("A");
  expect(await problemsOf(model)).toEqual([]);
  expect(model.at("components", "A")).toEqual({
    ...{ use: "porthos:spherical", between: { a: "ground", b: "rod.tail" } },
    parameters: { at_a: [0, 0, 1] },
  });
  const seen = await run(model.text, { until: 0.5 });
  const [height, ...rate] = ["rod.r.3", "rod.omega.1", "rod.omega.2", "rod.omega.3"].map((name) =>
    seen.column(name),
  );
  const radius = 0.02; // that of a rod, whose inertia about its end is m (L²/3 + r²/4)
  const inertia = 0.5 ** 2 / 3 + radius ** 2 / 4;
  height!.forEach((z, row) => {
    const square = rate.reduce((sum, column) => sum + column[row]! ** 2, 0);
    expect(square).toBeCloseTo((2 * 9.81 * (1 - z)) / inertia, 5);
  });
  expect(height!.at(-1)!).toBeLessThan(0.9);
});

test("a double pendulum with a universal joint: the axes of its cross stay at right angles", async () => {
  const model = text();
  addRod(model, [0, 0, 1], [0.4, 0, 1]);
  addRod(model, [0.4, 0, 1], [0.4, 0.3, 1]);
  join(model, "spherical", groundAt([0, 0, 1]), feature(model, "rod", "tail"));
  join(model, "universal", feature(model, "rod", "tip"), feature(model, "rod_2", "tail"));
  expect(await problemsOf(model)).toEqual([]);
  const seen = await run(model.text, { until: 0.5 });
  expect(seen.outcome).toBe("finished");
  const turn = (body: string, row: number): Turn => {
    const [w, x, y, z] = [1, 2, 3, 4].map((k) => seen.column(`${body}.q.${k}`)[row]!);
    return [w!, x!, y!, z!];
  };
  const { axis_a, axis_b } = model.members("components", "B", "parameters") as Record<
    string,
    Triple
  >;
  seen.column("t").forEach((_, row) => {
    const [one, two] = [rotated(turn("rod", row), axis_a!), rotated(turn("rod_2", row), axis_b!)];
    expect(dot(one, two)).toBeCloseTo(0, 8);
  });
  const energy = seen.column("energy.stored");
  expect(energy.at(-1)!).toBeCloseTo(energy[0]!, 6);
});

test("a slider-crank in space runs as the same in the plane", async () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [-0.3, 0], [-0.3, 0.2]);
  draw(sheet, "rod", [-0.3, 0.2], [0.3, 0]);
  draw(sheet, "ground", [-0.3, 0]);
  draw(sheet, "slide", [0.3, 0], [0.6, 0]);
  draw(sheet, "motor", [-0.3, 0]);
  expect(obstaclesToSpace(sheet.model)).toEqual([]);
  const flat = await run(sheet.text, { until: 0.9 });
  toSpace(sheet.model);
  // Joints of a closed loop in a plane leave out of it what others of them do already.
  expect(await problemsOf(sheet.model)).toMatchObject([{ code: "PH202", severity: "warning" }]);
  const deep = await run(sheet.text, { until: 0.9 });
  const drawing = readSpace(sheet.model);
  expect(drawing.others).toEqual([]);
  for (const { name } of drawing.bodies) {
    const [x, y, u, v, w] = [
      ...[flat.column(`${name}.r.1`), flat.column(`${name}.r.2`)],
      ...[1, 2, 3].map((k) => deep.column(`${name}.r.${k}`)),
    ];
    x!.forEach((_, row) => {
      expect(u![row]).toBeCloseTo(x![row]!, 5);
      expect(v![row]).toBeCloseTo(0, 9);
      expect(w![row]).toBeCloseTo(y![row]!, 5);
    });
  }
});

test("what lies in the upright plane is a drawing in the plane again", async () => {
  const model = text();
  addRod(model, [0, 0, 0.5], [0.3, 0, 0.9]);
  addBody(model, "box", [0.6, 0, 0.9], turnAbout([1, 0, 0], Math.PI / 2));
  addRod(model, [0.3, 0, 0.9], [0.6, 0, 0.9]);
  join(model, "revolute", groundAt([0, 0, 0.5]), feature(model, "rod", "tail"));
  join(model, "spherical", feature(model, "rod", "tip"), feature(model, "rod_2", "tail"));
  join(model, "revolute", feature(model, "box", "centre"), feature(model, "rod_2", "tip"));
  join(model, "prismatic", groundAt([0.6, 0, 0.9]), feature(model, "box", "centre"));
  setAxis(model, readSpace(model), "D", [1, 0, 0]);
  expect(obstaclesToPlane(model, readSpace(model))).toEqual([]);
  const deep = await run(model.text, { until: 0.3 });
  toPlane(model, readSpace(model));
  expect(await problemsOf(model)).toEqual([]);
  expect(readDrawing(model).others).toEqual([]);
  const flat = await run(model.text, { until: 0.3 });
  for (const name of ["rod", "rod_2", "box"])
    flat.column(`${name}.r.1`).forEach((x, row) => {
      // A round rod has more inertia than a thin one, by 3 r²/L² at most.
      expect(deep.column(`${name}.r.1`)[row]).toBeCloseTo(x, 2);
      expect(deep.column(`${name}.r.3`)[row]).toBeCloseTo(flat.column(`${name}.r.2`)[row]!, 2);
      expect(deep.column(`${name}.r.2`)[row]).toBeCloseTo(0, 8);
    });
  const tilted = text();
  addRod(tilted, [0, 0, 0], [0.3, 0.1, 0.4]);
  expect(obstaclesToPlane(tilted, readSpace(tilted))).toEqual(["rod"]);
});

test("what has no counterpart in space is named", () => {
  const sheet = new Sheet();
  useTool(sheet, toolNamed("floor"), [sheet.at(-0.5, 0), sheet.at(0.5, 0)]);
  useTool(sheet, toolNamed("disc"), [sheet.at(0, 0.3), sheet.at(0.1, 0.3)]);
  sheet.model.set(["components", "rope"], {
    use: "porthos:rope",
    between: { a: "disc", b: "ground" },
  });
  expect(obstaclesToSpace(sheet.model)).toEqual(["rope"]);
  expect(readDrawing(sheet.model).things.length).toBeGreaterThan(1);
});

test("a body is brought to what it is joined to, and a round end lies on the axis", async () => {
  const model = text();
  addBody(model, "box", [0, 0, 0.5]);
  addBody(model, "cylinder", [1, 1, 0.2]);
  join(model, "rigid", groundAt([0, 0, 0.5]), feature(model, "box", "centre"));
  const side = feature(model, "box", "face", 0);
  const end = feature(model, "cylinder", "end", 0);
  expect(fittingJoints(side, end)[0]).toBe("revolute");
  join(model, "revolute", side, end);
  expect(await problemsOf(model)).toEqual([]);
  const { bodies, joints } = readSpace(model);
  const cylinder = bodies.find(({ name }) => name === "cylinder")!;
  expect(norm(subtract(cylinder.r, [0.1, 0, 0.5]))).toBeLessThan(1e-6);
  expect(Math.abs(rotated(cylinder.q, [0, 0, 1])[0])).toBeCloseTo(1, 6);
  expect(Math.abs(joints[1]!.axis![0])).toBeCloseTo(1, 6);
  const seen = await run(model.text, { until: 0.2 });
  expect(seen.outcome).toBe("finished");
  expect(seen.column("cylinder.r.3").at(-1)).toBeCloseTo(0.5, 6);
});

test.each(["revolute", "prismatic", "cylindrical", "universal", "rigid", "spherical"] as const)(
  "a %s joint holds where it was drawn, whatever the poses",
  async (kind) => {
    const model = text();
    addBody(model, "box", [0.1, 0.2, 0.6], turnAbout([1, 2, 3], 0.7));
    addRod(model, [0, 0, 1], [0.3, 0.2, 0.8]);
    join(model, "rigid", groundAt([0.1, 0.2, 0.6]), feature(model, "box", "centre"));
    join(model, "spherical", groundAt([0, 0, 1]), feature(model, "rod", "tail"));
    removePart(model, "B");
    const name = join(model, kind, feature(model, "box", "face", 2), feature(model, "rod", "tip"));
    expect(await problemsOf(model)).toEqual([]);
    // The start that was drawn satisfies the joint, so nothing moves to close it.
    const seen = await run(model.text, { until: 0.02 });
    const drawn = readSpace(model).bodies.find((body) => body.name === "rod")!;
    drawn.r.forEach((value, k) => expect(seen.column(`rod.r.${k + 1}`)[0]).toBeCloseTo(value, 5));
    if (kind === "revolute") {
      setAxis(model, readSpace(model), name, [0, 0, 1]);
      const { axis } = readSpace(model).joints.find((joint) => joint.name === name)!;
      expect(norm(subtract(axis!, [0, 0, 1]))).toBeLessThan(1e-6);
      expect(await problemsOf(model)).toEqual([]);
    }
  },
);
