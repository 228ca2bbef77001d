// Several traces, a spectrum, a zoom that all charts share, and where power goes: by their numbers.
import { expect, test } from "vitest";
import { settled, usePage } from "./support";

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
  await page.getByRole("button", { name: "Add a trace" }).click();
  expect(await charts.count()).toBe(2);
  const names = page.getByLabel("Column to plot");
  expect(await names.nth(1).inputValue()).not.toBe(await names.nth(0).inputValue());
  await page.getByLabel("Plotted over").nth(1).selectOption("1/t");
  expect(await charts.nth(1).getAttribute("aria-label")).toContain("over frequency");
  await page.getByRole("button", { name: "Remove this trace" }).click();
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
  await page.getByRole("button", { name: "Shorter time" }).click();
  await page.getByRole("button", { name: "Shorter time" }).click();
  const zoomed = await cursorTime();
  expect(zoomed).toBeLessThan(0.3 * until);
  await page.getByRole("button", { name: "Show the whole run" }).click();
  expect(await cursorTime()).toBe(whole);
  expect(complaints).toEqual([]);
  await close();
}, 240_000);

test("energies have the names that the model gives them", async () => {
  const names = async (model: string): Promise<string[]> => {
    const { page, complaints, close } = await open(`#model=${model}&t=0.5`);
    await settled(page);
    const list = page.locator(".traces .readouts:not(.single) dt");
    await expect.poll(() => list.count()).toBeGreaterThan(0);
    const found = await list.allTextContents();
    const rows = page.locator(".ledger tbody th");
    expect((await rows.allTextContents()).slice(0, found.length)).toEqual(found);
    expect(complaints).toEqual([]);
    await close();
    return found;
  };
  expect(await names("pendulum-cartesian")).toEqual(["Kinetic", "Potential", "Stored"]);
  // Models in momenta and circuits: what is stored has no kinds, but parts.
  expect(await names("lc-circuit-flux")).toEqual(["HC", "HL", "Stored"]);
  expect(await names("dart")).toEqual(["rotation", "motion", "Stored"]);
  expect(await names("driven-skate")).toEqual(["Stored", "Supplied"]);
  expect(await names("loudspeaker")).not.toContain("Potential");
}, 240_000);

test("where nothing moves the place of the plots says so", async () => {
  const { page, close } = await open("#model=crossing");
  const sentence = page.getByText("Nothing to plot: there is no motion.");
  await sentence.waitFor();
  expect(await page.locator(".chart-energy").isVisible()).toBe(false);
  // Beside the crossing the puck moves, and there are plots.
  await page.locator('[data-symbol="x_0"] input[type=number]').fill("0.5");
  await page.keyboard.press("Enter");
  await page.locator(".chart-energy").waitFor();
  expect(await sentence.isVisible()).toBe(false);
  await close();
}, 120_000);
