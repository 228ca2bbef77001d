// Axes of plots, measuring, sections and units: by pointer, by keys, and against closed forms.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { noViolations, runAfter, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();

/** Opens the panel of the first trace by keys. */
async function openAxes(page: Page) {
  await page.getByRole("button", { name: "Axes and measuring" }).first().press("Enter");
  const panel = page.getByRole("region", { name: "Axes and measuring" });
  await panel.waitFor();
  return panel;
}

test("both axes of a plot zoom, move, have fixed ranges, and show all again", async () => {
  const { page, complaints, close } = await open("#model=double-pendulum&until=2");
  await settled(page);
  const panel = await openAxes(page);
  const ends = async (axis: string): Promise<[number, number]> => {
    const field = (end: string) => panel.getByLabel(`${axis}, ${end}`, { exact: true });
    return [Number(await field("from").inputValue()), Number(await field("to").inputValue())];
  };
  const [low, high] = await ends("Values");
  expect(high).toBeGreaterThan(low);
  const box = (await page.locator(".column-trace .value-axis").boundingBox())!;
  const middle = { x: box.x + 20, y: box.y + 0.5 * box.height };
  await page.mouse.move(middle.x, middle.y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await expect.poll(async () => (await ends("Values"))[1]).toBeLessThan(high);
  const [near, far] = await ends("Values");
  expect((far - near) / (high - low)).toBeCloseTo(Math.exp(-1), 2);
  await page.mouse.down();
  await page.mouse.move(middle.x, middle.y + 30, { steps: 3 });
  await page.mouse.up();
  const [moved, top] = await ends("Values");
  expect(moved).toBeGreaterThan(near);
  expect((top - moved) / (far - near)).toBeCloseTo(1, 2);

  await panel.getByLabel("Values, from", { exact: true }).fill("-0.5");
  await panel.getByLabel("Values, to", { exact: true }).fill("0.25");
  await page.keyboard.press("Enter");
  await expect.poll(() => ends("Values")).toEqual([-0.5, 0.25]);
  await panel.getByLabel("Time (s), to", { exact: true }).fill("1");
  await page.keyboard.press("Enter");
  await expect.poll(() => ends("Time (s)")).toEqual([0, 1]);
  // A box selects a part of both.
  const plot = (await page.locator(".column-trace .u-over").boundingBox())!;
  const at = (x: number, y: number) => [plot.x + x * plot.width, plot.y + y * plot.height] as const;
  await page.keyboard.down("Shift");
  await page.mouse.move(...at(0.25, 0.2));
  await page.mouse.down();
  await page.mouse.move(...at(0.75, 0.8), { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect.poll(async () => (await ends("Time (s)"))[0]).toBeCloseTo(0.25, 1);
  const [bottom, ceiling] = await ends("Values");
  expect(bottom).toBeCloseTo(-0.35, 1);
  expect(ceiling).toBeCloseTo(0.1, 1);
  await panel.getByRole("button", { name: "Values, show all" }).press("Enter");
  await panel.getByRole("button", { name: "Time (s), show all" }).press("Enter");
  await expect.poll(() => ends("Values")).toEqual([low, high]);
  await panel.getByLabel("Values, logarithmic").check();
  await expect.poll(async () => (await ends("Values"))[0]).toBeGreaterThan(0);
  await page.getByLabel("Plotted over").first().selectOption("1/t");
  await panel.getByLabel("Horizontal, logarithmic").check();
  await expect.poll(async () => (await ends("Horizontal"))[0]).toBeGreaterThan(0);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  expect(complaints).toEqual([]);
  await close();
});

test("two lines measure differences, and are moved by pointer and keys", async () => {
  const { page, complaints, close } = await open("#model=damped-oscillator&until=4");
  await settled(page);
  const panel = await openAxes(page);
  await panel.getByLabel("Measure between two times").check();
  const numbers = async (): Promise<number[][]> => {
    const rows = await panel.locator(".rulers tbody tr").all();
    return Promise.all(
      rows.map(async (row) => {
        const texts = await row.locator("td").allTextContents();
        return texts.map((text) => Number(text.replaceAll("−", "-")));
      }),
    );
  };
  const check = async (): Promise<number[]> => {
    const [times = [], values = []] = await numbers();
    const [from = NaN, to = NaN, apart = NaN] = times;
    const rate = (await panel.locator(".rulers-place p").innerText()) ?? "";
    const frequency = Number(/= (\S+) Hz/.exec(rate)?.[1]);
    expect(apart).toBeCloseTo(to - from, 3);
    expect(frequency).toBeCloseTo(1 / Math.abs(to - from), 2);
    const [one = NaN, other = NaN, difference = NaN, slope = NaN] = values;
    expect(difference).toBeCloseTo(other - one, 3);
    expect(slope).toBeCloseTo((other - one) / (to - from), 2);
    return times;
  };
  const [first = NaN, second = NaN] = await check();
  expect([first, second].map((t) => Math.round(t))).toEqual([1, 3]);
  const line = page.getByRole("slider", { name: "Time A" });
  await line.press("ArrowRight");
  await expect.poll(async () => (await check())[0]).toBeGreaterThan(first);
  const plot = (await page.locator(".column-trace .u-over").boundingBox())!;
  const place = (await page.getByRole("slider", { name: "Time B" }).boundingBox())!;
  await page.mouse.move(place.x + place.width / 2, place.y + 20);
  await page.mouse.down();
  await page.mouse.move(plot.x + 0.5 * plot.width, place.y + 25, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await check())[1]).toBeCloseTo(2, 1);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  await panel.getByLabel("Measure between two times").uncheck();
  expect(await page.locator(".ruler").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("a plot over a column shows a section of its path, or one point in each period", async () => {
  const { page, complaints, close } = await open("#model=kepler");
  await settled(page);
  await page.getByLabel("Plotted over").first().selectOption({ index: 3 });
  const panel = await openAxes(page);
  const count = async (): Promise<number> =>
    Number.parseInt(await panel.locator("[role=status]").innerText(), 10);
  await panel.getByLabel("Points").selectOption("section");
  // The planet passes each of its mean positions once in a revolution.
  await expect.poll(count).toBeGreaterThan(0);
  const turns = await count();
  await panel.getByLabel("Points").selectOption("period");
  await panel.getByLabel("Period (s)").fill("0.5");
  await page.keyboard.press("Enter");
  const until = Number(await page.locator(".time .total").textContent());
  await expect.poll(count).toBe(Math.floor(until / 0.5 + 1e-9) + 1);
  expect(turns).toBeLessThan(until);
  await panel.getByLabel("Points").selectOption("path");
  await page.getByLabel("Plotted over").first().selectOption("max(n)");
  expect(await page.locator(".chart-column").first().getAttribute("aria-label")).toContain(
    "previous maximum",
  );
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  expect(complaints).toEqual([]);
  await close();
});

test("an angle is set in degrees, and the text and link stay in radians", async () => {
  const { page, complaints, close } = await open("#model=pendulum-cartesian&until=1");
  await settled(page);
  const knob = page.locator('.control[data-symbol="theta_0"]');
  const number = knob.locator("input[type=number]");
  expect(await number.inputValue()).toBe("1");
  await knob.getByLabel(/^Unit of/).focus();
  await knob.getByLabel(/^Unit of/).selectOption("°");
  expect(Number(await number.inputValue())).toBeCloseTo(180 / Math.PI, 3);
  expect(await page.evaluate(focusedLabel)).toMatch(/^Unit of/);
  await runAfter(page, async () => {
    await number.fill("90");
    await page.keyboard.press("Enter");
  });
  // A quarter turn from the vertical: the rod is horizontal, and its height is that of the pivot.
  const set = new URLSearchParams(new URL(page.url()).hash.slice(1)).get("set") ?? "";
  expect(Number(/theta_0:([\d.]+)/.exec(set)?.[1])).toBe(Math.PI / 2);
  const slider = knob.getByRole("slider");
  if ((await slider.count()) > 0)
    expect(await slider.getAttribute("aria-valuetext")).toBe("90 degrees");

  // A plot in millimetres, and the same choice after a reload.
  const plotHeight = () => page.getByLabel("Column to plot").first().selectOption("y");
  await plotHeight();
  const panel = await openAxes(page);
  const high = panel.getByLabel("Values, to", { exact: true });
  const inMetres = Number(await high.inputValue());
  await panel.getByLabel(/^Unit of/).selectOption("mm");
  await expect.poll(async () => Number(await high.inputValue())).toBeCloseTo(1000 * inMetres, -1);
  await expect.poll(() => page.locator(".column-trace .readouts dd").innerText()).toMatch(/mm$/);
  await page.reload();
  await settled(page);
  expect(Number(await number.inputValue())).toBe(90);
  await plotHeight();
  await expect.poll(() => page.locator(".column-trace .readouts dd").innerText()).toMatch(/mm$/);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  expect(complaints).toEqual([]);
  await close();
});

test("a text shows a parameter in the unit that it states", async () => {
  const { page, close } = await open("#model=foucault-pendulum&until=1", { draws: false });
  await settled(page);
  const number = page.locator('.control[data-symbol="latitude"] input[type=number]');
  expect(Number(await number.inputValue())).toBeCloseTo((0.85 * 180) / Math.PI, 3);
  await close();
});

/** The name of the control with the focus, in the element's shadow tree. */
const focusedLabel = "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')";

test("an address chooses the plots of a frame", async () => {
  const { page, complaints, close } = await open();
  await page.goto(new URL(`./embed.html#${chosen}`, page.url()).href);
  await page.locator("porthos-sim .lab[data-status=finished]").waitFor();
  const traces = page.locator(".column-trace");
  await expect.poll(() => traces.count()).toBe(2);
  await expect
    .poll(() => traces.first().locator(".plot-names li").allTextContents())
    .toEqual(["x₁", "y₁"]);
  const second = traces.nth(1);
  expect(await second.getByLabel("Column to plot").inputValue()).toBe("y2");
  expect(await second.getByLabel("Plotted over").inputValue()).toBe("x2");
  expect(complaints).toEqual([]);
  await close();
});

const chosen = "model=double-pendulum&until=1&controls=traces&traces=x1,y1;y2/x2";
