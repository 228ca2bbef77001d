import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goOnTo, models, pictures, representatives, settled, usePage } from "./support";
import type { Visit } from "./support";

const open = usePage();

test("the gallery shows a picture of every model", async () => {
  const { page, complaints, foreign, close } = await open();
  const cards = page.locator(".card");
  await cards.first().waitFor();
  expect(await cards.count()).toBe(models.length);
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await card.locator(".card-note").waitFor({ state: "detached", timeout: 60_000 });
  }
  const inked = (): Promise<boolean[]> =>
    page.locator(".card").evaluateAll((all) =>
      all.map((card) => {
        const poster = card.querySelector("img");
        if (poster && !poster.hidden) return poster.complete && poster.naturalWidth > 0;
        const canvas = card.querySelector("canvas");
        if (!canvas || canvas.width === 0) return false;
        const pixels = canvas
          .getContext("2d")
          ?.getImageData(0, 0, canvas.width, canvas.height).data;
        return pixels?.some((value) => value > 0) ?? false;
      }),
    );
  await expect.poll(inked, { timeout: 60_000 }).toEqual(models.map(() => true));
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
  await close();
});

test("the list loads no model, no engine and nothing that draws before they are wanted", async () => {
  const { page, close } = await open("", { reducedMotion: "no-preference" });
  await page.locator(".card").last().scrollIntoViewIfNeeded();
  const poster = page.locator(".card img").last();
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  await pictures(page);
  const asked = (): Promise<string[]> =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name.replace(/.*\//, ""))
        .filter((name) =>
          /porthos|wasm|worker|renderer|card-motion|lab|workbench|katex/.test(name),
        ),
    );
  const bytes = await page.evaluate(() =>
    performance.getEntriesByType("resource").reduce((sum, entry) => {
      const { name, decodedBodySize } = entry as PerformanceResourceTiming;
      return /\.js$/.test(name) ? sum + decodedBodySize : sum;
    }, 0),
  );
  expect(bytes, "bytes of all scripts: three.js alone has more").toBeLessThan(170_000);
  expect(await asked()).toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.locator(".card").first().hover(); // that would be such a wish, were motion not reduced
  expect(await asked()).toEqual([]);
  await page.locator(".card-link").first().click();
  await settled(page);
  expect((await asked()).filter((name) => name.includes(".porthos-"))).toHaveLength(1);
  await close();
});

test("the gallery is searched and sorted", async () => {
  const { page, close } = await open();
  await page.locator(".card").first().waitFor();
  await page.getByLabel("Search").fill("s-10");
  await expect.poll(() => page.locator(".card-link").allTextContents()).toEqual(["Slider-crank"]);
  await page.getByLabel("Search").fill("no such thing");
  await expect.poll(() => page.locator(".card").count()).toBe(0);
  await page.getByLabel("Search").fill("");
  await page.getByLabel("Sort by").selectOption("subject");
  await expect.poll(() => page.locator("h2.plate-title").count()).toBeGreaterThan(1);
  expect(await page.locator(".card").count()).toBe(models.length);
  await close();
});

test("a card moves while the pointer is on it, unless motion is to be reduced", async () => {
  for (const [reducedMotion, moves] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    const { page, close } = await open("", { reducedMotion });
    const card = page.locator(".card").first();
    await card.locator(".card-note").waitFor({ state: "detached", timeout: 60_000 });
    await pictures(page);
    const picture = (): Promise<string> =>
      card
        .locator("canvas")
        .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ""));
    const before = await picture();
    await card.hover();
    if (moves) await expect.poll(picture, { timeout: 60_000 }).not.toBe(before);
    else {
      await pictures(page, 10);
      expect(await picture()).toBe(before);
      const scripts = "performance.getEntriesByType('resource').map(({ name }) => name).join()";
      expect(await page.evaluate(scripts), "nothing that moves is loaded").not.toMatch(
        /card-motion/,
      );
    }
    await close();
  }
});

describe("a model", () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await open();
  });
  afterAll(() => visit.close());

  test.each(representatives)("%s opens from its link and runs to its end", async (name) => {
    const { page, complaints, foreign } = visit;
    const text = readFileSync(new URL(`../../web/models/${name}.md`, import.meta.url), "utf8");
    expect(await goOnTo(page, name)).toBe(/^refused: /m.test(text) ? "failed" : "finished");
    expect(await page.locator("h1").textContent()).not.toBe("");
    expect(await page.locator(".measured dd").first().textContent()).toMatch(/J$/);
    const prose = page.locator("[role=tabpanel] .prose");
    await prose.first().waitFor({ state: "attached" }); // after the motion
    expect(await prose.count(), "it has a page for the reader").toBe(1);
    expect(await page.locator(".katex-error").count(), "its formulas are typeset").toBe(0);
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
  });
});
