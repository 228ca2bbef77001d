// Kinematics on the board: the curve of a pen while lengths change, and quantities over the crank angle.
import { expect, test } from "vitest";
import { drawing as say } from "../../web/src/words/en/drawing";
import { byPointer, see, spots, untilSaid, visit, ways } from "./drawing";
import { noViolations, pictures, usePage, violationsInBothThemes } from "./support";

const open = usePage();

test("the coupler curve follows a point that is dragged, and the inspector has dead centres and transmission", async () => {
  const { opened, page, way } = await visit(open, byPointer, {});
  await way.tool("r");
  await way.line([-0.3, 0], [-0.3, 0.2]);
  await way.line([-0.3, 0.2], [0.2, 0.4]);
  await way.line([0.2, 0.4], [0.2, 0]);
  await way.tool("g");
  await way.click([-0.3, 0]);
  await way.click([0.2, 0]);
  await way.tool("p");
  await way.click([-0.05, 0.3]);
  await see(page);
  await way.tool("v");
  const curve = page.locator(".board-curve");
  expect(await curve.count()).toBe(1);
  const before = await curve.getAttribute("d");
  const spot = await spots(page);
  const [from, to] = [spot([0.2, 0.4]), spot([0.25, 0.4])];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await pictures(page);
  const during = await curve.getAttribute("d");
  expect(during).not.toBe(before);
  await page.keyboard.press("Escape"); // nothing has changed
  await page.mouse.up();
  await pictures(page);
  expect(await curve.getAttribute("d")).toBe(before);
  await way.click([-0.3, 0]);
  await page.getByText("Over the crank angle").click();
  const facts = page.locator(".kinematics-body p");
  await facts.first().waitFor();
  // Crank 0.2 m, coupler 0.5385 m, rocker 0.4 m, ground 0.5 m; the triangles of the dead centres.
  const [a, b, c, d] = [0.2, Math.hypot(0.5, 0.2), 0.4, 0.5] as const;
  const angle = (one: number): number =>
    (Math.acos((one * one + d * d - c * c) / (2 * one * d)) * 180) / Math.PI;
  expect(await facts.allTextContents()).toEqual([
    "The crank makes whole turns.",
    `rod_3 reverses at a crank angle of ${angle(a + b).toFixed(1)}°, ${(angle(b - a) + 180).toFixed(1)}°.`,
    expect.stringContaining("The transmission angle at B is between"),
  ]);
  expect(await page.locator(".small-plot").count()).toBe(3);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  // A pin that leaves two motions decides nothing.
  await page.locator(".board-canvas").focus();
  await page.keyboard.press("Escape");
  expect(await page.locator(".kinematics:not([hidden])").count()).toBe(0);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});

test.each(ways)(
  "lengths are optimised for a path through points by %s",
  async (by, start, options) => {
    const { opened, page, way } = await visit(open, start, options);
    await way.tool("r");
    await way.line([-0.3, 0], [-0.3, 0.2]);
    await way.line([-0.3, 0.2], [0.2, 0.4]);
    await way.line([0.2, 0.4], [0.2, 0]);
    await way.tool("g");
    await way.click([-0.3, 0]);
    await way.click([0.2, 0]);
    await way.tool("p");
    await way.click([-0.05, 0.3]);
    await way.tool("v");
    await way.click([-0.3, 0]);
    await page.getByText("Over the crank angle").click();
    await page.getByRole("button", { name: "Instant centres" }).click();
    // Crank and rocker turn about their pins, the coupler about the point where their lines meet.
    await expect.poll(() => page.locator(".goals-panel p").count()).toBe(3);
    const facts = await page.locator(".goals-panel p").allTextContents();
    expect(facts).toContain("rod turns about x -0.3 m, y 0 m.");
    expect(facts).toContain("rod_3 turns about x 0.2 m, y 0 m.");
    await page.getByRole("button", { name: "Instant centres" }).click();
    if (by === "keys") {
      await page.locator(".board-canvas").focus();
      await page.keyboard.press("/");
      await page.keyboard.type("points to pass");
      await page.keyboard.press("Enter");
      await page.locator(".board-canvas").focus();
    } else await page.getByRole("button", { name: "Points to pass" }).click();
    const goals = [
      [-0.1, 0.3],
      [-0.2, 0.2],
    ] as const;
    for (const goal of goals) await way.click(goal);
    await expect.poll(() => page.locator(".board-goal").count()).toBe(2);
    for (const rod of ["rod", "rod_2", "rod_3"]) {
      const box = page.locator(`[data-field=goal-${rod}]`);
      await box.focus();
      await box.press("Space");
    }
    const before = (await see(page)).text;
    await page.getByRole("button", { name: "Optimise lengths" }).click();
    const told = page.locator(".goals-panel [role=status]", { hasText: "misses the points" });
    await told.waitFor();
    const misses = /by at most ([\d.e-]+) m/.exec((await told.textContent()) ?? "");
    expect(Number(misses?.[1])).toBeLessThan(1e-3);
    const after = await see(page);
    expect(after.text).not.toBe(before);
    expect(after.freedom).toBe(1); // the loop is closed with its new lengths
    if (by === "pointer") expect(await violationsInBothThemes(page)).toEqual(noViolations);
    await way.tool("v");
    await page.locator(".board-canvas").focus();
    await page.getByRole("button", { name: "Undo", exact: true }).click(); // one step
    await expect.poll(async () => (await see(page)).text).toBe(before);
    expect(opened.complaints).toEqual([]);
    await opened.close();
  },
);

test("the area that a pen reaches is shaded and told while its panel is open", async () => {
  const { opened, page, way } = await visit(open, byPointer, {});
  await way.tool("r");
  await way.line([-0.1, 0], [0.2, 0]);
  await way.line([0.2, 0], [0.2, 0.2]);
  await way.tool("g");
  await way.click([-0.1, 0]);
  await way.tool("p");
  await way.click([0.2, 0.2]);
  await untilSaid(page, "2 degrees of freedom");
  await page.getByText(say.workspace, { exact: true }).click();
  const fact = page.locator(".board-inspector [role=status]", { hasText: "It reaches about" });
  const area = Number(/about ([\d.]+) m²/.exec(await fact.innerText())?.[1]);
  expect(Math.abs(area / (Math.PI * (0.5 ** 2 - 0.1 ** 2)) - 1)).toBeLessThan(0.05); // a ring
  expect(await page.locator(".board-workspace").count()).toBe(1);
  await way.tool("v");
  await way.click([0.8, 0.8]);
  await pictures(page);
  expect(await page.locator(".board-workspace").count()).toBe(0);
  expect(opened.complaints).toEqual([]);
  await opened.close();
});
