import { expect, test } from "vitest";
import { showsPath } from "../../web/src/view/trails";

/** Points of a double turn, so many radians apart. */
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
