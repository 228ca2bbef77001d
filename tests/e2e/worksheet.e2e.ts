// The worksheet, as it is printed: what is on it, that nothing overlaps or is cut, and that solutions have their own page.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { settled, usePage } from "./support";

const open = usePage();

/** Opens a model and prints its worksheet; the printer only notes that it was called. */
async function printed(name: string, locale = "en-US") {
  const visit = await open("", { locale });
  const { page } = visit;
  await page.addInitScript(
    "window.print = () => { document.documentElement.dataset.printed = 'yes'; };",
  );
  await page.reload();
  await page.evaluate(`location.hash = "#model=${name}"`);
  await settled(page);
  const [save, entry] =
    locale === "de-DE" ? [/^Speichern/, /Arbeitsblatt/] : [/^Save/, /Worksheet to print/];
  await page.getByRole("button", { name: save }).click();
  await page.getByRole("button", { name: entry }).press("Enter");
  await page.locator("html[data-printed]").waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 673, height: 980 }); // the width of a page of A4 between its margins
  return visit;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right - 1 &&
  other.left < one.right - 1 &&
  one.top < other.bottom - 1 &&
  other.top < one.bottom - 1;

test("a worksheet has pictures, plots, tasks with room, equations, and solutions on a page of their own", async () => {
  const { page, complaints, close } = await printed("slider-crank");
  expect(await page.locator(".worksheet-pictures img").count()).toBe(6);
  expect(await page.locator(".worksheet-task").count()).toBe(3);
  expect(await page.locator(".worksheet-task .boxes li").count()).toBe(3);
  const solutions = await page.locator(".worksheet > ol li").allTextContents();
  expect(solutions[0]).toMatch(/^7\.84 ± 0\.05\srad\/s/);
  expect(solutions[1]).toMatch(/^yes, with the speed/);
  const shown = await page.locator(".masthead").isVisible();
  expect(shown, "the page itself is not printed").toBe(false);
  const blocks = await boxesOf(
    page,
    ".worksheet-pictures figure, .worksheet-plots img, .worksheet-task, .worksheet-equations p",
  );
  expect(blocks.length).toBeGreaterThan(15);
  const pairs = blocks.flatMap((one, k) =>
    blocks.slice(k + 1).filter((other) => overlap(one, other)),
  );
  expect(pairs).toEqual([]);
  const formulas = await boxesOf(page, ".worksheet-equations img");
  expect(formulas.length).toBeGreaterThan(12);
  for (const { right } of formulas) expect(right).toBeLessThanOrEqual(674);
  expect(await page.locator(".worksheet-equations img").first().getAttribute("alt")).toBe(
    "\\dot{\\varphi}_{1} = \\omega_{1}",
  );
  const [origin] = await boxesOf(page, ".worksheet-origin"); // a page of its own would be wasted
  expect(origin?.top).toBeLessThan(300);
  const breaks = await page
    .locator(".worksheet > h2.new-page")
    .evaluate((heading) => getComputedStyle(heading).breakBefore);
  expect(breaks).toBe("page");
  // Writing the file ends the printing, so it comes last.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThanOrEqual(3);
  expect(complaints).toEqual([]);
  await close();
});

test("after printing the page is as before, and a figure in space is on its worksheet too", async () => {
  const { page, close } = await printed("heavy-top");
  expect(await page.locator(".worksheet-pictures img").count()).toBe(6);
  // The plot is that of the page, and no quaternion.
  const plots = page.locator(".worksheet-plots img");
  expect(await plots.nth(1).getAttribute("alt")).toMatch(/theta|ϑ|θ/);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  expect(await page.locator(".worksheet").count()).toBe(0);
  expect(await page.locator("html.prints-worksheet").count()).toBe(0);
  expect(await page.locator(".masthead").isVisible()).toBe(true);
  await close();
});

test("a German worksheet has German headings", async () => {
  const { page, close } = await printed("slider-crank", "de-DE");
  const headings = await page.locator(".worksheet :is(h2, h3)").allTextContents();
  for (const word of ["Aufgaben", "Lösungen", "Kinematik"]) expect(headings).toContain(word);
  await close();
});
