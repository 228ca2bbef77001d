// Kinematics over the angle of a crank, against closed forms.
import { expect, test } from "vitest";
import {
  deadCentres,
  driversOf,
  outputCurves,
  pointCurves,
  sweepOf,
  transmissionOf,
} from "../../../web/src/draw/sweep";
import { thingsOf } from "../../../web/src/draw/things";
import { draw, fourBar, Sheet } from "./support";

/** Crank a, coupler b, rocker c on a ground of d. */
const [a, b, c, d] = [0.2, Math.hypot(0.5, 0.2), 0.4, 0.5] as const;

function fourBarWithPen(): Sheet {
  const sheet = fourBar();
  draw(sheet, "pen", [-0.05, 0.3]);
  return sheet;
}

const angleBetween = (one: number, other: number, opposite: number): number =>
  Math.acos((one * one + other * other - opposite * opposite) / (2 * one * other));

test("a crank-rocker turns, and its rocker reverses where crank and coupler are in line", () => {
  const { drawing } = fourBarWithPen();
  const [driver] = driversOf(drawing);
  const sweep = sweepOf(drawing, driver!)!;
  expect(sweep.isWhole).toBe(true);
  expect(sweep.angles).toHaveLength(181);
  const [rocker] = outputCurves(sweep, drawing);
  expect(rocker).toMatchObject({ name: "rod_3", of: "angle" });
  // Outer: the triangle of b + a, c and d. Inner: that of b - a.
  const outer = angleBetween(a + b, d, c);
  const inner = angleBetween(b - a, d, c) + Math.PI;
  const found = deadCentres(sweep, rocker!);
  [outer, inner]
    .sort((one, other) => one - other)
    .forEach((angle, k) => expect(found[k]).toBeCloseTo(angle, 5));
  expect(found).toHaveLength(2);
  // The rates are those of the poses, by differences over both neighbours.
  for (let row = 1; row < 180; row++) {
    const slope =
      (rocker!.values[row + 1]! - rocker!.values[row - 1]!) / ((2 * (2 * Math.PI)) / 180);
    expect(rocker!.rates[row]).toBeCloseTo(slope, 2);
  }
  const [x] = pointCurves(sweep, thingsOf(drawing, "pen")[0]!);
  for (let row = 1; row < 180; row++) {
    const slope = (x!.values[row + 1]! - x!.values[row - 1]!) / ((2 * (2 * Math.PI)) / 180);
    expect(x!.rates[row]).toBeCloseTo(slope, 3);
  }
  // The curve is closed.
  expect(x!.values.at(-1)).toBeCloseTo(x!.values[0]!, 8);
});

test("the transmission angle is extreme where the crank is in line with the ground", () => {
  const { drawing } = fourBarWithPen();
  const sweep = sweepOf(drawing, driversOf(drawing)[0]!)!;
  const acute = (angle: number): number => Math.min(angle, Math.PI - angle);
  const extremes = [angleBetween(b, c, d - a), angleBetween(b, c, d + a)];
  const transmission = transmissionOf(sweep, drawing)!;
  expect(transmission.joint).toBe("B");
  expect(transmission.least).toBeCloseTo(Math.min(...extremes.map(acute)), 5);
  const [low = 0, high = 0] = [...extremes].sort((one, other) => one - other);
  expect(low < Math.PI / 2 && high > Math.PI / 2).toBe(true); // it passes a right angle
  expect(transmission.most).toBe(Math.PI / 2);
});

test("a slider reverses in the dead centres of its crank, with a stroke of twice the crank", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0], [0, 0.15]);
  draw(sheet, "rod", [0, 0.15], [0.4, 0]);
  draw(sheet, "ground", [0, 0]);
  draw(sheet, "slide", [0.4, 0], [0.8, 0]);
  const { drawing } = sheet;
  const sweep = sweepOf(drawing, driversOf(drawing)[0]!)!;
  const slider = outputCurves(sweep, drawing).find(({ name }) => name === "slider")!;
  const found = deadCentres(sweep, slider);
  expect(found.map((angle) => Math.abs(Math.sin(angle)))).toEqual([
    expect.closeTo(0, 6),
    expect.closeTo(0, 6),
  ]);
  expect(Math.max(...slider.values) - Math.min(...slider.values)).toBeCloseTo(0.3, 4);
  // The coupler leans by asin(r/l) at most from the guide, so by acos(r/l) from its normal.
  const transmission = transmissionOf(sweep, drawing)!;
  expect(transmission.least).toBeCloseTo(Math.acos(0.15 / Math.hypot(0.4, 0.15)), 5);
  expect(transmission.most).toBe(Math.PI / 2);
});

test("a rocker as the crank stops at its dead centres; what has no or two motions has no sweep", () => {
  const { drawing } = fourBarWithPen();
  const rocker = driversOf(drawing).find(({ b: side, a: other }) =>
    [side.body, other.body].includes("rod_3"),
  )!;
  const sweep = sweepOf(drawing, rocker)!;
  expect(sweep.isWhole).toBe(false);
  const range = sweep.angles.at(-1)! - sweep.angles[0]!;
  // Between the triangles of b + a and b - a at the pivot of the rocker.
  const whole = angleBetween(c, d, a + b) - angleBetween(c, d, b - a);
  expect(range).toBeLessThan(whole);
  expect(range).toBeGreaterThan(whole - (3 * 2 * Math.PI) / 180);
  const loose = new Sheet();
  draw(loose, "rod", [0, 0], [0.3, 0]);
  draw(loose, "rod", [0.3, 0], [0.3, 0.3]);
  draw(loose, "ground", [0, 0]);
  expect(sweepOf(loose.drawing, driversOf(loose.drawing)[0]!)).toBe(null);
  draw(loose, "ground", [0.3, 0.3]);
  draw(loose, "rod", [0, 0], [0.3, 0.3]);
  expect(driversOf(loose.drawing).map((pin) => sweepOf(loose.drawing, pin))).not.toContainEqual(
    expect.objectContaining({ isWhole: true }),
  );
});

test("the numbers of the lesson on cranks in the teachers' page are those of the law of cosines", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [-0.4, -0.2], [-0.4, 0]);
  draw(sheet, "rod", [-0.4, 0], [0.2, 0.25]);
  draw(sheet, "rod", [0.2, 0.25], [0.2, -0.2]);
  draw(sheet, "ground", [-0.4, -0.2]);
  draw(sheet, "ground", [0.2, -0.2]);
  const sweepNow = () => sweepOf(sheet.drawing, driversOf(sheet.drawing)[0]!)!;
  const degrees = (angle: number): number => (angle * 180) / Math.PI;
  const sweep = sweepNow();
  const [rocker] = outputCurves(sweep, sheet.drawing);
  const angles = [angleBetween(0.85, 0.6, 0.45), Math.PI + angleBetween(0.45, 0.6, 0.45)];
  deadCentres(sweep, rocker!).forEach((angle, k) => expect(angle).toBeCloseTo(angles[k]!, 5));
  expect(angles.map((angle) => degrees(angle).toFixed(1))).toEqual(["30.4", "228.2"]);
  const { least } = transmissionOf(sweep, sheet.drawing)!;
  expect(least).toBeCloseTo(angleBetween(0.65, 0.45, 0.4), 4);
  expect(degrees(least).toFixed(1)).toBe("37.4");
  for (const [length, isWhole] of [
    [0.26, true],
    [0.24, false],
  ] as const) {
    sheet.model.set(["components", "rod_3", "parameters", "length"], length);
    expect(sweepNow().isWhole).toBe(isWhole);
  }
});
