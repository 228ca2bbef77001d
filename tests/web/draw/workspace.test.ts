// The area that a traced point reaches, against closed forms.
import { expect, test } from "vitest";
import type { Vec } from "../../../web/src/draw/numbers";
import { thingsOf } from "../../../web/src/draw/things";
import { hasWorkspace, sweepWorkspace, type Workspace } from "../../../web/src/draw/workspace";
import { draw, Sheet } from "./support";

function workspaceOf(sheet: Sheet): Workspace {
  const [pen] = thingsOf(sheet.drawing, "pen");
  let last: Workspace | undefined;
  for (const each of sweepWorkspace(sheet.drawing, pen!.on)) last = each;
  return last!;
}

/** Every square's middle is in a region; those of the grid that are well inside are all there. */
function expectRegion({ side, middles }: Workspace, depth: (place: Vec) => number): void {
  for (const place of middles) expect(depth(place)).toBeGreaterThan(-1e-6);
  const own = new Set(middles.map(({ x, y }) => `${x.toFixed(6)},${y.toFixed(6)}`));
  const [first] = middles;
  let count = 0;
  for (let i = -60; i <= 60; i++)
    for (let j = -60; j <= 60; j++) {
      const place = { x: first!.x + i * side, y: first!.y + j * side };
      if (depth(place) < 1.5 * side) continue;
      expect(own.has(`${place.x.toFixed(6)},${place.y.toFixed(6)}`)).toBe(true);
      count++;
    }
  expect(count).toBeGreaterThan(100);
}

test("an arm of two rods reaches a ring", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0], [0.3, 0]);
  draw(sheet, "rod", [0.3, 0], [0.3, 0.2]);
  draw(sheet, "ground", [0, 0]);
  draw(sheet, "pen", [0.3, 0.2]);
  const found = workspaceOf(sheet);
  expectRegion(found, ({ x, y }) => Math.min(0.5 - Math.hypot(x, y), Math.hypot(x, y) - 0.1));
  const area = found.middles.length * found.side ** 2;
  expect(area / (Math.PI * (0.5 ** 2 - 0.1 ** 2))).toBeCloseTo(1, 1);
});

test("a five-bar reaches what both of its arms reach", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [-0.2, 0], [-0.4, 0]);
  draw(sheet, "rod", [-0.4, 0], [0, 0.3]);
  draw(sheet, "rod", [0, 0.3], [0.4, 0]);
  draw(sheet, "rod", [0.4, 0], [0.2, 0]);
  draw(sheet, "ground", [-0.2, 0]);
  draw(sheet, "ground", [0.2, 0]);
  draw(sheet, "pen", [0, 0.3]);
  const [a, b] = [0.2, 0.5];
  expectRegion(workspaceOf(sheet), ({ x, y }) =>
    Math.min(
      ...[-0.2, 0.2].flatMap((center) => {
        const r = Math.hypot(x - center, y);
        return [a + b - r, r - (b - a)];
      }),
      // The two rings meet in one piece above the line of the centres, and in one below it.
      y,
    ),
  );
});

test("a point of a four-bar, of a loose body or of the ground has none", () => {
  const sheet = new Sheet();
  draw(sheet, "rod", [0, 0], [0, 0.2]);
  draw(sheet, "pen", [0, 0.2]);
  const on = () => thingsOf(sheet.drawing, "pen")[0]!.on;
  expect(hasWorkspace(sheet.drawing, on())).toBe(false);
  draw(sheet, "ground", [0, 0]);
  expect(hasWorkspace(sheet.drawing, on())).toBe(false); // a circle
  draw(sheet, "rod", [0, 0.2], [0.4, 0.2]);
  expect(hasWorkspace(sheet.drawing, on())).toBe(true);
  draw(sheet, "ground", [0.4, 0.2]);
  expect(hasWorkspace(sheet.drawing, on())).toBe(false);
});
