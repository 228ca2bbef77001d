import { expect, test } from "vitest";
import { runAfter, settled, usePage } from "./support";

const open = usePage();

test("a broken text is refused in words, underlined, and mended", async () => {
  const { page, complaints, close } = await open("#model=slider-crank");
  await settled(page);
  await page.getByRole("tab", { name: "Model text" }).click();
  const editor = page.getByLabel("Model text, JSON");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type('\n"parametres": {},');
  await page.locator(".problems li").first().waitFor();
  expect(await settled(page)).toBe("refused");
  expect(await page.locator(".problems").textContent()).toMatch(/PH\d{3}/);
  expect(await page.locator(".problems").textContent()).toMatch(/parameters/);
  const mark = page.getByRole("tab", { name: "Model text" }).locator(".mark");
  expect(await mark.getAttribute("class"), "an error, not a warning").toBe("mark");
  await page.locator(".problems summary").first().click();
  await page
    .locator(".problems")
    .getByText(/Nothing in a text is ignored/)
    .waitFor();
  const more = await page.locator(".problems details a").first().getAttribute("href");
  const target = await page.request.get(new URL(more ?? "", page.url()).href);
  expect(await target.text()).toContain('id="ph101"');
  expect(await page.locator(".banner").textContent()).toMatch(/still shows the last valid version/);
  expect(await page.locator(".cm-lintRange-error").count()).toBeGreaterThan(0);
  const revert = page.getByRole("button", { name: /original text/ });
  expect(await runAfter(page, () => revert.click())).toBe("finished");
  expect(await page.locator(".problems li").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

test("a text that is not JSON is refused at its line", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  await page.getByRole("tab", { name: "Model text" }).click();
  await page.getByLabel("Model text, JSON").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.locator(".problems li").first().waitFor();
  expect(await page.locator(".problems .place").first().textContent()).toMatch(/line \d+/);
  await close();
});

test("an input that cannot be read is explained beside its field", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  const field = page.getByLabel(/Formula of time for (.*\.)?M_ext/);
  await field.fill("0.1*sinus(t)");
  await field.press("Enter");
  await page.locator(".complaint:not(:empty)").waitFor();
  expect(await settled(page)).toBe("refused");
  expect(await page.locator(".complaint:not(:empty)").textContent()).toMatch(/sin/);
  await close();
});

test("a run that fails keeps what was computed and says why", async () => {
  const gimbalLock = "#model=gyroscope-euler&set=spin:0,tilt:1.2,nudge:4,torque:0.1";
  const { page, complaints, close } = await open(gimbalLock);
  expect(await settled(page)).toBe("failed");
  const note = page.locator(".stop-note:not([hidden])");
  expect(await note.textContent()).toMatch(/^Stopped at t = \d/);
  expect(await page.locator(".failure-mark").isVisible()).toBe(true);
  const end = Number(/t = ([\d.]+)/.exec((await note.textContent()) ?? "")?.[1]);
  expect(end).toBeGreaterThan(0);
  for (const [width, height] of [
    [1280, 720],
    [844, 390],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const top = await note.evaluate((shown) => shown.getBoundingClientRect().top);
    expect(top, `at ${width}`).toBeLessThan(height - 40); // two lines of it at least
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("slider", { name: "Time" }).fill("29");
  expect(Number(await page.locator(".time .now").textContent())).toBeCloseTo(end, 1);
  expect(complaints).toEqual([]);
  await close();
});

test("a link to a model that does not exist leads to the gallery", async () => {
  const { page, close } = await open("#model=perpetuum-mobile");
  await page.locator(".card").first().waitFor();
  await close();
});
