import { expect, test } from "vitest";
import { atEnd, pictures, runAfter, settled, timeShown, usePage } from "./support";

const open = usePage();

test("it plays by itself, pauses, steps and goes back to the start", async () => {
  const { page, close } = await open("#model=slider-crank", { reducedMotion: "no-preference" });
  await settled(page);
  await expect.poll(() => timeShown(page), { timeout: 60_000 }).toBeGreaterThan(0.2);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Play" }).waitFor();
  const paused = await timeShown(page);
  await pictures(page, 10);
  expect(await timeShown(page)).toBe(paused);
  // Three steps of 5 ms: two may be less than the two decimals that are shown.
  for (let steps = 0; steps < 3; ++steps)
    await page.getByRole("button", { name: "One step forward" }).click();
  const shows = (time: (now: number) => boolean) =>
    expect.poll(() => timeShown(page)).toSatisfy(time);
  await shows((now) => now > paused);
  await page.getByRole("button", { name: "Reset to the start" }).click();
  await shows((now) => now === 0);
  await close();
});

test("with reduced motion it waits for the reader", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  await pictures(page, 10);
  expect(await timeShown(page)).toBe(0);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => timeShown(page), { timeout: 60_000 }).toBeGreaterThan(0.2);
  await close();
});

test("the time slider scrubs picture, traces and ledger together", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  const slider = page.getByRole("slider", { name: "Time" });
  const before = await page.locator(".ledger .row-kinetic .is-now").textContent();
  await slider.fill("4.2");
  expect(await timeShown(page)).toBeCloseTo(4.2, 1);
  expect(await slider.getAttribute("aria-valuetext")).toMatch(/^4\.2\d? seconds of/);
  expect(await page.locator(".ledger .row-kinetic .is-now").textContent()).not.toBe(before);
  const x = await page
    .locator(".chart-energy .playhead")
    .evaluate((line) => line.getBoundingClientRect().x);
  const chart = page.locator(".chart-energy .u-over");
  const box = await chart.boundingBox();
  expect(x).toBeGreaterThan((box?.x ?? 0) + 20);
  await chart.click({ position: { x: (box?.width ?? 0) * 0.75, y: 30 } });
  expect(await timeShown(page)).toBeCloseTo(0.75 * Number(await slider.getAttribute("max")), 0);
  await close();
});

test("a parameter changes the motion at once and can be taken back", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  const before = await atEnd(page, "kinetic");
  const field = page.getByLabel(/angular velocity of the crank at the start/).first();
  const own = await field.inputValue();
  await field.fill(String(Number(own) + 1));
  expect(await runAfter(page, () => field.press("Enter"))).toBe("finished");
  expect(await atEnd(page, "kinetic")).not.toBe(before);
  await runAfter(page, () => page.getByRole("button", { name: /own values/ }).click());
  expect(await atEnd(page, "kinetic")).toBe(before);
  await close();
});

test("an input can be a formula or a constant", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  const formula = page.getByLabel(/Formula of time for (.*\.)?M_ext/);
  await formula.fill("0.3*sin(2*t)");
  expect(await runAfter(page, () => formula.press("Enter"))).toBe("finished");
  const driven = await atEnd(page, "supplied");
  const slider = page.getByLabel(/Constant value for (.*\.)?M_ext/);
  expect(await runAfter(page, () => slider.fill("0.5"))).toBe("finished");
  expect(await formula.inputValue()).toBe("0.5");
  expect(await atEnd(page, "supplied")).not.toBe(driven);
  await close();
});

test("method, step size and duration can be chosen", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  const methods = await page.getByLabel("Method").locator("option").allTextContents();
  expect(methods.length).toBeGreaterThan(1);
  await page.getByLabel("Step size").fill("0.01");
  await page.getByLabel("Step size").press("Enter");
  await page.getByLabel("Duration").fill("2");
  const enter = (): Promise<void> => page.getByLabel("Duration").press("Enter");
  expect(await runAfter(page, enter)).toBe("finished");
  expect(await page.locator(".time .total").textContent()).toBe("2");
  await close();
});

test("the link restores model, parameters, inputs, method, step, text and time", async () => {
  const first = await open("#model=slider-crank&set=omega_0:5&in.M_ext=0.2*cos(t)&step=0.01&t=2.5");
  await settled(first.page);
  expect(await timeShown(first.page)).toBeCloseTo(2.5, 2);
  await first.page
    .getByRole("button", { name: /Share|Link|link/ })
    .first()
    .click();
  await expect.poll(() => first.page.url()).toContain("t=2.5");
  const hash = new URL(first.page.url()).hash;
  const account = await atEnd(first.page, "kinetic");
  await first.close();
  const second = await open(hash);
  await settled(second.page);
  expect(await timeShown(second.page)).toBeCloseTo(2.5, 2);
  expect(await atEnd(second.page, "kinetic")).toBe(account);
  expect(await second.page.getByLabel("Step size").inputValue()).toBe("0.01");
  expect(await second.page.getByLabel(/Formula of time for (.*\.)?M_ext/).inputValue()).toBe(
    "0.2*cos(t)",
  );
  await second.close();
});

test("the data can be looked at and taken along as CSV", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  await page.getByRole("tab", { name: "Data" }).click();
  expect(await page.locator(".data tbody tr").count()).toBeGreaterThan(50);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await waiting).suggestedFilename()).toBe("slider-crank.csv");
  await close();
});
