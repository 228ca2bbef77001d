// Equations follow the text, and a symbol is highlighted in all its places.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pictures, settled, usePage, violations } from "./support";

const open = usePage();

/** The formulas under a heading of the equations, as the characters on the screen. */
const lines = (title: string): string =>
  `[...document.querySelector("porthos-sim").shadowRoot.querySelectorAll(".equation-group")]
    .find((group) => group.querySelector("h3").textContent === "${title}")
    .querySelectorAll(".equation").values().map((line) => line.textContent.replace(/\\s/g, "")).toArray()`;

test("the equations change with the text; a letter lights up its knob and shows its trace", async () => {
  const { page, complaints, close } = await open("#model=crank");
  await settled(page);
  await page.locator(".equations").scrollIntoViewIfNeeded();
  await page.locator(".equation").first().waitFor();
  expect(await page.evaluate(lines("Kinematics"))).toEqual(["φ˙1=ω1"]);
  expect(await page.evaluate(lines("Energies"))).toEqual(["T=12I1Aω12"]);

  const text = readFileSync(
    new URL("../../web/models/crank.porthos.json", import.meta.url),
    "utf8",
  );
  const model = JSON.parse(text) as { potential_energy?: string };
  model.potential_energy = "2*sin(phi1)";
  const edited = JSON.stringify(model, null, 2);
  await page.getByRole("tab", { name: "Model text" }).click();
  const editor = page.getByLabel("Model text, JSON");
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(edited);
  await expect
    .poll(() => page.evaluate(lines("Energies")), { timeout: 20_000 })
    .toEqual(["T=12I1Aω12", "V=2sin\u2061φ1"]);
  expect(String(await page.evaluate(lines("Motion")))).toContain("−2cos\u2061φ1");

  // Repeated if the page, which is still laying out the new text, moves the symbol away from the
  // pointer.
  const lit = page.locator(".control.is-lit, .derived .is-lit");
  const pointAt = async (): Promise<number> => {
    await page.mouse.move(1, 1);
    await page.locator(".equation [data-symbol=I_1A]").first().hover();
    return lit.count();
  };
  await expect.poll(pointAt, { timeout: 20_000, interval: 500 }).toBeGreaterThan(0);
  await page.locator(".equation [data-symbol=omega1]").first().click();
  expect(await page.getByLabel("Column to plot").inputValue()).toBe("omega1");
  expect(complaints).toEqual([]);
  await close();
});

test("on a phone equations are folded; then matrices are broken into blocks, and nothing overflows", async () => {
  const { page, close } = await open("#model=rolling-disc", {
    viewport: { width: 390, height: 844 },
  });
  await settled(page);
  await page.locator(".equations").scrollIntoViewIfNeeded();
  await page.locator(".equation").first().waitFor();
  const height = (): Promise<number> =>
    page.locator(".equations").evaluate((element) => element.clientHeight);
  const folded = await height();
  // Equations below the fold are not written yet: those of the bicycle take seconds to lay out.
  expect(await page.locator(".equation-group.symbols").count()).toBe(0);
  await page.getByRole("button", { name: "All equations" }).click();
  await page.locator(".equation-group.symbols").waitFor();
  await pictures(page);
  expect(await height()).toBeGreaterThan(2 * folded);
  const wide = await page.evaluate(
    `[...document.querySelector("porthos-sim").shadowRoot.querySelectorAll("div.matrix")]
      .map((one) => one.scrollWidth > one.clientWidth && one.querySelector("mtable"))`,
  );
  expect(wide).not.toEqual([]);
  expect((wide as unknown[]).filter(Boolean)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
  await close();
});

test("on a phone the tabs below stay where they are when equations are set", async () => {
  const { page, close } = await open("#model=crossing", { viewport: { width: 390, height: 844 } });
  await settled(page);
  const tab = page.getByRole("tab", { name: "Diagram" });
  await tab.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const top = async (): Promise<number> => (await tab.boundingBox())?.y ?? NaN;
  const before = await top();
  await page.locator(".equation-fold math").first().waitFor();
  await pictures(page);
  // Browsers scroll by parts of a pixel, which are not seen.
  expect(Math.abs((await top()) - before)).toBeLessThan(1);
  await close();
});

test("equations are copied as LaTeX", async () => {
  const { page, complaints, close } = await open("#model=crank", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await settled(page);
  await page.locator(".equations").scrollIntoViewIfNeeded();
  await page.locator(".equation").first().waitFor();
  const copied = (): Promise<string> => page.evaluate("navigator.clipboard.readText()");
  const copy = page.getByRole("button", { name: "Copy all as LaTeX" }).first();
  await copy.press("Enter");
  await expect.poll(copied).toBe("\\dot{\\varphi}_{1} = \\omega_{1}");
  expect(await page.getByRole("button", { name: "Copied" }).count()).toBe(1);
  const line = page.locator(".equation").nth(1);
  await line.hover();
  await line.getByRole("button", { name: "Copy LaTeX" }).click();
  await expect.poll(copied).toMatch(/I_\{1A\}.*\\omega_\{1\}/);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
