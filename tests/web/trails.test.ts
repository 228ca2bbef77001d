import { expect, test } from "vitest";
import { firstPasses } from "../../web/src/view/first-passes";
import { thinned } from "../../web/src/view/thinned";
import { showsPath } from "../../web/src/view/trails";

/** Points of a double turn with this angle between them, rad. */
const turned = (apart: number): number[] =>
  Array.from({ length: 400 }, (_, i) => [Math.cos(i * apart), Math.sin(i * apart), 0]).flat();

test("a trail is drawn where its points follow the path, and not where they are chords across it", () => {
  expect(showsPath(turned(0.05))).toBe(true);
  expect(showsPath(turned(1))).toBe(true); // 57 degrees at each point
  expect(showsPath(turned(2))).toBe(false);
  expect(showsPath(turned(Math.PI))).toBe(false); // to and fro
  const swing = Array.from({ length: 400 }, (_, i) => [Math.sin(i * 0.1), 0, 0]).flat();
  expect(showsPath(swing)).toBe(true); // turns at its ends only
  const rest = new Array<number>(300).fill(1);
  expect(showsPath(rest)).toBe(true);
});

test("a line needs few points where it hardly bends, and stays near all the others", () => {
  const points = turned(0.01); // 400 points of 4 rad
  const kept = thinned(points, 1e-3);
  expect(kept[0]).toBe(0);
  expect(kept.at(-1)).toBe(399);
  expect(kept.length).toBeLessThan(70); // an arc of 2 sqrt(2e-3) rad is 1e-3 from its chord: 45 of them
  for (let k = 1; k < kept.length; k++) {
    const [from, to] = [kept[k - 1] ?? NaN, kept[k] ?? NaN];
    expect(1 - Math.cos((0.01 * (to - from)) / 2)).toBeLessThanOrEqual(1e-3);
  }
  const swing = Array.from({ length: 400 }, (_, i) => [Math.sin(i * 0.1), 0, 0]).flat();
  expect(thinned(swing, 1e-3).length).toBeLessThan(400 / 10); // its 13 ends, without a last row
  expect(thinned([1, 2, 3], 1e-3)).toEqual([0]);
  expect(thinned([], 1e-3)).toEqual([]);
});

test("a path that is followed again is drawn once", () => {
  const turn = 2 * Math.PI;
  const points = turned(turn / 40); // ten turns
  const found = firstPasses(points, 0.05);
  expect(found.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, k) => k));
  expect(found.length).toBeLessThan(80);
  const onward = Array.from({ length: 50 }, (_, k) => [k, 0, 0]).flat();
  expect(firstPasses(onward, 0.05)).toHaveLength(49);
  expect(firstPasses([...onward, 0, 0, 0], 0.05)).toHaveLength(49); // all the way back
});
