// Models of the gallery on the board: the figure stands there, and what has no drawing is listed and selectable.
import { expect, test } from "vitest";
import { chosenModels, goOnTo, pictures, usePage } from "./support";

const open = usePage();

test("models of the gallery open on the board without a fault", { timeout: 900_000 }, async () => {
  const opened = await open();
  const { page } = opened;
  let boards = 0;
  const names = [...new Set([...chosenModels, "watt-linkage", "slider-crank"])];
  for (const model of names) {
    await goOnTo(page, model, { steps: 5 });
    const button = page.getByRole("button", { name: "Draw", exact: true });
    if ((await button.count()) === 0 || !(await button.isVisible())) continue; // a figure in space
    boards++;
    await button.click();
    await page.locator(".board-canvas").waitFor();
    await pictures(page, 4);
    const shapes = await page.locator(".board-outline, g.board-thing").count();
    expect(shapes, model).toBeGreaterThan(0);
    expect(await page.locator(".board-status.is-fault").count(), model).toBe(0);
    const others = await page.locator(".board-inspector li button").allTextContents();
    for (const label of others.filter((each) => each.startsWith("Other part"))) {
      await page.locator(".board-inspector").getByRole("button", { name: label }).click();
      await page.locator(".board-inspector h2", { hasText: label }).waitFor();
      await page.locator(".board-canvas").focus();
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: "Done", exact: true }).click();
  }
  expect(boards).toBeGreaterThan(3);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});
