// Groups: components with offers of their own, and the order of what is drawn.
import { expect, test } from "vitest";
import { toggleGravity } from "../../../web/src/draw/commands";
import { copyThings } from "../../../web/src/draw/copies";
import { removeThing } from "../../../web/src/draw/change";
import { exposeOffers } from "../../../web/src/draw/group-offers";
import { canUngroup, groupThings, ungroup } from "../../../web/src/draw/groups";
import { linkageOf } from "../../../web/src/draw/linkage";
import { shiftBy } from "../../../web/src/draw/motion";
import { moveThings } from "../../../web/src/draw/move-things";
import { renameComponent } from "../../../web/src/draw/names";
import { orderThings } from "../../../web/src/draw/order";
import { placeOf } from "../../../web/src/draw/parts/table";
import { ModelText } from "../../../web/src/draw/model-text";
import { readDrawing } from "../../../web/src/draw/read";
import { bodiesOf, thingNamed } from "../../../web/src/draw/things";
import type { ToolId } from "../../../web/src/draw/tools";
import { DrawSession } from "../../../web/src/draw/session";
import { Pencil } from "../../../web/src/draw/pencil";
import type { EngineClient } from "../../../web/src/engine/client";
import { Experiment } from "../../../web/src/study/experiment";
import {
  blank,
  draw as drawPlain,
  drivenFourBar,
  type Place,
  problemsOf,
  run,
  Sheet,
} from "./support";

function draw(sheet: Sheet, id: ToolId, ...at: readonly Place[]): string {
  const made = drawPlain(sheet, id, ...at);
  exposeOffers(sheet.model);
  return made;
}

/** The components of the whole mechanism have offers. */
const fourBar = (): Sheet => drivenFourBar(draw);

const group = (sheet: Sheet, ...names: readonly string[]): string =>
  groupThings(sheet.model, sheet.drawing, names);

const others: readonly (readonly string[])[] = [
  ["rod_2", "rod_3"],
  ["crank", "rod_2", "rod_3"],
  ["crank", "rod_2", "rod_3", "C", "D"],
  ["rod_2", "pen"],
  ["rod_3"],
];

test.each(others)(
  "a group of %j … moves as its things did, and dissolved it is the text before",
  async (...names) => {
    const sheet = fourBar();
    const text = sheet.text;
    const before = await run(text, { until: 0.3 });
    const name = group(sheet, ...names);
    expect(name).toBe("group");
    expect(await problemsOf(sheet)).toEqual([]);
    expect(sheet.drawing.others).toEqual([]);
    expect(bodiesOf(sheet.drawing)).toHaveLength(3);
    expect(sheet.text).not.toContain("group_");
    const after = await run(sheet.text, { until: 0.3 });
    for (const body of ["crank", "rod_2", "rod_3"])
      for (const state of ["r.1", "r.2", "phi"]) {
        const there = names.includes(body) ? `group.${body}` : body;
        const [old, now] = [before.column(`${body}.${state}`), after.column(`${there}.${state}`)];
        expect(now.length).toBe(old.length);
        now.forEach((value, row) => expect(value).toBeCloseTo(old[row]!, 8));
      }
    expect(canUngroup(sheet.model, name)).toBe(true);
    ungroup(sheet.model, name);
    expect(JSON.parse(sheet.text)).toEqual(JSON.parse(text));
  },
);

test("a group whose components stand together is dissolved to the same text", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0.5], [0, 0.1]);
  draw(sheet, "rod", [0, 0.1], [0.3, 0.1]);
  draw(sheet, "ground", [0, 0.5]);
  const text = sheet.text;
  group(sheet, "rod", "rod_2", "A");
  expect(sheet.text).toContain(`"offers": { "rod_tail": "rod.tail" }`);
  expect(sheet.text).toContain(`"between": { "a": "ground", "b": "group.rod_tail" }`);
  ungroup(sheet.model, "group");
  expect(sheet.text).toBe(text);
});

test("nothing is a group without a body or a circuit element", () => {
  const sheet = fourBar();
  const text = sheet.text;
  expect(group(sheet, "A", "B")).toBe("");
  expect(group(sheet, "pen")).toBe("");
  expect(sheet.text).toBe(text);
});

test("parameters and formulas of the model reach into a group and out again", async () => {
  const sheet = fourBar();
  sheet.model.set(["parameters", "long"], { value: 0.4, unit: "m" });
  sheet.model.set(["components", "rod_3", "parameters", "length"], "long");
  sheet.model.set(["outputs", "swing"], { formula: "rod_3.phi - B.angle", unit: "rad" });
  sheet.model.set(["inputs", "D.torque"], "-0.1*rod_3.omega - 0.01*crank.omega");
  const text = sheet.text;
  const before = (await run(text, { until: 0.2 })).column("swing");
  group(sheet, "rod_3", "rod_2", "D");
  expect(sheet.model.at("components", "group", "parameters")).toEqual({ long: "long" });
  expect(sheet.model.at("outputs", "swing", "formula")).toBe("group.rod_3.phi - group.B.angle");
  expect(sheet.model.at("inputs", "group.D_torque")).toBe(
    "-0.1*group.rod_3.omega - 0.01*crank.omega",
  );
  expect(await problemsOf(sheet)).toEqual([]);
  const after = (await run(sheet.text, { until: 0.2 })).column("swing");
  after.forEach((value, row) => expect(value).toBeCloseTo(before[row]!, 8));
  sheet.model.set(["components", "group", "parameters", "long"], 0.4);
  ungroup(sheet.model, "group");
  expect(sheet.model.at("components", "rod_3", "parameters", "length")).toBe("0.4");
});

test("a circuit is a group with its nodes", async () => {
  const sheet = new Sheet();
  draw(sheet, "voltage", [0, 0], [0, 0.4]);
  draw(sheet, "resistor", [0, 0.4], [0.4, 0.4]);
  draw(sheet, "capacitor", [0.4, 0.4], [0.4, 0]);
  draw(sheet, "wire", [0.4, 0], [0, 0]);
  draw(sheet, "ground", [0, 0]);
  const text = sheet.text;
  expect(group(sheet, ...sheet.drawing.things.map(({ name }) => name))).toBe("group");
  expect(await problemsOf(sheet)).toEqual([]);
  const seen = await run(sheet.text, { until: 0.01 });
  expect(seen.outcome).toBe("finished");
  ungroup(sheet.model, "group");
  expect(JSON.parse(sheet.text)).toEqual(JSON.parse(text));
});

test("a group is copied, moved, renamed and deleted as one", async () => {
  const sheet = fourBar();
  group(sheet, "crank", "rod_2", "rod_3", "C", "D");
  const before = bodiesOf(sheet.drawing).map(placeOf);
  const made = copyThings(sheet.model, sheet.drawing, ["group"], shiftBy({ x: 1, y: 0 }));
  expect(made).toEqual(["group_2"]);
  expect(await problemsOf(sheet)).toEqual([]);
  const places = bodiesOf(sheet.drawing).map(placeOf);
  before.forEach(({ x, y }, index) => {
    expect(places[index + 3]!.x).toBeCloseTo(x + 1, 5);
    expect(places[index + 3]!.y).toBeCloseTo(y, 5);
  });
  const runs = await run(sheet.text, { until: 0.2 });
  const [one, two] = ["group", "group_2"].map((name) => runs.column(`${name}.rod_2.r.1`));
  one!.forEach((x, row) => expect(two![row]! - x).toBeCloseTo(1, 4));
  moveThings(sheet.model, sheet.drawing, ["group_2"], shiftBy({ x: 0, y: -0.5 }));
  expect(placeOf(bodiesOf(sheet.drawing)[3]!).y).toBeCloseTo(before[0]!.y - 0.5, 5);
  renameComponent(sheet.model, "group_2", "second");
  expect(thingNamed(sheet.drawing, "second")?.kind).toBe("group");
  const names = ungroup(sheet.model, "second");
  expect(names).toContain("crank"); // the first one is in its group
  expect(await problemsOf(sheet)).toEqual([]);
  removeThing(sheet.model, sheet.drawing, "group");
  expect(await problemsOf(sheet)).toEqual([]);
});

test("names that are taken are changed when a group is dissolved", async () => {
  const sheet = fourBar();
  group(sheet, "crank", "rod_2", "rod_3", "C", "D");
  copyThings(sheet.model, sheet.drawing, ["group"], shiftBy({ x: 1, y: 0 }));
  ungroup(sheet.model, "group");
  ungroup(sheet.model, "group_2");
  expect(await problemsOf(sheet)).toEqual([]);
  expect(sheet.drawing.others).toEqual([]);
  expect(bodiesOf(sheet.drawing).map(({ name }) => name)).toEqual([
    ...["crank", "rod_2", "rod_3", "crank_2", "rod_4", "rod_5"],
  ]);
});

test("what is drawn at a group is fixed to an offer of it, and groups can be in groups", async () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0.5], [0, 0.1]);
  draw(sheet, "rod", [0, 0.1], [0.3, 0.1]);
  group(sheet, "rod", "rod_2");
  draw(sheet, "ground", [0, 0.5]);
  draw(sheet, "rod", [0.3, 0.1], [0.3, -0.3]);
  expect(sheet.model.at("components", "B", "between")).toEqual({
    ...{ a: "group.rod_2_tip", b: "rod.tail" },
  });
  group(sheet, "group", "rod");
  expect(sheet.model.at("components", "group_2", "model", "components", "group")).toBeTruthy();
  draw(sheet, "spring", [0.3, 0.1], [0.6, 0.1]);
  expect(await problemsOf(sheet)).toEqual([]);
  expect(bodiesOf(sheet.drawing).map(({ name }) => name)).toEqual([
    ...["group_2.group.rod", "group_2.group.rod_2", "group_2.rod"],
  ]);
  expect(linkageOf(sheet.drawing)?.freedom).toBe(3);
  const inner = readDrawing(sheet.model, new Map(), {}, "group_2.group");
  expect(inner.things.map(({ name }) => name)).toEqual(["rod", "rod_2", "A"]);
});

test("gravity is switched off and on by the smallest edits", async () => {
  const client = { describe: () => new Promise(() => {}) } as unknown as EngineClient;
  const experiment = new Experiment(client, () => Promise.resolve({}));
  const session = new DrawSession(experiment);
  void experiment.load(blank);
  const pencil = new Pencil(session);
  expect(experiment.text).toBe(blank);
  toggleGravity(pencil);
  expect(experiment.text).toContain('"environment": { "gravity": [0, 0] }');
  toggleGravity(pencil);
  expect(experiment.text).toBe(blank);
});

test("the order of components is that of what is drawn", () => {
  const text = `{
  "porthos": 1,
  "components": {
    "rod": { "use": "porthos:planar-rod" },
    "A": { "use": "porthos:pin", "between": { "a": "ground", "b": "rod.tail" } },
    "mass": { "use": "porthos:planar-body" },
    "mass_2": { "use": "porthos:planar-body", "start": { "r": [1, 0] } }
  }
}`;
  const order = (
    ...moves: readonly (readonly [string, "front" | "forward" | "backward" | "back"])[]
  ) => {
    const model = new ModelText(text);
    for (const [name, shift] of moves) orderThings(model, readDrawing(model), [name], shift);
    return model;
  };
  const names = (model: ModelText): readonly string[] => Object.keys(model.members("components"));
  expect(names(order(["rod", "front"]))).toEqual(["A", "mass", "mass_2", "rod"]);
  expect(names(order(["rod", "forward"]))).toEqual(["A", "mass", "rod", "mass_2"]);
  expect(names(order(["mass_2", "back"]))).toEqual(["mass_2", "rod", "A", "mass"]);
  expect(names(order(["mass_2", "backward"]))).toEqual(["rod", "A", "mass_2", "mass"]);
  expect(order(["A", "front"]).text).toBe(text);
  expect(order(["mass_2", "backward"], ["mass_2", "forward"]).text).toBe(text);
});
