import { readFileSync, readdirSync } from "node:fs";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { elementNames } from "../../web/src/models/element-names";
import { splitFrontMatter } from "../../web/src/models/front-matter";
import { de } from "../../web/src/words/de/de";
import { en } from "../../web/src/words/en/en";
import {
  goOnTo,
  models,
  noViolations,
  pictures,
  representatives,
  settled,
  usePage,
  violationsInBothThemes,
} from "./support";
import type { Visit } from "./support";

const open = usePage();

const headOf = (name: string): Readonly<Record<string, string>> =>
  splitFrontMatter(readFileSync(new URL(`../../web/models/${name}.md`, import.meta.url), "utf8"))
    .head;

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
  const { page, close } = await open(); // with reduced motion the figure at the top waits for the reader
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
  expect(bytes, "bytes of all scripts: three.js alone has more").toBeLessThan(175_000);
  expect(await asked()).toEqual([]);
  await page.locator(".card").first().hover(); // that would be such a wish, were motion not reduced
  expect(await asked()).toEqual([]);
  await page.locator(".card-link").first().click();
  await settled(page);
  expect((await asked()).filter((name) => name.includes(".porthos-"))).toHaveLength(1);
  await close();
});

test("three ways lead on: draw, look around, embed", async () => {
  const { page, complaints, close } = await open();
  const ways = page.getByRole("navigation", { name: "Ways on" });
  expect(await ways.getByRole("link").getAttribute("href")).toBe("./docs/embedding.html");
  await ways.getByRole("button", { name: "Browse the models" }).press("Enter");
  expect(await page.evaluate("document.activeElement?.className")).toBe("plates");
  await ways.getByRole("button", { name: "Draw your own" }).press("Enter");
  await page.locator(".board-canvas").waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("the gallery is searched and sorted", async () => {
  const { page, close } = await open();
  await page.locator(".card").first().waitFor();
  await page.getByLabel("Search").fill("s-10");
  await expect.poll(() => page.locator(".card-link").allTextContents()).toEqual(["Slider-crank"]);
  await page.getByLabel("Search").fill("Schubkurbel");
  await expect.poll(() => page.locator(".card-link").allTextContents()).toEqual(["Slider-crank"]);
  await page.getByLabel("Search").fill("no such thing");
  await expect.poll(() => page.locator(".card").count()).toBe(0);
  await page.getByLabel("Search").fill("");
  await page.getByLabel("Search").fill("bike");
  await expect
    .poll(() => page.locator(".card-link").allTextContents())
    .toEqual(["Whipple's bicycle"]);
  await page.getByLabel("Search").fill("cam");
  const elements = page.locator(".found-elements a");
  await expect
    .poll(() => elements.allTextContents())
    .toEqual(["Cam and follower", "Planar cam and follower"]);
  expect((await page.request.get(await hrefOf(elements.first()))).status()).toBe(200);
  await page.getByLabel("Search").fill("");
  await elements.first().waitFor({ state: "hidden" });
  await page.getByLabel("Sort by").selectOption("topic");
  await expect.poll(() => page.locator("h2.plate-title").count()).toBeGreaterThan(1);
  expect(await page.locator(".card").count()).toBe(models.length);
  await page.getByRole("radio", { name: "Impacts" }).press("Space");
  await expect.poll(() => page.locator("h2.plate-title").allTextContents()).toEqual(["Impacts"]);
  expect(await page.locator(".card").count()).toBe(countOf("impacts"));
  await page.getByRole("radio", { name: "All", exact: true }).press("Space");
  await expect.poll(() => page.locator(".card").count()).toBe(models.length);
  await close();
});

const hrefOf = (link: Locator): Promise<string> =>
  link.evaluate((element) => (element as HTMLAnchorElement).href);

const countOf = (subject: string): number =>
  models.filter((name) => headOf(name)["subject"] === subject).length;

test("every topic of the gallery has a name in every language", () => {
  const subjects = new Set(models.map((name) => headOf(name)["subject"] ?? ""));
  for (const { topicNames } of [en, de]) expect(new Set(Object.keys(topicNames))).toEqual(subjects);
});

test("the search knows every element of the library", () => {
  const files = readdirSync(new URL("../../src/elements", import.meta.url));
  const elements = files.filter((file) => file.endsWith(".porthos.json"));
  expect(Object.keys(elementNames).sort()).toEqual(
    elements.map((file) => file.replace(".porthos.json", "")).sort(),
  );
});

test("the first figure runs by itself, can be paused and pulled, and both bars are equally long", async () => {
  const { page, complaints, close } = await open("", { reducedMotion: "no-preference" });
  const time = (): Promise<number> =>
    page.locator(".first-place").evaluate((place: HTMLElement) => Number(place.dataset["time"]));
  await expect.poll(time).toBeGreaterThan(0.2);
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  const lengths = (): Promise<number[]> =>
    page
      .locator(".energy-track")
      .evaluateAll((bars) =>
        bars.map((bar) =>
          [...bar.children].reduce(
            (sum, one) => sum + parseFloat((one as HTMLElement).style.width),
            0,
          ),
        ),
      );
  const before = (await page.locator(".energy-bars").textContent()) ?? "";
  const check = async (): Promise<void> => {
    const [from = 0, now = 0] = await lengths();
    expect(from).toBeGreaterThan(10);
    expect(
      Math.abs(from - now),
      "widths are written with two digits, in up to five pieces",
    ).toBeLessThan(0.05);
  };
  await check();
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  const box = (await page.locator("porthos-sim").boundingBox())!;
  // At the rim of its hub the crank is at all times, and in some the rod is before it.
  const at = { x: box.x + 0.29 * box.width, y: box.y + 0.5 * box.height };
  await page.mouse.move(at.x, at.y - 14);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y - 120, { steps: 8 });
  const pulling = page.locator("porthos-sim").getByText(/(Pulling|Grabbing) (crank|rod)/);
  await pulling.waitFor();
  await pictures(page, 30);
  await page.mouse.up();
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  await check();
  expect(await page.locator(".energy-bars").textContent()).not.toBe(before);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  expect(complaints).toEqual([]);
  await close();
});

test("with reduced motion the reader starts the first figure", async () => {
  const { page, close } = await open();
  await page.locator(".first-poster").waitFor();
  await pictures(page, 10);
  expect(await page.locator("porthos-sim").count()).toBe(0);
  await page.getByRole("button", { name: "Start the slider-crank" }).press("Enter");
  const time = (): Promise<string | null> => page.locator(".first-place").getAttribute("data-time");
  await expect.poll(async () => Number(await time())).toBeGreaterThan(0.2);
  await close();
});

test("on a touch screen the card in the middle of the window moves", async () => {
  const { page, close } = await open("", {
    ...{ reducedMotion: "no-preference", hasTouch: true, isMobile: true },
    viewport: { width: 390, height: 844 },
  });
  const card = page.locator(".card").nth(2);
  await card.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const poster = card.locator("img");
  await poster.waitFor({ state: "hidden", timeout: 60_000 }); // a picture of the run replaces it
  expect(await page.locator(".card").nth(40).locator("img").isHidden()).toBe(false);
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
