// Instant centres, and lengths for a curve through given points.
import { expect, test } from "vitest";
import { instantCentres } from "../../../web/src/draw/centres";
import { linkageOf } from "../../../web/src/draw/linkage";
import { ModelText } from "../../../web/src/draw/model-text";
import { readDrawing } from "../../../web/src/draw/read";
import { findLengths, setLengths } from "../../../web/src/draw/synthesis";
import { driversOf, pointCurves, sweepOf } from "../../../web/src/draw/sweep";
import { thingsOf, type Drawing } from "../../../web/src/draw/things";
import { fourBar, sliderCrank } from "./linkages";

const driverOf = (drawing: Drawing) => driversOf(drawing)[0] ?? expect.fail("no driver");

test("a coupler turns about the point where the lines of crank and rocker meet", () => {
  const drawing = readDrawing(new ModelText(fourBar));
  const centres = new Map(
    instantCentres(drawing, driverOf(drawing)).map((each) => [each.body, each.place]),
  );
  // Crank and rocker turn about their pins at the ground.
  expect(centres.get("crank")?.x).toBeCloseTo(0, 9);
  expect(centres.get("crank")?.y).toBeCloseTo(0, 9);
  expect(centres.get("rocker")?.x).toBeCloseTo(0.6, 9);
  expect(centres.get("rocker")?.y).toBeCloseTo(0, 9);
  const linkage = linkageOf(drawing)!;
  linkage.close(); // the text has rough poses
  const place = centres.get("coupler")!;
  // On both lines: the cross products vanish.
  const phi = ["crank", "rocker"].map((name) => linkage.angleOf(name));
  expect(place.x * Math.sin(phi[0]!) - place.y * Math.cos(phi[0]!)).toBeCloseTo(0, 6);
  expect((place.x - 0.6) * Math.sin(phi[1]!) - place.y * Math.cos(phi[1]!)).toBeCloseTo(0, 6);
});

test("a slider has no instant centre", () => {
  const drawing = readDrawing(new ModelText(sliderCrank));
  const centres = instantCentres(drawing, driverOf(drawing));
  expect(centres.find(({ body }) => body === "slider")?.place).toBe(null);
});

test("three lengths are found again from points of the curve that they make", async () => {
  const meant = readDrawing(new ModelText(fourBar));
  const sweep = sweepOf(meant, driverOf(meant))!;
  const [x, y] = pointCurves(sweep, thingsOf(meant, "pen")[0]!);
  const goals = [10, 40, 70, 100, 130, 160].map((row) => ({
    x: x!.values[row]!,
    y: y!.values[row]!,
  }));
  const model = new ModelText(fourBar);
  for (const [name, length] of [
    ["crank", 0.22],
    ["coupler", 0.52],
    ["rocker", 0.43],
  ] as const)
    model.set(["components", name, "parameters", "length"], length);
  const drawing = readDrawing(model);
  const rods = ["crank", "coupler", "rocker"];
  const wish = { text: model.text, drawing, driver: driverOf(drawing), pen: "pen", goals, rods };
  const found = (await findLengths(wish)) ?? expect.fail("nothing found");
  expect(found.before).toBeGreaterThan(0.01);
  // The goals are on the curve, but not at the same crank angles: a chord of the curve misses by less.
  expect(found.now).toBeLessThan(3e-4);
  [0.2, 0.5, 0.4].forEach((length, index) =>
    expect(Math.abs(found.lengths[index]! - length)).toBeLessThan(3e-3),
  );
  setLengths(model, rods, found);
  const after = readDrawing(model);
  expect(sweepOf(after, driverOf(after))?.isWhole).toBe(true);
});

test("no lengths are found for points that the curve already meets, or without points", async () => {
  const drawing = readDrawing(new ModelText(fourBar));
  const wish = { text: fourBar, drawing, driver: driverOf(drawing), pen: "pen", rods: ["crank"] };
  expect(await findLengths({ ...wish, goals: [] })).toBe(null);
});
