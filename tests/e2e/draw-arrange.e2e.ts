// Several parts on the board: selected, copied, mirrored, moved, locked and hidden, by pointer, by keys and by touch.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { byPointer, see, spots, visit, ways, type Place } from "./drawing";
import { noViolations, pictures, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();

const textOf = (page: Page): Promise<string> =>
  page.evaluate(
    "document.querySelector('porthos-sim').ready().then(({ experiment }) => experiment.text)",
  );

const componentsOf = async (page: Page): Promise<string[]> =>
  Object.keys((JSON.parse(await textOf(page)) as { components: object }).components);

/** A press of a key on the board. */
async function press(page: Page, key: string): Promise<void> {
  await page.locator(".board-canvas").focus();
  await page.keyboard.press(key);
}

test.each(ways)(
  "a frame selects a pendulum, which is mirrored by %s",
  async (by, start, options) => {
    const { opened, page, way } = await visit(open, start, options);
    await way.tool("r");
    await way.line([-0.4, 0.3], [-0.4, 0]);
    await way.tool("g");
    await way.click([-0.4, 0.3]);
    await see(page);
    await way.tool("v");
    if (by === "keys") {
      // The space bar begins a frame and ends it.
      await way.line([-0.6, 0.5], [-0.6, 0.5]);
      await press(page, "Space");
      for (let k = 0; k < 8; k++) await page.keyboard.press("ArrowRight");
      for (let k = 0; k < 14; k++) await page.keyboard.press("ArrowDown");
      await press(page, "Space");
      for (let k = 0; k < 8; k++) await page.keyboard.press("ArrowLeft");
      for (let k = 0; k < 14; k++) await page.keyboard.press("ArrowUp");
    } else await way.line([-0.6, 0.5], [-0.2, -0.2]);
    await page.getByRole("heading", { name: "2 parts" }).waitFor();
    await way.tool("X");
    await way.line([0, -0.3], [0, 0.3]);
    await settled(page);
    expect(await componentsOf(page)).toEqual(["rod", "A", "rod_2", "B"]);
    const { columns } = await see(page);
    columns["rod.r.1"]!.forEach((x, row) => expect(columns["rod_2.r.1"]![row]).toBeCloseTo(-x, 9));
    expect(columns["rod_2.r.1"]![0]).toBe(0.4);
    await press(page, "z");
    await settled(page);
    expect(await componentsOf(page)).toEqual(["rod", "A"]);
    expect(opened.complaints).toEqual([]);
    await opened.close();
  },
);

test("parts are added to the selection, moved together, locked, hidden and shown again", async () => {
  const { opened, page, way } = await visit(open, byPointer, {});
  await way.tool("m");
  for (const at of [
    [-0.5, 0],
    [0, 0],
    [0.5, 0],
  ] as const)
    await way.click(at);
  await way.tool("v");
  const spot = await spots(page);
  const click = async (at: Place, key = ""): Promise<void> => {
    const { x, y } = spot(at);
    if (key) await page.keyboard.down(key);
    await page.mouse.click(x, y);
    if (key) await page.keyboard.up(key);
  };
  await click([-0.5, 0]);
  await click([0, 0], "Shift");
  await page.getByRole("heading", { name: "2 parts" }).waitFor();
  await way.line([0, 0], [0, 0.3]);
  await settled(page);
  const starts = async (): Promise<unknown[]> => {
    const { components } = JSON.parse(await textOf(page)) as {
      components: Record<string, { start: { r: unknown } }>;
    };
    return Object.values(components).map(({ start }) => start.r);
  };
  expect(await starts()).toEqual([
    [-0.5, 0.3],
    [0, 0.3],
    [0.5, 0],
  ]);
  await press(page, "Shift+K");
  await way.line([0, 0.3], [0, -0.3]);
  await press(page, "Delete");
  expect(await starts()).toHaveLength(3);
  expect((await starts())[1]).toEqual([0, 0.3]);
  await press(page, "Shift+K");
  await press(page, "Shift+H");
  await pictures(page);
  expect(await page.locator("g.is-mass").count()).toBe(1);
  await click([0, 0.3]); // nothing is there to be seen
  await pictures(page);
  expect(await page.locator("g.is-selected").count()).toBe(0);
  await page.locator(".board-inspector").getByText("mass_2 (hidden)").waitFor();
  await press(page, "Shift+Q");
  await pictures(page);
  expect(await page.locator("g.is-mass").count()).toBe(3);
  await press(page, "Shift+A");
  await page.getByRole("heading", { name: "3 parts" }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await press(page, "c");
  await settled(page);
  expect(await starts()).toHaveLength(6);
  await press(page, "Delete");
  await settled(page);
  expect(await starts()).toHaveLength(3);
  // The menu of the right button is about what is below it.
  const { x, y } = spot([0.5, 0]);
  await page.mouse.click(x, y, { button: "right" });
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await settled(page);
  expect(await starts()).toHaveLength(2);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test.each(ways)(
  "parts are duplicated, ordered, locked, hidden, and copied in a row and a ring by %s",
  async (by, start, options) => {
    const { opened, page, way } = await visit(open, start, options);
    await way.tool("m");
    await way.click([-0.5, 0.3]);
    await way.click([0.1, 0.2]);
    await way.tool("v");
    await way.act([-0.5, 0.3], "Duplicate", "c");
    expect(await componentsOf(page)).toEqual(["mass", "mass_2", "mass_3"]);
    await way.act([-0.5, 0.3], "To the front", "Home");
    expect(await componentsOf(page)).toEqual(["mass_2", "mass_3", "mass"]);
    await way.act([-0.5, 0.3], "To the back", "End");
    expect(await componentsOf(page)).toEqual(["mass", "mass_2", "mass_3"]);
    await way.act([-0.5, 0.3], "Lock", "Shift+K");
    await way.act([-0.5, 0.3], "Delete", "Delete");
    expect(await componentsOf(page)).toHaveLength(3); // it is locked
    await way.act([-0.4, 0.2], "Hide", "Shift+H"); // the copy, two squares beside it
    await pictures(page);
    expect(await page.locator("g.is-mass").count()).toBe(2);
    await way.click([0.1, 0.2]);
    await way.tool("J");
    await way.line([0.1, 0.2], [0.3, 0.2]);
    await settled(page);
    expect(await componentsOf(page)).toHaveLength(5); // three in all, 0.2 m apart
    await way.tool("v");
    await way.click([0.5, 0.2]);
    await way.tool("O");
    await way.click([0.5, -0.1]);
    const { text } = await see(page);
    const { components } = JSON.parse(text) as { components: Record<string, { start: object }> };
    const places = Object.values(components).map(
      ({ start: { r } }: { start: { r?: unknown } }) => r,
    );
    expect(places).toHaveLength(7);
    expect(places[4]).toEqual([0.5, 0.2]);
    for (const [x, y] of places.slice(5) as [number, number][])
      expect(Math.hypot(x - 0.5, y + 0.1)).toBeCloseTo(0.3, 5);
    expect(opened.complaints, by).toEqual([]);
    await opened.close();
  },
);
