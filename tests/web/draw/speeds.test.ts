// Speeds at the start, drawn as arrows.
import { expect, test } from "vitest";
import { removeThing } from "../../../web/src/draw/change";
import { thingsOf } from "../../../web/src/draw/things";
import { toolNamed } from "../../../web/src/draw/tools";
import { blank, draw, run, Sheet } from "./support";

test("a body is thrown with the velocity of its arrow", async () => {
  const sheet = new Sheet();
  draw(sheet, "mass", [-0.5, 0]);
  expect(draw(sheet, "speed", [-0.5, 0], [-0.1, 0.3])).toBe("mass.v");
  expect(sheet.model.at("components", "mass", "start", "v")).toEqual([2, 1.5]); // 5 m/s of a metre
  const seen = await run(sheet.text, { until: 0.4 });
  expect(seen.column("mass.r.1").at(-1)).toBeCloseTo(-0.5 + 2 * 0.4, 9);
  expect(seen.column("mass.r.2").at(-1)).toBeCloseTo(1.5 * 0.4 - (9.81 / 2) * 0.4 ** 2, 9);
  expect(thingsOf(sheet.drawing, "velocity")).toMatchObject([{ name: "mass.v", value: { x: 2 } }]);
});

test("an arrow beside the centre turns a body: its point has the velocity of the arrow", async () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [-0.2, 0], [0.2, 0]);
  // At the tip, upwards, 0.1 m: 0.5 m/s at 0.2 m from the centre.
  expect(draw(sheet, "speed", [0.2, 0], [0.2, 0.1])).toBe("rod.omega");
  expect(sheet.model.at("components", "rod", "start", "omega")).toBe(2.5);
  const seen = await run(sheet.text, { until: 0.4 });
  expect(seen.column("rod.phi").at(-1)).toBeCloseTo(2.5 * 0.4, 9);
  // Along the arm it turns nothing.
  draw(sheet, "speed", [-0.2, 0], [-0.1, 0]);
  expect(sheet.model.at("components", "rod", "start", "omega")).toBe(0);
  expect(thingsOf(sheet.drawing, "spin")).toEqual([]);
});

test("an arrow is removed without its body, and a body with its arrows", () => {
  const sheet = new Sheet();
  draw(sheet, "disc", [0, 0], [0.2, 0]);
  const text = sheet.text;
  draw(sheet, "speed", [0, 0], [0.2, 0]);
  draw(sheet, "speed", [0, 0.1], [0.1, 0.1]);
  expect(sheet.model.at("components", "disc", "start")).toMatchObject({ v: [1, 0], omega: -5 });
  for (const name of ["disc.v", "disc.omega"]) removeThing(sheet.model, sheet.drawing, name);
  expect(sheet.text).toBe(text);
  draw(sheet, "speed", [0, 0], [0.2, 0]);
  removeThing(sheet.model, sheet.drawing, "disc");
  expect(JSON.parse(sheet.text)).toEqual(JSON.parse(blank));
});

test("a start by a formula of the author's stays, and so does whether it is fixed", () => {
  const sheet = new Sheet(`{
    "porthos": 1, "name": "x", "parameters": { "v0": 2 },
    "components": {
      "puck": { "use": "porthos:planar-body", "start": { "v": ["v0", 0] } },
      "top": { "use": "porthos:planar-body", "start": { "r": [0.5, 0], "v": { "value": [1, 0], "fixed": true } } } } }`);
  expect(thingsOf(sheet.drawing, "velocity").map(({ value }) => value.x)).toEqual([2, 1]);
  draw(sheet, "speed", [0, 0], [0.2, 0.2]);
  expect(sheet.model.at("components", "puck", "start", "v")).toEqual(["v0", 0]);
  draw(sheet, "speed", [0.5, 0], [0.5, 0.2]);
  expect(sheet.model.at("components", "top", "start", "v")).toEqual({ value: [0, 1], fixed: true });
});

test("the ground has no speed", () => {
  const sheet = new Sheet();
  draw(sheet, "ground", [0, 0]);
  const refusal = toolNamed("speed").refuse?.(sheet.drawing, [sheet.at(0, 0), sheet.at(0.2, 0)], {
    ...{ selected: [], number: 3 },
  });
  expect(refusal).toBe("cannotPoint");
});
