import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  goOnTo,
  noViolations,
  pictures,
  settled,
  timeShown,
  usePage,
  violations,
  violationsInBothThemes,
  type Visit,
} from "./support";

const open = usePage();

test("axe finds nothing to object to in the gallery", async () => {
  const { page, close } = await open();
  const first = page.locator(".card").first(); // those out of sight wait
  await first.locator(".card-note").waitFor({ state: "detached", timeout: 60_000 });
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await close();
});

describe("axe finds nothing to object to", () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await open("#model=slider-crank&t=2");
    await settled(visit.page);
  });
  afterAll(() => visit.close());

  test("beside a model", async () => {
    expect(await violationsInBothThemes(visit.page)).toEqual(noViolations);
  });

  test.each([
    ["Model text", ".cm-content"],
    ["Data", ".data td"],
  ])("in the tab %s", async (name, content) => {
    await visit.page.getByRole("tab", { name }).click();
    await visit.page.locator(content).first().waitFor();
    expect(await violationsInBothThemes(visit.page)).toEqual(noViolations);
  });

  test("in the help", async () => {
    await visit.page.getByRole("button", { name: /Help/ }).click();
    expect(await violationsInBothThemes(visit.page)).toEqual(noViolations);
  });
});

test("on narrow screens nothing has to be scrolled sideways", async () => {
  const { page, close } = await open("", {
    viewport: { width: 768, height: 760 },
    hasTouch: true,
  });
  for (const model of ["", "slider-crank", "differential-drive"]) {
    if (model) await goOnTo(page, model);
    else await page.locator(".card").first().waitFor();
    for (const width of [768, 390, 320]) {
      await page.setViewportSize({ width, height: 760 });
      await pictures(page);
      const wide = await page.evaluate("document.documentElement.scrollWidth");
      expect(wide, `${model} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
  await close();
});

test("every button, field and slider can be hit with a finger, and no script but our own runs", async () => {
  const { page, close } = await open("#model=slider-crank", {
    viewport: { width: 390, height: 844 },
  });
  await settled(page);
  const small = await page
    .locator("button, select, input, .stage-legend label")
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.getClientRects().length > 0)
        .filter((control) => !control.matches(".stage-legend input, .cm-editor *"))
        .filter((control) => control.getBoundingClientRect().height < 43.5)
        .map((control) => control.outerHTML.slice(0, 120)),
    );
  expect(small).toEqual([]);
  const texts = await page
    .locator(".parameters input[type=range]")
    .evaluateAll((sliders) => sliders.map((slider) => slider.getAttribute("aria-valuetext")));
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text, "its unit is said").toMatch(/^-?[\d.e-]+ [a-z]/);
  const policy = page.locator("meta[http-equiv=Content-Security-Policy]");
  expect(await policy.getAttribute("content")).toContain("script-src 'self' 'wasm-unsafe-eval';");
  await close();
});

test("everything can be done with the keyboard alone", async () => {
  const { page, close } = await open();
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator(".card").first().waitFor();
  for (let presses = 0; presses < 16; presses++) {
    await press("Tab");
    if (await page.evaluate("document.activeElement?.matches('.card-link')")) break;
  }
  await press("Enter");
  expect(await settled(page)).toBe("finished");
  expect(await page.evaluate("document.activeElement?.tagName"), "the heading has the focus").toBe(
    "H1",
  );

  await press("Space");
  await expect.poll(() => timeShown(page), { timeout: 60_000 }).toBeGreaterThan(0.1);
  await press("Space");
  const paused = await timeShown(page);
  await press(".", ".", ".", ".");
  expect(await timeShown(page)).toBeGreaterThan(paused);
  await press("r");
  expect(await timeShown(page)).toBe(0);

  await press("e");
  expect(await page.getByRole("tab", { name: "Model text" }).getAttribute("aria-selected")).toBe(
    "true",
  );
  await press("ArrowLeft", "End");
  expect(await page.getByRole("tab", { name: "Data" }).getAttribute("aria-selected")).toBe("true");

  await page.locator("h1").focus();
  await press("?");
  await page.getByRole("dialog").waitFor();
  await press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const slider = page.getByRole("slider", { name: "Time" });
  await slider.focus();
  await press("PageUp", "ArrowRight");
  expect(await timeShown(page)).toBeGreaterThan(0);
  await page.locator("h1").focus();
  await press("g");
  await page.locator(".card").first().waitFor();
  await close();
});

test("the first Tab leads past the header, and the help shows every key once", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("Tab");
  const link = page.getByRole("button", { name: "Skip to the simulation" });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(((await link.boundingBox())?.y ?? -1) >= 0, "it is to be seen").toBe(true);
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement?.tagName")).toBe("MAIN");

  await page.keyboard.press("?");
  const rows = await page.locator(".help .keys tr:has(td)").allTextContents();
  expect(rows.length).toBeGreaterThan(20);
  expect(new Set(rows).size).toBe(rows.length);
  for (const row of ["SpacePlay or pause", "HGrab the next body", "ZUndo"])
    expect(rows).toContain(row);
  await close();
});

test("at 200 % on a laptop nothing overflows, and all is within reach", async () => {
  const { page, close } = await open("#model=slider-crank", {
    viewport: { width: 640, height: 360 },
    deviceScaleFactor: 2,
  });
  await settled(page);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(640);
  for (const part of [".transport", ".panels", ".traces", "[role=tablist]"]) {
    const place = page.locator(part).first();
    await place.scrollIntoViewIfNeeded();
    const box = await place.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 640.5, part).toBe(true);
  }
  expect(await violations(page)).toEqual([]);
  await close();
});

test("in forced colours drawings have the system's colours", async () => {
  const { page, close } = await open("#model=slider-crank&t=2", { forcedColors: "active" });
  await settled(page);
  const [ink, line] = await page.locator(".chart-energy").evaluate((chart) => {
    const probe = document.createElement("i");
    probe.style.color = "CanvasText";
    document.body.append(probe);
    const token = getComputedStyle(chart).getPropertyValue("--ink").trim();
    return [getComputedStyle(probe).color, token];
  });
  expect(line).toBe("CanvasText");
  const colours = await page.locator(".chart-energy canvas").evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const data = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height);
    const found = new Set<string>();
    for (let k = 0; data && k < data.data.length; k += 4)
      if (data.data[k + 3] === 255)
        found.add(`rgb(${data.data[k]}, ${data.data[k + 1]}, ${data.data[k + 2]})`);
    return [...found];
  });
  expect(colours).toContain(ink);
  expect(await violations(page)).toEqual([]);
  await close();
});
