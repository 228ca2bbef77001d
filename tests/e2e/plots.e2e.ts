// Several traces, a spectrum, a common zoom of all charts, and power flows: by their numbers.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { strokes } from "../../web/src/plots/strokes";
import {
  goOnToLink,
  noViolations,
  pictures,
  settled,
  usePage,
  violationsInBothThemes,
} from "./support";

const open = usePage();

test("powers add up, traces are added, zoomed and read at the pointer", async () => {
  const { page, complaints, close } = await open("#model=damped-oscillator&t=0.5");
  await settled(page);
  const powers = page.locator(".power table tr td:last-child");
  const values = async (): Promise<number[]> =>
    (await powers.allTextContents()).map((text) =>
      Number(
        text
          .replace("−", "-")
          .replace(/\s*×\s*10/, "e")
          .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]/g, (digit) => "0123456789-"["⁰¹²³⁴⁵⁶⁷⁸⁹⁻".indexOf(digit)] ?? ""),
      ),
    );
  await expect.poll(async () => (await values()).length).toBeGreaterThan(1);
  const now = await values();
  const size = Math.max(...now.map(Math.abs));
  expect(size).toBeGreaterThan(0);
  expect(Math.abs(now.reduce((sum, power) => sum + power, 0))).toBeLessThan(2e-3 * size);
  expect(await page.locator(".sankey .flow").count()).toBeGreaterThan(1);

  const charts = page.locator(".chart-column");
  await page.getByRole("button", { name: "Add trace" }).click();
  expect(await charts.count()).toBe(2);
  const names = page.getByLabel("Column to plot");
  expect(await names.nth(1).inputValue()).not.toBe(await names.nth(0).inputValue());
  await page.getByLabel("Plotted over").nth(1).selectOption("1/t");
  expect(await charts.nth(1).getAttribute("aria-label")).toContain("over frequency");
  await page.getByRole("button", { name: "Remove trace" }).click();
  expect(await charts.count()).toBe(1);

  const cursorTime = async (): Promise<number> => {
    const over = page.locator(".chart-energy .u-over");
    const box = (await over.boundingBox())!;
    await page.mouse.move(box.x + 0.9 * box.width, box.y + 0.5 * box.height);
    const text = (await page.locator(".chart-energy .chart-cursor").innerText()).replace("−", "-");
    expect(text).toMatch(/Stored/);
    return Number(/t = (\S+) s/.exec(text)?.[1]);
  };
  const whole = await cursorTime();
  const until = Number(await page.locator(".time .total").textContent());
  expect(whole).toBeCloseTo(0.9 * until, 0);
  await page.getByRole("button", { name: "Shorter range" }).click();
  await page.getByRole("button", { name: "Shorter range" }).click();
  const zoomed = await cursorTime();
  expect(zoomed).toBeLessThan(0.3 * until);
  await page.getByRole("button", { name: "Show the whole run" }).click();
  expect(await cursorTime()).toBe(whole);
  expect(complaints).toEqual([]);
  await close();
}, 240_000);

test("energies have the names that the model gives them", async () => {
  const { page, complaints, close } = await open();
  const names = async (model: string): Promise<string[]> => {
    await goOnToLink(page, `#model=${model}&t=0.5`);
    const list = page.locator(".traces .readouts:not(.single) dt");
    await expect.poll(() => list.count()).toBeGreaterThan(0);
    const found = await list.allTextContents();
    const rows = page.locator(".ledger tbody th");
    expect((await rows.allTextContents()).slice(0, found.length)).toEqual(found);
    return found;
  };
  expect(await names("pendulum-cartesian")).toEqual(["Kinetic", "Potential", "Stored"]);
  // Models in momenta and circuits: the stored energy has parts instead of kinds.
  expect(await names("lc-circuit-flux")).toEqual(["HC", "HL", "Stored"]);
  expect(await names("dart")).toEqual(["rotation", "motion", "Stored"]);
  expect(await names("driven-skate")).toEqual(["Stored", "Supplied"]);
  expect(await names("loudspeaker")).not.toContain("Potential");
  expect(complaints).toEqual([]);
  await close();
}, 240_000);

test("where nothing moves the place of the plots says so", async () => {
  const { page, close } = await open("#model=crossing");
  const sentence = page.getByText("There is no motion to plot.");
  await sentence.waitFor();
  expect(await page.locator(".chart-energy").isVisible()).toBe(false);
  // Beside the crossing the puck moves, and there are plots.
  await page.locator('[data-symbol="x_0"] input[type=number]').fill("0.5");
  await page.keyboard.press("Enter");
  await page.locator(".chart-energy").waitFor();
  expect(await sentence.isVisible()).toBe(false);
  await close();
}, 120_000);

/** The number of pixels of a chart with about the colour of a token. */
const pixelsOf = (page: Page, chart: string, token: string): Promise<number> =>
  page.locator(`${chart} canvas`).evaluate((canvas, name) => {
    if (!(canvas instanceof HTMLCanvasElement)) return NaN;
    const color = getComputedStyle(canvas).getPropertyValue(`--${name}`).trim();
    const [r = 0, g = 0, b = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((x) => parseInt(x, 16));
    const { width, height } = canvas;
    const data = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
      if (alpha > 200 && Math.hypot(red - r, green - g, blue - b) < 40) count++;
    }
    return count;
  }, token);

test("curves that run together are all seen, and legends draw them as the plot does", async () => {
  // All that is supplied is kinetic, and stored.
  const { page, close } = await open("#model=contact", { deviceScaleFactor: 2 });
  await settled(page);
  const names = page.locator(".traces .readouts:not(.single) dt");
  await expect.poll(() => names.allTextContents()).toEqual(["Kinetic", "Stored", "Supplied"]);
  for (const kind of ["kinetic", "stored", "supplied"])
    expect(await pixelsOf(page, ".chart-energy", kind), kind).toBeGreaterThan(400);
  for (const [kind, { own }] of Object.entries(strokes)) {
    const lines = page.locator(`.swatch-${kind} line:not(.core)`);
    for (const line of await lines.all()) {
      expect(await line.getAttribute("stroke-dasharray")).toBe(own.dash.join(" ") || "none");
      expect(await line.getAttribute("stroke-width")).toBe(String(own.width));
    }
  }
  expect(await page.locator(".traces .swatch-stored, .ledger .swatch-stored").count()).toBe(2);

  // A run that equals this one is visible beside it.
  const alone = await pixelsOf(page, ".chart-column", "ink");
  await page.getByLabel("Compare with").selectOption({ label: "half the step" });
  await page.locator(".comparison td").first().waitFor();
  await expect
    .poll(() => pixelsOf(page, ".chart-column", "ink"), { timeout: 20_000 })
    .toBeGreaterThan(1.2 * alone);
  await close();
}, 120_000);

test("numbers at the axes are as large on a fine screen as on a coarse one", async () => {
  const sizes: number[] = [];
  for (const deviceScaleFactor of [1, 2]) {
    const { page, close } = await open("#model=damped-oscillator", { deviceScaleFactor });
    await settled(page);
    // The tallest run of rows with ink, left of the plot itself.
    const tallest = await page.locator(".chart-energy canvas").evaluate((canvas, ratio) => {
      if (!(canvas instanceof HTMLCanvasElement)) return NaN;
      const width = 38 * ratio;
      const data = canvas.getContext("2d")?.getImageData(0, 0, width, canvas.height).data ?? [];
      let [run, most] = [0, 0];
      for (let row = 0; row < canvas.height; row++) {
        let isInked = false;
        for (let at = 0; at < width; at++)
          isInked ||= (data[4 * (row * width + at) + 3] ?? 0) > 128;
        run = isInked ? run + 1 : 0;
        most = Math.max(most, run);
      }
      return most / ratio;
    }, deviceScaleFactor);
    sizes.push(tallest);
    await close();
  }
  const [coarse = 0, fine = 0] = sizes;
  expect(coarse).toBeGreaterThan(6);
  expect(Math.abs(fine - coarse)).toBeLessThan(1.6);
}, 120_000);

test("a plot takes further columns in its unit, names them, and is enlarged and returned", async () => {
  const { page, complaints, close } = await open("#model=double-pendulum&until=2");
  await settled(page);
  const plot = page.locator(".column-trace");
  const more = plot.getByLabel("Add a column to this plot");
  const offered = await more.locator("option").allTextContents();
  expect(offered).toContain("y₁");
  expect(offered.join(), "velocities have another unit").not.toMatch(/v/);
  await more.selectOption("y1");
  await expect.poll(() => plot.locator(".plot-names li").allTextContents()).toEqual(["x₁", "y₁"]);
  const over = plot.locator(".u-over");
  await over.hover();
  const cursor = await plot.locator(".chart-cursor").innerText();
  expect(cursor).toMatch(/x₁ [−\d.]+\ny₁ [−\d.]+/);
  const reading = (await plot.locator(".chart-reading").boundingBox())!;
  const curves = (await over.boundingBox())!;
  expect(reading.y + reading.height, "it covers no curve").toBeLessThanOrEqual(curves.y + 1);
  const before = (await over.boundingBox())!;
  await plot.getByRole("button", { name: "Enlarge" }).press("Enter");
  const dialog = page.locator("dialog.enlarged");
  const area = async (): Promise<number> => {
    const { width, height } = (await over.boundingBox())!;
    return width * height;
  };
  await expect.poll(area).toBeGreaterThan(4 * before.width * before.height);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(area).toBeLessThan(1.2 * before.width * before.height);
  expect(await page.evaluate(focusedName)).toBe("Enlarge");
  await plot.getByRole("button", { name: "Remove y₁ from this plot" }).press("Enter");
  await expect.poll(() => plot.locator(".plot-names li").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

/** The name of the control with the focus, in the element's shadow tree. */
const focusedName = "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')";

test("a balance error at the level of rounding is a small curve, a larger one has a chart", async () => {
  const { page, close } = await open("#model=slider-crank&until=1");
  await settled(page);
  expect(await page.locator(".spark").isVisible()).toBe(true);
  expect(await page.locator(".chart-balance").isVisible()).toBe(false);
  // rk4-baumgarte does not keep the balance: with large steps it is off by far more than rounding.
  await page.evaluate(
    "location.hash = '#model=slider-crank&until=1&method=rk4-baumgarte&step=0.05'",
  );
  await page.locator(".chart-balance").waitFor({ state: "visible" });
  expect(await page.locator(".spark").isVisible()).toBe(false);
  await close();
});

test("the last column of the ledger is in its panel at every width", async () => {
  const { page, close } = await open("#model=double-pendulum&until=2");
  await settled(page);
  for (const width of [360, 480, 720, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 860 });
    await pictures(page);
    const room = await page
      .locator(".ledger table")
      .first()
      .evaluate((table) => {
        const panel = table.closest(".ledger")!.parentElement!;
        const { right } = panel.getBoundingClientRect();
        return right - table.getBoundingClientRect().right;
      });
    expect(room, `at ${width} px`).toBeGreaterThanOrEqual(-1);
  }
  await close();
});
