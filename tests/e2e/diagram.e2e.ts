// The tab Diagram: it opens, highlights, and shows the powers of the run on its edges.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  goOnTo,
  goOnToLink,
  representatives,
  settled,
  usePage,
  violations,
  type Visit,
} from "./support";

const open = usePage();

test("a composite opens by the keyboard, and what draws it is loaded for it", async () => {
  const { page, complaints, close } = await open("#model=slider-crank");
  await settled(page);
  const scripts = (): Promise<number> =>
    page.evaluate(
      () =>
        performance.getEntriesByType("resource").filter(({ name }) => name.includes("diagram-view"))
          .length,
    );
  expect(await scripts()).toBe(0);
  await page.getByRole("tab", { name: "Diagram" }).click();
  const crank = page.getByRole("button", { name: "crank, composite" });
  await crank.waitFor();
  expect(await scripts()).toBeGreaterThan(0);
  expect(await crank.getAttribute("aria-expanded")).toBe("false");
  await crank.focus();
  await page.keyboard.press("Enter");
  expect(await crank.getAttribute("aria-expanded")).toBe("true");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("data-box"))).toBe("crank");
  await page.getByRole("button", { name: "T, kinetic energy" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  expect(await crank.getAttribute("aria-expanded")).toBe("false");
  expect(await page.getByRole("button", { name: "T, kinetic energy" }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("a box shows its place in the text, and a knob lights up its boxes", async () => {
  const { page, complaints, close } = await open("#model=dc-motor");
  await settled(page);
  await page.getByRole("tab", { name: "Diagram" }).click();
  const winding = page.getByRole("button", { name: "winding, irreversible process" });
  await winding.click();
  expect(await page.locator(".part-note pre").textContent()).toContain('"flow": "I"');
  expect(await page.getByLabel("Column to plot").inputValue()).toMatch(/^(I|.*winding)$/);
  await page.mouse.move(1, 1);
  await page.locator('.control[data-symbol="R"], [data-symbol="R"]').first().hover();
  const lit = page.locator(".diagram-host .box.is-lit");
  expect(
    await lit.evaluateAll((boxes) => boxes.map((box) => box.getAttribute("aria-label"))),
  ).toEqual(["winding, irreversible process"]);
  await page.getByRole("button", { name: "Show in the text" }).click();
  await page.locator(".cm-lit").first().waitFor();
  expect(await page.locator(".cm-lit").first().textContent()).toContain("winding");
  expect(complaints).toEqual([]);
  await close();
});

/** The largest sum of powers at a junction that all its lines tell of, and the largest power, W. */
const balance = `(() => {
  const at = new Map();
  for (const band of document.querySelectorAll("[data-band]")) {
    const junction = band.getAttribute("data-band").split(" — ")[1];
    const own = at.get(junction) ?? [];
    own.push(band.hasAttribute("data-power") ? Number(band.getAttribute("data-power")) : NaN);
    at.set(junction, own);
  }
  const sums = [...at.values()].map((all) => all.reduce((sum, one) => sum + one, 0));
  const powers = [...at.values()].flat();
  return { sums: sums.filter((sum) => !Number.isNaN(sum)).map(Math.abs), largest: Math.max(...powers.filter((one) => !Number.isNaN(one)).map(Math.abs)), unknown: powers.filter(Number.isNaN).length };
})()`;

describe("the powers on the edges add up to zero at each junction", () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await open();
  });
  afterAll(() => visit.close());

  test.each(["oscillator-boxes", "damped-oscillator-nested", "slider-crank", "dc-motor"])(
    "of %s",
    async (model) => {
      const { page } = visit;
      await goOnToLink(page, `#model=${model}&t=1.3`);
      await page.getByRole("tab", { name: "Diagram" }).click();
      await page.locator("[data-power]").first().waitFor({ state: "attached" });
      const { sums, largest, unknown } = await page.evaluate<{
        sums: number[];
        largest: number;
        unknown: number;
      }>(balance);
      expect(unknown).toBe(0);
      expect(sums.length).toBeGreaterThan(0);
      expect(largest).toBeGreaterThan(1e-3);
      expect(Math.max(...sums)).toBeLessThan(1e-10 * largest);
    },
  );
});

test("what a store takes is what the power flows have of it, now and later", async () => {
  const { page, close } = await open("#model=oscillator-boxes&t=1.3");
  await settled(page);
  await page.getByRole("tab", { name: "Diagram" }).click();
  const power = page.locator('[data-band^="ke — "]');
  await page.locator("[data-power]").first().waitFor({ state: "attached" });
  const shown = async (): Promise<number> => Number(await power.getAttribute("data-power"));
  const told = async (): Promise<number> => {
    const row = page.locator(".power tr", { hasText: "ke.motion" });
    return Number((await row.locator("td").last().textContent())?.replace("−", "-"));
  };
  const difference = async (): Promise<number> => Math.abs((await shown()) + (await told()));
  await expect.poll(difference).toBeLessThan(5e-4);
  const before = await shown();
  await page.getByRole("slider", { name: "Time" }).first().press("PageUp");
  await expect.poll(shown).not.toBe(before);
  await expect.poll(difference).toBeLessThan(5e-4); // numbers follow some pictures later
  await close();
});

test("the saved picture is well-formed SVG with every box", async () => {
  const { page, close } = await open("#model=two-bodies-boxes&until=2");
  await settled(page);
  await page.getByRole("tab", { name: "Diagram" }).click();
  await page.getByRole("button", { name: "Open all" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as SVG" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.svg$/);
  const file = join(await mkdtemp(join(tmpdir(), "porthos-diagram-")), "saved.svg");
  await download.saveAs(file);
  const svg = await readFile(file, "utf8");
  await rm(dirname(file), { recursive: true });
  const boxes = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    if (parsed.querySelector("parsererror")) return -1;
    return parsed.querySelectorAll(".box").length;
  }, svg);
  expect(boxes).toBe(await page.locator(".diagram-host .box").count());
  expect(boxes).toBeGreaterThan(12);
  await close();
});

describe("on a phone", () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await open("", { viewport: { width: 390, height: 844 }, draws: false });
  });
  afterAll(() => visit.close());

  test.each(representatives)("the diagram of %s stays within the page", async (model) => {
    const { page } = visit;
    await goOnTo(page, model, { steps: 20 });
    await page.getByRole("tab", { name: "Diagram" }).click();
    await page.locator(".diagram-host svg").waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
  });
});
