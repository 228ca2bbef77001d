// Groups on the board: made, opened, dragged, copied, ordered and dissolved, by pointer and by keys.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { byPointer, phone, see, spots, visit, ways } from "./drawing";
import { noViolations, pictures, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();

const textOf = (page: Page): Promise<string> =>
  page.evaluate(
    "document.querySelector('porthos-sim').ready().then(({ experiment }) => experiment.text)",
  );

const componentsOf = async (page: Page): Promise<Record<string, Record<string, unknown>>> =>
  (JSON.parse(await textOf(page)) as { components: Record<string, Record<string, unknown>> })
    .components;

async function press(page: Page, key: string): Promise<void> {
  await page.locator(".board-canvas").focus();
  await page.keyboard.press(key);
  await settled(page);
}

/** The inspector's button, or the key of the same action. */
async function act(page: Page, by: string, name: string, key: string): Promise<void> {
  if (by === "keys") return press(page, key);
  const button = page.locator(".board-inspector").getByRole("button", { name, exact: true });
  await button.click();
  await settled(page);
}

test.each(ways)(
  "a double pendulum is grouped, opened, changed and dissolved by %s",
  async (by, start, options) => {
    const { opened, page, way } = await visit(open, start, options);
    await way.tool("r");
    await way.line([-0.2, 0.3], [-0.2, 0.1]);
    await way.line([-0.2, 0.1], [0.1, 0.1]);
    await way.tool("g");
    await way.click([-0.2, 0.3]);
    await see(page);
    const before = await textOf(page);
    await press(page, "v");
    await press(page, "Shift+A");
    await page.getByRole("heading", { name: "4 parts" }).waitFor();
    await act(page, by, "Group", ".");
    const { freedom, columns } = await see(page);
    expect(freedom).toBe(2);
    expect(Object.keys(await componentsOf(page))).toEqual(["group"]);
    expect(columns["group.rod.r.1"]![0]).toBeCloseTo(-0.2, 9);
    expect(await page.locator("g.is-group g.is-rod").count()).toBe(2);
    await act(page, by, "Open group", ">");
    await page.getByRole("navigation", { name: "Open group" }).waitFor();
    await way.tool("m");
    await way.click([0.3, -0.2]);
    await settled(page);
    expect(Object.keys(await componentsOf(page))).toEqual(["group"]);
    await press(page, "Delete");
    await press(page, "v");
    await press(page, "Escape");
    expect(await page.getByRole("navigation", { name: "Open group" }).count()).toBe(0);
    expect(await page.locator("g.is-group.is-selected").count()).toBe(1);
    await act(page, by, "Ungroup", ",");
    expect(await textOf(page)).toBe(before);
    for (let k = 0; k < 3; k++) await press(page, "z");
    expect(Object.keys(await componentsOf(page))).toEqual(["group"]);
    await press(page, "z");
    expect(await textOf(page)).toBe(before);
    expect(opened.complaints).toEqual([]);
    await opened.close();
  },
);

test("a group turns on its pin, is copied with a double click inside, and lies in front", async () => {
  const { opened, page, way } = await visit(open, byPointer, {});
  await way.tool("r");
  await way.line([-0.5, 0.2], [-0.5, -0.1]);
  await way.line([-0.5, -0.1], [-0.2, -0.1]);
  await way.tool("v");
  await press(page, "Shift+A");
  await press(page, ".");
  await way.tool("g");
  await way.click([-0.5, 0.2]);
  await see(page);
  const { group, A } = await componentsOf(page);
  expect(A).toMatchObject({ between: { a: "ground", b: "group.rod_tail" } });
  expect(group).toMatchObject({ model: { offers: { rod_tail: "rod.tail" } } });
  await way.tool("v");
  await way.line([-0.2, -0.1], [-0.1, 0.2]);
  const { columns } = await see(page);
  // It turned about the pin, and its rods kept their lengths.
  const [x, y, phi] = ["r.1", "r.2", "phi"].map((state) => columns[`group.rod.${state}`]![0]!);
  expect(x! - 0.15 * Math.cos(phi!)).toBeCloseTo(-0.5, 5);
  expect(y! - 0.15 * Math.sin(phi!)).toBeCloseTo(0.2, 5);
  expect(phi!).toBeGreaterThan(-Math.PI / 2 + 0.2);
  await way.click([-0.9, -0.4]);
  const spot = (await spots(page))([x!, y!]);
  await page.mouse.dblclick(spot.x, spot.y);
  await page.getByRole("navigation", { name: "Open group" }).waitFor();
  await pictures(page);
  expect(await page.locator(".board-beyond g").count()).toBeGreaterThan(0);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await page.getByRole("button", { name: "Whole model" }).click();
  await press(page, "c");
  expect(Object.keys(await componentsOf(page))).toEqual(["group", "A", "group_2"]);
  await press(page, "End");
  expect(Object.keys(await componentsOf(page))).toEqual(["group_2", "group", "A"]);
  await press(page, "Home");
  expect(Object.keys(await componentsOf(page))).toEqual(["group", "group_2", "A"]);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test("the panels of groups fit a phone", async () => {
  const { opened, page, way } = await visit(open, byPointer, phone);
  await way.tool("m");
  await way.click([-0.2, 0.1]);
  await way.click([0.2, 0.1]);
  await press(page, "v");
  await press(page, "Shift+A");
  await press(page, ".");
  await page.locator(".board-inspector").getByRole("button", { name: "Open group" }).click();
  await page.getByRole("navigation", { name: "Open group" }).waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});
