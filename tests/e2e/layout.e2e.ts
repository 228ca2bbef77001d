// What is in view together, at the sizes of the screens that people have.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { representatives, settled, usePage } from "./support";

const open = usePage();

interface Place {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

async function placeOf(page: Page, selector: string): Promise<Place> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { top, bottom, left, right };
    });
}

/** The share of an element's height that is in view. */
function shareSeen({ top, bottom }: Place, height: number): number {
  return (Math.min(bottom, height) - Math.max(top, 0)) / (bottom - top);
}

const screens = [
  [1280, 720],
  [1440, 900],
] as const;

test.each(representatives.slice(0, 3))(
  "figure, playback, knobs and traces of %s are one screen",
  async (model) => {
    const { page, close } = await open(`#model=${model}`);
    await settled(page);
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      await page.evaluate("scrollTo(0, 0)");
      await page.waitForTimeout(300);
      for (const part of [".stage", ".transport", ".panels", ".traces"])
        expect(shareSeen(await placeOf(page, part), height), `${part} at ${width}`).toBe(1);
      for (const knob of await page.locator(".control input[type=range]").all()) {
        await knob.focus();
        expect(shareSeen(await placeOf(page, ".stage"), height)).toBeGreaterThan(0.6);
        expect(shareSeen(await placeOf(page, ".transport"), height)).toBe(1);
      }
    }
    await close();
  },
);

test("on small screens nothing overflows, and the play button is in view", async () => {
  const { page, close } = await open("#model=slider-crank");
  await settled(page);
  for (const [width, height] of [
    [820, 1180],
    [844, 390],
    [390, 844],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate("document.activeElement.blur(); scrollTo(0, 0)");
    await page.waitForTimeout(300);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width}`).toBe(0);
    expect(shareSeen(await placeOf(page, ".transport button.primary"), height)).toBe(1);
    if (width !== 844) continue;
    await page.locator(".control input[type=range]").last().focus();
    await page.waitForTimeout(100);
    expect(shareSeen(await placeOf(page, ".transport button.primary"), height)).toBe(1);
  }
  await close();
});

test("a planar figure is pushed and never tilted; a spatial one turns", async () => {
  const drag = async (model: string) => {
    const { page, close } = await open(`#model=${model}`);
    await settled(page);
    const sim = page.locator("porthos-sim");
    const picture = (): Promise<string> =>
      sim.evaluate(async (element) => {
        const told = element as HTMLElement & {
          snapshot(o: object): Promise<{ picture?: string }>;
        };
        return (await told.snapshot({ picture: true })).picture ?? "";
      });
    const before = await picture();
    const { left, right, top, bottom } = await placeOf(page, ".stage canvas");
    // Beside the bodies, which would be pulled.
    const [x, y] = [left + 0.08 * (right - left), top + 0.2 * (bottom - top)];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(picture, { timeout: 20_000 }).not.toBe(before);
    // Pushing it back the same way gives the same picture; turning moves up and down not at all alike.
    await page.mouse.move(x + 60, y + 30);
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(400);
    await page.keyboard.press("v");
    await expect.poll(picture, { timeout: 20_000 }).toBe(before);
    await close();
  };
  for (const model of ["slider-crank", "heavy-top"]) await drag(model);
});
