// Planar figures are drawn without WebGL; others say that they need it.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { drawn, usePage } from "./support";

const open = usePage();

/** Share of the pixels of the figure that have about the colour of a token. */
const shareOf = (page: Page, token: string): Promise<number> =>
  page.locator(".stage-canvas canvas").evaluate((canvas, name) => {
    if (!(canvas instanceof HTMLCanvasElement)) return NaN;
    const [r = 0, g = 0, b = 0] = (
      getComputedStyle(canvas)
        .getPropertyValue(`--${name}`)
        .match(/[\da-f]{2}/gi) ?? []
    ).map((pair) => parseInt(pair, 16));
    const { width, height } = canvas;
    const data = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
      // The light makes a colour lighter or darker, not another one.
      const lit = Math.max(red, green, blue) / Math.max(r, g, b);
      const off = Math.hypot(red - lit * r, green - lit * g, blue - lit * b);
      if (alpha === 255 && lit > 0.5 && off < 24) count++;
    }
    return count / (width * height);
  }, token);

test.each([true, false])(
  "a planar figure shows its bodies in their colours (WebGL: %s)",
  async (draws) => {
    const { page } = await open("#model=slider-crank&t=0.4", { draws });
    await page.locator("main[data-status=finished]").waitFor({ timeout: 60_000 });
    for (const role of ["role-accent", "role-body", "role-second"])
      await expect.poll(() => shareOf(page, role), { timeout: 10_000 }).toBeGreaterThan(0.001);
    expect(await page.getByText(/has no WebGL/).count()).toBe(0);
  },
);

test("a planar figure moves as the clock goes on, and shows the same at the same time", async () => {
  const { page } = await open("#model=double-pendulum&t=1", { draws: false });
  await page.locator("main[data-status=finished]").waitFor({ timeout: 60_000 });
  const pictureAt = async (t: number): Promise<string> =>
    page.evaluate(async (time) => {
      const sim = document.querySelector("porthos-sim");
      await sim?.seek(time);
      return (await sim?.snapshot({ picture: true }))?.picture ?? "";
    }, t);
  const [one, two, again] = [await pictureAt(1), await pictureAt(3), await pictureAt(1)];
  expect(one.length).toBeGreaterThan(1000);
  expect(two).not.toBe(one);
  expect(again).toBe(one);
});

test("a figure in space says that there is no WebGL, and runs", async () => {
  const { page } = await open("#model=heavy-top", { draws: false });
  await page.getByText(/has no WebGL/).waitFor({ timeout: 60_000 });
  await page.locator("main[data-status=finished]").waitFor({ timeout: 60_000 });
});

test("in forced colours what is to come of a path is as strong as the rest, and dashed", async () => {
  const { page } = await open("#model=chebyshev-linkage&t=0", {
    forcedColors: "active",
    deviceScaleFactor: 2,
  });
  await page.locator("main[data-status=finished]").waitFor({ timeout: 60_000 });
  await drawn(page);
  /** Shares of the figure's pixels by how dark they are, on a white ground. */
  const inked = (): Promise<number> =>
    page.locator(".stage-canvas canvas").evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return NaN;
      const { width, height } = canvas;
      const data = canvas.getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 3 * 100) count++;
      return count;
    });
  const withPath = await inked();
  await page.getByRole("checkbox", { name: "path" }).uncheck();
  await drawn(page);
  const ahead = withPath - (await inked());
  await page.getByRole("checkbox", { name: "path" }).check();
  await page.evaluate(async () => document.querySelector("porthos-sim")?.seek(1e9));
  await drawn(page);
  const whole = await inked();
  await page.getByRole("checkbox", { name: "path" }).uncheck();
  await drawn(page);
  const past = whole - (await inked());
  expect(ahead).toBeGreaterThan(100); // no part of it is faint
  expect(ahead).toBeLessThan(0.65 * past); // half as broad, and half of it gaps
});
