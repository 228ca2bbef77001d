// Springs, dampers, motors, forces and wheels drawn in space, copies and moves of several bodies: against closed forms.
import { expect, test } from "vitest";
import { ModelText } from "../../../web/src/draw/model-text";
import { readDrawing } from "../../../web/src/draw/read";
import { copyParts, movedWith, movesAsOne } from "../../../web/src/draw/space/copies";
import {
  featuresOf,
  groundAt,
  partsOf,
  readSpace,
  type Feature,
  type JointKind,
  type SpaceJoint,
} from "../../../web/src/draw/space/drawing";
import { addBody, addJoint, addRod, setAxis, setPoses } from "../../../web/src/draw/space/edit";
import { obstaclesToPlane, toPlane } from "../../../web/src/draw/space/flatten";
import {
  addForce,
  addLink,
  addWheel,
  removePart,
  setDrive,
  setDriveValue,
  setRadius,
} from "../../../web/src/draw/space/links";
import { SpaceLinkage } from "../../../web/src/draw/space/linkage";
import { toSpace } from "../../../web/src/draw/space/plane";
import {
  add,
  after,
  dot,
  matrixOf,
  norm,
  rotated,
  subtract,
  turnAbout,
  turnOfMatrix,
  unit,
  type Triple,
} from "../../../web/src/draw/space/vectors";
import { holdable, withHands } from "../../../web/src/study/hand-text";
import { draw, load, run, Sheet } from "./support";

const g = 9.81;

const text = (gravity: Triple = [0, 0, -g]): ModelText =>
  new ModelText(
    JSON.stringify(
      {
        ...{ porthos: 1, name: "In space", environment: { gravity }, components: {} },
        view: { camera: { kind: "spatial", distance: 3 } },
        simulation: { until: 0.5, step: 0.01 },
      },
      null,
      2,
    ),
  );

function feature(model: ModelText, name: string, id: Feature["id"], side = 0): Feature {
  const body = readSpace(model).bodies.find((each) => each.name === name);
  const found = body && featuresOf(body).filter((each) => each.id === id)[side];
  return found ?? expect.fail(`no ${id} of ${name}`);
}

const join = (model: ModelText, kind: JointKind, a: Feature, b: Feature): string =>
  addJoint(model, readSpace(model), kind, [a, b]);

const jointNamed = (model: ModelText, name: string): SpaceJoint =>
  readSpace(model).joints.find((each) => each.name === name) ?? expect.fail(`no joint ${name}`);

async function columnsOf(
  of: string,
  options?: { until: number },
): Promise<{ column(name: string): Float64Array }> {
  const seen = await run(of, options);
  return { column: (name) => seen.column(name) };
}

async function sound(model: ModelText): Promise<void> {
  expect((await load(model.text, { isText: true })).problems).toEqual([]);
  expect(readSpace(model).others).toEqual([]);
}

test("a ball on a spring that is drawn without tension swings about its equilibrium", async () => {
  const model = text();
  addBody(model, "ball", [0.1, 0.2, 0.5]);
  addLink(model, "spring", groundAt([0.1, 0.2, 1]), feature(model, "ball", "centre"));
  await sound(model);
  expect(Object.keys(model.members("components"))).toEqual(["ball", "support", "spring"]);
  const { column } = await columnsOf(model.text);
  column("t").forEach((t, row) => {
    const drop = (g / 100) * (1 - Math.cos(10 * t));
    expect(column("ball.r.3")[row]).toBeCloseTo(0.5 - drop, 6);
  });
  // The ground's point goes with the spring.
  removePart(model, "spring");
  expect(Object.keys(model.members("components"))).toEqual(["ball"]);
});

test("a damper slows a ball exponentially", async () => {
  const model = text([0, 0, 0]);
  addBody(model, "ball", [0.4, 0, 0.5]);
  model.set(["components", "ball", "start", "v"], [0.2, 0, 0]);
  addLink(model, "damper", groundAt([0, 0, 0.5]), feature(model, "ball", "centre"));
  await sound(model);
  const { column } = await columnsOf(model.text);
  column("t").forEach((t, row) => {
    expect(column("ball.v.1")[row]).toBeCloseTo(0.2 * Math.exp(-t), 6);
  });
});

test("a force on a face turns a box, and moves its centre as a force on the centre does", async () => {
  const model = text([0, 0, 0]);
  addBody(model, "box", [0, 0, 0.5]);
  const face = feature(model, "box", "face", 2);
  expect(addForce(model, face, [face.place[0], face.place[1], face.place[2] + 0.3])).toBe("force");
  await sound(model);
  expect(model.at("inputs", "force")).toEqual([0, 0, 3]);
  const [{ place, value, body } = expect.fail("no force")] = readSpace(model).forces;
  expect([place, value, body]).toEqual([face.place, [0, 0, 3], "box"]);
  const { column } = await columnsOf(model.text);
  column("t").forEach((t, row) => {
    expect(column("box.r.3")[row]).toBeCloseTo(0.5 + 1.5 * t * t, 6);
  });
  expect(Math.abs(column("box.omega.1").at(-1)!)).toBeGreaterThan(1);
  removePart(model, "box");
  expect([model.members("components"), model.members("ports")]).toEqual([{}, {}]);
});

test.each(["speed", "torque"] as const)(
  "a motor with a %s turns a rod about the vertical",
  async (sets) => {
    const model = text();
    addRod(model, [0, 0, 0.5], [0.5, 0, 0.5]);
    const name = join(model, "revolute", groundAt([0, 0, 0.5]), feature(model, "rod", "tail"));
    setAxis(model, readSpace(model), name, [0, 0, 1]);
    setDrive(model, jointNamed(model, name), sets);
    setDriveValue(model, jointNamed(model, name), 0.4);
    await sound(model);
    expect(jointNamed(model, name).drive).toEqual({ port: "torque", sets });
    const inertia = 0.5 ** 2 / 3 + 0.02 ** 2 / 4;
    const { column } = await columnsOf(model.text);
    column("t").forEach((t, row) => {
      const angle = sets === "speed" ? 0.4 * t : (0.4 / inertia / 2) * t * t;
      expect(column("rod.r.1")[row]).toBeCloseTo(0.25 * Math.cos(angle), 6);
      expect(column("rod.r.2")[row]).toBeCloseTo(0.25 * Math.sin(angle), 6);
    });
    setDrive(model, jointNamed(model, name), null);
    expect(model.members("inputs")).toEqual({});
  },
);

test("a force on a wheel that rolls also turns it: two thirds of the acceleration", async () => {
  const model = text();
  expect(addWheel(model, [0.2, 0.1, 0.7])).toBe("wheel");
  addForce(model, feature(model, "wheel", "centre"), [0.5, 0.1, 0.1]);
  await sound(model);
  const [rolls] = readSpace(model).joints;
  expect(norm(subtract(rolls!.place, [0.2, 0.1, 0]))).toBeLessThan(1e-9);
  const { column } = await columnsOf(model.text);
  column("t").forEach((t, row) => {
    expect(column("wheel.r.1")[row]).toBeCloseTo(0.2 + t * t, 6); // 3 N / 1.5 kg
    expect(column("wheel.r.3")[row]).toBeCloseTo(0.1, 6);
  });
  setRadius(model, readSpace(model), "wheel", 0.2);
  expect(
    readSpace(model).joints.map(({ name }) => model.at("components", name, "parameters")),
  ).toEqual([{ radius: 0.2 }]);
  removePart(model, "wheel");
  expect(model.members("components")).toEqual({});
});

test("a copy of a pendulum on a spring, driven by a force, moves beside it", async () => {
  const model = text();
  addRod(model, [0, 0, 1], [0.3, 0.4, 1]);
  join(model, "spherical", groundAt([0, 0, 1]), feature(model, "rod", "tail"));
  addLink(model, "spring", groundAt([0.3, 0.4, 1.4]), feature(model, "rod", "tip"));
  addForce(model, feature(model, "rod", "centre"), [0.15, 0.2, 1.2]);
  const by: Triple = [0.1, 0.1, 0];
  expect(copyParts(model, readSpace(model), ["rod"], by)).toEqual(["rod_2"]);
  await sound(model);
  const { bodies, joints, points, links, forces } = readSpace(model);
  expect([bodies, joints, points, links, forces].map(({ length }) => length)).toEqual([
    2, 2, 2, 2, 2,
  ]);
  const { column } = await columnsOf(model.text);
  for (const k of [1, 2, 3] as const)
    column(`rod.r.${k}`).forEach((x, row) =>
      expect(column(`rod_2.r.${k}`)[row]).toBeCloseTo(x + by[k - 1]!, 8),
    );
});

test("joined bodies move as one, with their joints, where no joint leads to something else", async () => {
  const model = text();
  addBody(model, "box", [0, 0, 0.5]);
  addRod(model, [0.05, 0, 0.5], [0.4, 0.3, 0.7]);
  join(model, "revolute", feature(model, "box", "face", 0), feature(model, "rod", "tail"));
  const before = readSpace(model);
  expect(movesAsOne(before, ["box"])).toBe(false);
  expect(movesAsOne(before, ["box", "rod"])).toBe(true);
  const turn = turnAbout([0, 0, 1], Math.PI / 2);
  const [box] = before.bodies;
  const to = { r: [1, 0, 0.5] as Triple, q: after(turn, box!.q) };
  setPoses(model, movedWith(before, ["box", "rod"], "box", to));
  const rod = readSpace(model).bodies[1]!;
  const was = before.bodies[1]!;
  const expected = rotated(turn, subtract(was.r, box!.r));
  expect(norm(subtract(subtract(rod.r, to.r), expected))).toBeLessThan(1e-6);
  await sound(model);
  // The joint is closed, so the start is the one that was drawn.
  const { column } = await columnsOf(model.text, { until: 0.02 });
  rod.r.forEach((x, k) => expect(column(`rod.r.${k + 1}`)[0]).toBeCloseTo(x, 5));
});

test("a spring between points goes from the plane into space and back", async () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [-0.3, 0], [0.1, 0.2]);
  draw(sheet, "ground", [-0.3, 0]);
  draw(sheet, "spring", [0.1, 0.2], [0.5, 0.3]);
  const flat = await run(sheet.text, { until: 0.5 });
  toSpace(sheet.model);
  const drawing = readSpace(sheet.model);
  expect(drawing.others).toEqual([]);
  expect(drawing.links.map(({ ends }) => ends[1])).toEqual([[0.5, 0, 0.3]]);
  expect(obstaclesToPlane(sheet.model, drawing)).toEqual([]);
  toPlane(sheet.model, drawing);
  expect(readDrawing(sheet.model).others).toEqual([]);
  const again = await run(sheet.text, { until: 0.5 });
  const [name = ""] = partsOf(drawing).map((part) => part.name);
  flat.column(`${name}.r.1`).forEach((x, row) => {
    expect(again.column(`${name}.r.1`)[row]).toBeCloseTo(x, 9);
  });
});

test.each([
  [[0, 0, 1], 0.3],
  [[1, 2, 3], 3.1],
  [[1, 0, 0], Math.PI],
] as [Triple, number][])("the matrix of a turn about %j gives the turn", (axis, angle) => {
  const turn = turnAbout(axis, angle);
  const back = turnOfMatrix(matrixOf(turn));
  expect(Math.abs(turn.reduce((sum, each, k) => sum + each * back[k]!, 0))).toBeCloseTo(1, 12);
});

test("a chain of two rods follows the hand as far as it reaches", async () => {
  const model = text();
  addRod(model, [0, 0, 1], [0.3, 0, 1]);
  addRod(model, [0.3, 0, 1], [0.3, 0.4, 1]);
  join(model, "spherical", groundAt([0, 0, 1]), feature(model, "rod", "tail"));
  join(model, "spherical", feature(model, "rod", "tip"), feature(model, "rod_2", "tail"));
  const linkage = new SpaceLinkage(readSpace(model));
  const point = linkage.pointOf("rod_2", [0.3, 0.4, 1]);
  for (const to of [
    [0.2, 0.4, 1.1],
    [-0.2, 0.3, 1.3],
    [1, 1, 1],
  ] as Triple[]) {
    // Near its limit the chain straightens slowly, as the pointer goes on.
    for (let moves = 0; moves < 10; moves++)
      expect(linkage.pull("rod_2", point, to)).toBeLessThan(1e-9);
    const [rod, other] = readSpace(model, linkage.poses).bodies;
    const [tail, tip] = [featuresOf(rod!)[0]!.place, featuresOf(rod!)[1]!.place];
    expect(norm(subtract(tail, [0, 0, 1]))).toBeLessThan(1e-9);
    expect(norm(subtract(featuresOf(other!)[0]!.place, tip))).toBeLessThan(1e-9);
    const reached = featuresOf(other!)[1]!.place;
    const way = subtract(to, [0, 0, 1]);
    if (norm(way) < 0.7) expect(norm(subtract(reached, to))).toBeLessThan(2e-3);
    else {
      const arm = subtract(reached, [0, 0, 1]);
      expect(norm(arm)).toBeGreaterThan(0.699); // straight
      expect(dot(unit(arm), unit(way))).toBeGreaterThan(0.99);
    }
  }
  setPoses(model, linkage.poses);
  await sound(model);
});

test.each(["spherical", "revolute", "universal", "cylindrical", "prismatic", "rigid"] as const)(
  "what a %s joint lets a pulled body do, the engine finds closed",
  async (kind) => {
    const model = text();
    addBody(model, "box", [0.1, 0.2, 0.6], turnAbout([1, 2, 3], 0.7));
    addRod(model, [0, 0, 1], [0.3, 0.2, 0.8]);
    join(model, "spherical", groundAt([0, 0, 1]), feature(model, "rod", "tail"));
    join(model, kind, feature(model, "rod", "tip"), feature(model, "box", "face", 2));
    const linkage = new SpaceLinkage(readSpace(model));
    const place = readSpace(model).bodies[0]!.r;
    const point = linkage.pointOf("box", place);
    expect(linkage.pull("box", point, add(place, [0.05, -0.12, 0.08]))).toBeLessThan(1e-9);
    setPoses(model, linkage.poses);
    await sound(model);
    const { column } = await columnsOf(model.text, { until: 0.02 });
    for (const { name, r } of readSpace(model).bodies)
      r.forEach((x, k) => expect(column(`${name}.r.${k + 1}`)[0]).toBeCloseTo(x, 4));
  },
);

test("a wheel that is pulled stays on the ground", () => {
  const model = text();
  addWheel(model, [0, 0, 0]);
  const linkage = new SpaceLinkage(readSpace(model));
  linkage.pull("wheel", [0, 0, 0], [0.3, 0.2, 0.5]);
  const { r } = linkage.poses.get("wheel")!;
  expect(norm(subtract(r, [0.3, 0.2, 0.1]))).toBeLessThan(1e-3);
});

test("rods, boxes, balls and cylinders of the library can be pulled in the figure", async () => {
  const model = text();
  addRod(model, [0, 0, 1], [0.3, 0, 1]);
  for (const kind of ["box", "ball", "cylinder"] as const) addBody(model, kind, [1, 0, 0.5]);
  const source = { text: model.text, files: {} };
  const names = ["rod.body", "box.body", "ball.body", "cylinder.body"];
  expect(holdable(source, names)).toEqual([0, 1, 2, 3]);
  for (const body of names) {
    const pulled = withHands(source, [{ body, point: [0.05, 0, 0] }]);
    const { problems } = await load(pulled?.source.text ?? "", { isText: true });
    expect(problems).toEqual([]);
  }
});
