// Bodies drawn in space, by pointer and by keys: a pendulum, a double pendulum, and a slider-crank.
import { expect, test } from "vitest";
import { see } from "./drawing";
import { draw, height, press, times } from "./space-drawing";
import { noViolations, pictures, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();
/** The square of the angular velocity of a rod of half a metre whose end is held, 2 g (h - z) m / I. */
const expectFall = (columns: Readonly<Record<string, readonly number[]>>): void => {
  const inertia = 0.5 ** 2 / 3 + 0.02 ** 2 / 4;
  columns["rod.r.3"]!.slice(0, 60).forEach((z, row) => {
    const square = [1, 2, 3].reduce((sum, k) => sum + columns[`rod.omega.${k}`]![row]! ** 2, 0);
    expect(square).toBeCloseTo((2 * 9.81 * (height - z)) / inertia, 4);
  });
};

test("a rod on a ball joint, by pointer, falls as the closed form says", async () => {
  const { opened, page, tool, click, answer } = await draw(open);
  await tool("Rod");
  await click(0, 0);
  await click(0.3, 0.4);
  await tool("Joint");
  await click(0, 0);
  await click(0, 0);
  await answer("Ball joint");
  const { columns, freedom, text } = await see(page);
  expect(freedom).toBe(3);
  expect(text).toContain(
    '"A": { "use": "porthos:spherical", "between": { "a": "ground", "b": "rod.tail" }',
  );
  expectFall(columns);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  // One step of undo each.
  await press(page, "z");
  await settled(page);
  expect((await see(page)).text).not.toContain("spherical");
  expect(opened.complaints.filter((each) => !each.includes("GPU stall"))).toEqual([]);
  await opened.close();
});

test("the same by keys alone", async () => {
  const { opened, page } = await draw(open);
  await press(page, "r", "ArrowRight", "ArrowLeft", "Enter");
  await press(page, ...times("ArrowRight", 6), ...times("ArrowUp", 8), "Enter");
  await settled(page);
  await press(page, "j", "n", "Enter", "Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Enter");
  const { columns, freedom } = await see(page);
  expect(freedom).toBe(3);
  expectFall(columns);
  await press(page, "Escape", "v", "o");
  await page.getByRole("heading", { name: "Rod" }).waitFor();
  await press(page, "Delete");
  await settled(page);
  expect(await page.locator(".board-status").textContent()).toContain("Nothing is drawn yet");
  await opened.close();
});

test("a slider-crank in space, by pointer, keeps its lengths and its energy", async () => {
  const { opened, page, tool, click, answer } = await draw(open);
  await tool("Rod");
  await click(0, 0);
  await click(0.2, 0);
  await tool("Box");
  await click(0.6, 0.2);
  await tool("Rod");
  await click(0.2, 0);
  await click(0.6, 0.2);
  await tool("Joint");
  await click(0, 0);
  await click(0, 0);
  await answer("Hinge");
  await click(0.6, 0.2);
  await click(0.6, 0.2);
  await answer("Guide");
  await page.locator(".board-inspector").getByLabel("Axis", { exact: true }).selectOption("x");
  const { columns, freedom, text } = await see(page);
  expect(freedom).toBe(2); // the crank, and the coupler about its own axis
  const { components } = JSON.parse(text) as { components: Record<string, { use: string }> };
  expect(Object.values(components).map(({ use }) => use.slice(8))).toEqual([
    ...["rod", "box", "rod", "spherical", "spherical", "revolute", "prismatic"],
  ]);
  const square = 0.4 ** 2 + 0.2 ** 2; // of the length of the coupler
  columns["box.r.1"]!.forEach((x, row) => {
    const [tip, up] = [2 * columns["rod.r.1"]![row]!, 2 * (columns["rod.r.3"]![row]! - height)];
    expect(x).toBeCloseTo(tip + Math.sqrt(square - 0.2 ** 2 - up ** 2), 5);
  });
  const energy = columns["energy.stored"]!;
  expect(energy.at(-1)!).toBeCloseTo(energy[0]!, 4);
  await opened.close();
});

test("a double pendulum with a universal joint, by pointer, keeps its energy", async () => {
  const { opened, page, tool, click, answer } = await draw(open);
  await tool("Rod");
  await click(0, 0);
  await click(0.4, 0);
  await click(0.6, 0.3);
  await click(0.6, 0.6);
  await tool("Joint");
  await click(0, 0);
  await click(0, 0);
  await answer("Ball joint");
  await click(0.4, 0);
  await click(0.6, 0.3);
  await answer("Universal joint");
  const { columns, freedom } = await see(page);
  expect(freedom).toBe(5);
  const at = (name: string): number => columns[name]![0]!;
  // The free rod was brought to the other one.
  expect(at("rod_2.r.1")).toBeCloseTo(0.4, 5);
  expect(at("rod_2.r.2")).toBeCloseTo(0.15, 5);
  const energy = columns["energy.stored"]!;
  expect(energy.at(-1)!).toBeCloseTo(energy[0]!, 4);
  await opened.close();
});

test("handles move a free body along an axis, in steps of the grid", async () => {
  const { opened, page, tool, click, spot } = await draw(open);
  await tool("Box");
  await click(0.1, 0.1);
  await tool("Select");
  await settled(page);
  await pictures(page);
  const [from, along] = [await spot(0.1, 0.1), await spot(0.4, 0.1)];
  const length = Math.hypot(along.x - from.x, along.y - from.y);
  const go = (pixels: number): Promise<void> =>
    page.mouse.move(
      from.x + (pixels * (along.x - from.x)) / length,
      from.y + (pixels * (along.y - from.y)) / length,
    );
  await go(45);
  await pictures(page);
  await page.mouse.down();
  await go(80);
  await go(45 + length);
  await page.mouse.up();
  const { columns } = await see(page);
  const place = [1, 2, 3].map((k) => columns[`box.r.${k}`]![0]!);
  expect(place[0]!).toBeGreaterThan(0.3);
  expect(Math.abs(place[0]! / 0.05 - Math.round(place[0]! / 0.05))).toBeLessThan(1e-6);
  expect(place[1]!).toBeCloseTo(0.1, 6);
  expect(place[2]!).toBeCloseTo(height, 6);
  await opened.close();
});
