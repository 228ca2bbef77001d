// Schematics that show their runs; meters and heat; and a photograph behind the board.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { column, draw, expectPlain, finish, see, untilSaid, visit, ways } from "./drawing";
import { noViolations, pictures, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();

/** The numbers that stand in a running schematic. */
const liveValues = (page: Page): Promise<readonly string[]> =>
  page.locator(".board-live-value").allTextContents();

/** Shows a run at a time, s. */
const seek = (page: Page, time: number): Promise<void> =>
  page.evaluate(`(async () => {
    const { clock } = await document.querySelector("porthos-sim").ready();
    clock.pause();
    clock.seek(${time});
  })()`);

test.each(ways)(
  "a charged capacitor with meters runs in its schematic by %s",
  async (by, start, options) => {
    const { opened, page, way } = await visit(open, start, options);
    await way.tool("V");
    await way.line([-0.6, 0.3], [-0.6, -0.3]);
    await way.enter("U", "12");
    await way.tool("4");
    await way.line([-0.6, 0.3], [-0.2, 0.3]);
    await way.tool("E");
    await way.line([-0.2, 0.3], [0.3, 0.3]);
    await way.tool("C");
    await way.line([0.3, 0.3], [0.3, -0.3]);
    await way.tool("3");
    await way.line([0.7, 0.3], [0.7, -0.3]);
    await way.tool("W");
    await way.line([0.3, 0.3], [0.7, 0.3]);
    await way.line([0.3, -0.3], [0.7, -0.3]);
    await way.line([0.3, -0.3], [-0.6, -0.3]);
    await way.tool("g");
    await way.click([-0.6, -0.3]);
    await untilSaid(page, "5 circuit elements, 4 nodes.");
    const seen = await see(page);
    expectPlain(seen);
    // 12 V, 1 Ω and 1 F.
    column(seen, "t").forEach((t, row) => {
      expect(Math.abs(column(seen, "ammeter.current")[row]! - 12 * Math.exp(-t))).toBeLessThan(
        1e-5,
      );
      const voltage = 12 * (1 - Math.exp(-t));
      expect(Math.abs(column(seen, "voltmeter.voltage")[row]! - voltage)).toBeLessThan(1e-5);
    });
    expect(await liveValues(page)).toEqual([]);
    await seek(page, Math.LN2);
    await pictures(page, 3);
    const values = (await liveValues(page)).join("|");
    expect(await page.locator(".board-canvas").isVisible()).toBe(true);
    for (const value of ["6 V  6 A", "36 W", "−72 W"]) expect(values).toContain(value);
    expect(await page.locator(".board-dot").count()).toBeGreaterThan(5);
    await page.getByRole("button", { name: "Currents" }).click();
    await pictures(page, 3);
    expect(await page.locator(".board-dot").count()).toBe(0);
    expect((await liveValues(page)).join("|")).not.toContain("A");
    // A click selects, and moves nothing; a tool goes back to the start.
    const { text } = seen;
    await way.tool("v");
    await way.line([0.3, 0], [0.45, 0.1]);
    expect((await see(page)).text).toBe(text);
    expect(await liveValues(page)).not.toEqual([]);
    if (by === "pointer") expect(await violationsInBothThemes(page)).toEqual(noViolations);
    await way.tool("E");
    await pictures(page, 3);
    expect(await liveValues(page)).toEqual([]);
    await finish(by, opened);
  },
);

test.each(ways)("a resistor that heats a cooled body by %s", async (by, start, options) => {
  const { opened, page, way } = await visit(open, start, options);
  await way.tool("5");
  await way.click([0.2, 0.2]);
  await way.enter("C", "20");
  await way.tool("6");
  await way.click([0.7, 0.2]);
  await way.tool("7");
  await way.line([0.2, 0.2], [0.7, 0.2]);
  await way.enter("G", "4");
  await way.tool("V");
  await way.line([-0.6, 0.4], [-0.6, 0]);
  await way.enter("U", "10");
  await way.tool("8");
  await way.line([-0.2, 0.4], [-0.2, 0]);
  await way.click([0.2, 0.2]);
  await way.enter("R", "5");
  await way.tool("W");
  await way.line([-0.6, 0.4], [-0.2, 0.4]);
  await way.line([-0.6, 0], [-0.2, 0]);
  await way.tool("g");
  await way.click([-0.6, 0]);
  await untilSaid(page, "2 circuit elements, 2 nodes.");
  const seen = await see(page);
  expectPlain(seen);
  column(seen, "t").forEach((t, row) => {
    const expected = 293.15 + 5 * (1 - Math.exp(-t / 5));
    expect(Math.abs(column(seen, "body.temperature")[row]! - expected)).toBeLessThan(1e-4);
  });
  await seek(page, 5);
  await pictures(page, 3);
  const warm = 293.15 + 5 * (1 - Math.exp(-1));
  expect((await liveValues(page)).join("|")).toContain(`${warm.toFixed(1)} K`);
  await seek(page, 0);
  await finish(by, opened);
});

test("symbols of IEC and ANSI differ, and are one click away", async () => {
  const { opened, page, way } = await visit(open, ways[0][1], {});
  await way.tool("E");
  await way.line([-0.4, 0], [0.2, 0]);
  const symbol = page.locator(".is-resistor .board-element");
  const iec = await symbol.getAttribute("d");
  await page.getByRole("button", { name: "IEC" }).click();
  await pictures(page, 3);
  expect(await symbol.getAttribute("d")).not.toBe(iec);
  await page.getByRole("button", { name: "ANSI" }).click();
  await pictures(page, 3);
  expect(await symbol.getAttribute("d")).toBe(iec);
  await opened.close();
});

test("a photograph is chosen, scaled by two points and a length, and kept if asked", async () => {
  const opened = await open();
  const { page } = opened;
  await draw(page);
  const way = await ways[0][1](page);
  const picture = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [400, 300];
    canvas.getContext("2d")?.fillRect(100, 100, 200, 100);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  const file = {
    name: "linkage.png",
    mimeType: "image/png",
    buffer: Buffer.from(picture, "base64"),
  };
  await way.tool("r");
  await way.line([-0.3, 0], [0.2, 0]);
  await way.tool("v");
  await way.click([0.7, 0.6]);
  await page.getByText("Photograph", { exact: true }).click();
  await page.locator("input[type=file][accept='image/*']").setInputFiles(file);
  const image = page.locator(".board-photo");
  await image.waitFor();
  const width = async (): Promise<number> => {
    await pictures(page, 3);
    return Number(await image.getAttribute("width"));
  };
  const before = await width();
  const { text } = await see(page);
  await page.getByRole("button", { name: "Mark two points" }).click();
  await way.line([-0.3, 0], [0.2, 0]);
  const length = page.locator("[data-field=photo-length]");
  await expect.poll(async () => Number(await length.inputValue())).toBeCloseTo(0.5, 2); // whole pixels
  await length.fill("0.25");
  await length.press("Enter");
  // Pointers are at whole pixels: the marks are not 0.5 m apart to all digits.
  expect(Math.abs((await width()) / before - 0.5)).toBeLessThan(2e-3);
  await page.getByLabel("Keep it with this model").check();
  expect((await see(page)).text).toBe(text); // the text has nothing of it
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  expect(opened.foreign).toEqual([]);
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.reload();
  await settled(page);
  await page.getByRole("button", { name: "Draw", exact: true }).click();
  await image.waitFor();
  await page.getByRole("button", { name: "Remove the photograph" }).click();
  await expect.poll(() => image.count()).toBe(0);
  await opened.close();
});
