// Poses that joints allow, as the page computes them while a mechanism is dragged.
import { expect, test } from "vitest";
import { leastSquares } from "../../../web/src/draw/least-squares";
import { linkageOf } from "../../../web/src/draw/linkage";
import { distance, type Vec } from "../../../web/src/draw/numbers";
import { draw, fourBar, Sheet } from "./support";

const at = (x: number, y: number): Vec => ({ x, y });

test("least squares are those of the normal equations, and of dependent rows the shortest", () => {
  const rows = [
    [1, 2, 0],
    [0, 1, -1],
    [1, 3, -1], // the sum of the others
  ].map((row) => Float64Array.from(row));
  const x = leastSquares(rows, Float64Array.from([3, 1, 4]), 3, 1e-10);
  // The shortest x with x + 2 y = 3 and y - z = 1 is (3, 1, 4) combined by hand: x = A^T (A A^T)^-1 b.
  const [a, b] = [(3 * 2 - 2 * 1) / (5 * 2 - 4), (5 * 1 - 2 * 3) / (5 * 2 - 4)];
  [a, 2 * a + b, -b].forEach((value, k) => expect(x[k]).toBeCloseTo(value, 5));
});

test("a dragged four-bar keeps its joints closed and its lengths, and follows the hand", () => {
  const linkage = linkageOf(fourBar().drawing)!;
  const start = linkage.pull({ body: 0, at: at(0.1, 0) }, at(-0.3, 0.2)); // where it is
  expect(start).toBeLessThan(1e-9);
  for (let k = 1; k <= 40; k++) {
    const angle = Math.PI / 2 - 0.04 * k;
    const hand = at(-0.3 + 0.2 * Math.cos(angle), 0.2 * Math.sin(angle));
    expect(linkage.pull({ body: 0, at: at(0.1, 0) }, hand)).toBeLessThan(1e-9);
    const [crank, coupler, rocker] = linkage.names.map((_, body) => body) as [
      number,
      number,
      number,
    ];
    const half = Math.hypot(0.5, 0.2) / 2;
    const tip = linkage.placeOf({ body: crank, at: at(0.1, 0) });
    expect(distance(tip, hand)).toBeLessThan(2e-4); // as near as its weight brings it
    expect(distance(tip, at(-0.3, 0))).toBeCloseTo(0.2, 8);
    expect(distance(tip, linkage.placeOf({ body: coupler, at: at(-half, 0) }))).toBeLessThan(1e-8);
    const end = linkage.placeOf({ body: coupler, at: at(half, 0) });
    expect(distance(end, linkage.placeOf({ body: rocker, at: at(-0.2, 0) }))).toBeLessThan(1e-8);
    expect(distance(end, at(0.2, 0))).toBeCloseTo(0.4, 8);
  }
});

test("a hand that is out of reach stretches the mechanism as far as it goes", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0], [0.3, 0]);
  draw(sheet, "rod", [0.3, 0], [0.3, 0.2]);
  draw(sheet, "ground", [0, 0]);
  const linkage = linkageOf(sheet.drawing)!;
  const tip = { body: 1, at: at(0.1, 0) };
  for (let k = 0; k < 30; k++) linkage.pull(tip, at(0.6, 0.8));
  const { x, y } = linkage.placeOf(tip);
  expect(Math.hypot(x, y)).toBeCloseTo(0.5, 5);
  // The nearest point of its circle is 0.5 m from the hand. A stretched arm turns there slowly.
  expect(distance({ x, y }, at(0.6, 0.8))).toBeLessThan(0.505);
});

test("rates are the derivatives of the poses; of a slider-crank they have a closed form", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0], [0, 0.15]);
  draw(sheet, "rod", [0, 0.15], [0.4, 0]);
  draw(sheet, "ground", [0, 0]);
  draw(sheet, "slide", [0.4, 0], [0.8, 0]);
  const linkage = linkageOf(sheet.drawing)!;
  const [r, l] = [0.15, Math.hypot(0.4, 0.15)];
  const slider = linkage.names.indexOf("slider");
  for (let angle = Math.PI / 2; angle < 8; angle += 0.3) {
    expect(linkage.turnTo("ground", "rod", angle)).toBeLessThan(1e-9);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const root = Math.sqrt(l * l - r * r * s * s);
    expect(linkage.x[3 * slider]).toBeCloseTo(r * c + root, 7);
    const rates = linkage.ratesOf("ground", "rod")!;
    expect(rates[3 * slider]).toBeCloseTo(-r * s - (r * r * s * c) / root, 6);
    expect(rates[2]).toBeCloseTo(1, 9);
  }
});

test("gears turn by their ratio, and welds keep their angle", () => {
  const sheet = new Sheet();
  draw(sheet, "disc", [0, 0], [0.1, 0]);
  draw(sheet, "disc", [0.3, 0], [0.5, 0]);
  draw(sheet, "ground", [0, 0]);
  draw(sheet, "ground", [0.3, 0]);
  draw(sheet, "gear", [0, 0], [0.3, 0]);
  const linkage = linkageOf(sheet.drawing)!;
  expect(linkage.turnTo("ground", "disc", 1)).toBeLessThan(1e-9);
  expect(linkage.angleOf("disc_2")).toBeCloseTo(-0.5, 9);
});

test("a rope is for the engine", () => {
  const sheet = new Sheet();
  draw(sheet, "mass", [0, 0]);
  draw(sheet, "rope", [0, 0], [0, 0.5]);
  expect(linkageOf(sheet.drawing)).toBe(null);
});
