// The parts that are visible together, at common screen sizes.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chosenModels, goOnTo, pictures, representatives, settled, usePage } from "./support";
import type { Visit } from "./support";

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

/** Each at one end of the knobs, the smallest one at both. */
const desktops = {
  min: [
    [1280, 720],
    [1440, 900],
  ],
  max: [[1280, 720]],
} as const;
const smaller = [
  [820, 1180],
  [844, 390],
  [390, 844],
  [360, 640],
  [320, 568],
] as const;

/** Puts all knobs to one end of their ranges, and waits for the run. */
async function turn(page: Page, end: "min" | "max"): Promise<string> {
  await page.locator(".control input[type=range]").evaluateAll((knobs, to) => {
    for (const knob of knobs as HTMLInputElement[]) {
      knob.value = knob[to];
      knob.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, end);
  return settled(page);
}

/** The least that is seen of figure and playback while one goes from knob to knob. */
async function seenAtKnobs(page: Page): Promise<{ stage: number; transport: number }> {
  return page.locator("porthos-sim").evaluate((sim) => {
    const found = (selector: string) => sim.shadowRoot?.querySelector(selector) ?? sim;
    const share = (selector: string): number => {
      const { top, bottom } = found(selector).getBoundingClientRect();
      return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / (bottom - top);
    };
    const least = { stage: share(".stage"), transport: share(".transport") };
    const knobs = sim.shadowRoot?.querySelectorAll<HTMLElement>(".control input[type=range]");
    for (const knob of knobs ?? []) {
      knob.focus();
      least.stage = Math.min(least.stage, share(".stage"));
      least.transport = Math.min(least.transport, share(".transport"));
    }
    return least;
  });
}

/** Legends of figure and plots that cannot be read completely. */
async function cutLegends(page: Page): Promise<string[]> {
  return page.locator("porthos-sim").evaluate((sim) => {
    const root = sim.shadowRoot;
    const all = (selector: string): HTMLElement[] => [
      ...(root?.querySelectorAll<HTMLElement>(selector) ?? []),
    ];
    const isSeen = (element: HTMLElement): boolean => element.getClientRects().length > 0;
    const sticksOut = (inner: Element, outer: Element): boolean => {
      const [one, two] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
      return (
        one.left < two.left - 1 ||
        one.right > two.right + 1 ||
        one.top < two.top - 1 ||
        one.bottom > two.bottom + 1
      );
    };
    const cut: string[] = [];
    for (const legend of all(".stage-legend").filter(isSeen))
      for (const text of legend.querySelectorAll("label, .keyed"))
        if (sticksOut(text, legend)) cut.push(text.textContent ?? "");
    for (const list of all(".readouts").filter(isSeen))
      for (const text of list.querySelectorAll("dt, dd"))
        if (!text.matches(".visually-hidden") && sticksOut(text, list))
          cut.push(text.textContent ?? "");
    for (const row of all(".readouts:not(.single) > div").filter(isSeen)) {
      const [name, value] = [...row.children].map((child) => child.getBoundingClientRect());
      if (name && value && name.right > value.left + 1) cut.push(row.textContent ?? "");
    }
    return cut;
  });
}

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate("document.activeElement.blur(); scrollTo(0, 0)");
  await pictures(page);
}

/** The widths and heights that single models failed at: legends, formulas and knobs differ between models. */
const narrowest = [
  [844, 390],
  [320, 568],
] as const;

describe("a model", () => {
  let visit: Visit;
  beforeAll(async () => {
    // All places are the same, whether there is a picture in the frame or not.
    visit = await open("", { draws: false });
  });
  afterAll(() => visit.close());

  // A few steps suffice: the page has all its parts after them. Models of one subject have the same parts, so one
  // of them is seen at every size and at both ends of its knobs.
  test.each(chosenModels)("%s is one screen on desktops, and overflows none", async (model) => {
    const { page } = visit;
    const isSeenFully = representatives.includes(model);
    await resize(page, 1280, 720);
    await goOnTo(page, model, { steps: 20 });
    for (const end of isSeenFully ? (["min", "max"] as const) : (["max"] as const)) {
      const status = await turn(page, end);
      for (const [width, height] of desktops[end]) {
        const at = `at ${width}, knobs at ${end}`;
        await resize(page, width, height);
        for (const part of [".stage", ".transport", ".panels", ".traces"])
          expect(shareSeen(await placeOf(page, part), height), `${part} ${at}`).toBe(1);
        const seen = await seenAtKnobs(page);
        expect(seen.stage, at).toBeGreaterThan(0.6);
        expect(seen.transport, at).toBe(1);
        expect(await cutLegends(page), at).toEqual([]);
      }
      if (end === "min") continue;
      for (const [width, height] of isSeenFully ? smaller : narrowest) {
        const at = `at ${width}, knobs at ${end}`;
        await resize(page, width, height);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, at).toBe(0);
        expect(await cutLegends(page), at).toEqual([]);
        if (status === "refused") continue; // nothing plays: the reason must be visible
        expect(shareSeen(await placeOf(page, ".transport button.primary"), height), at).toBe(1);
        const last = page.locator(".control input[type=range]").last();
        if (width !== 844 || (await last.count()) === 0) continue;
        await last.focus();
        await pictures(page);
        expect(shareSeen(await placeOf(page, ".transport button.primary"), height), at).toBe(1);
      }
    }
  });
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
    await pictures(page);
    await page.keyboard.press("v");
    await expect.poll(picture, { timeout: 20_000 }).toBe(before);
    await close();
  };
  for (const model of ["slider-crank", "heavy-top"]) await drag(model);
});

test("a long legend takes lines of its own, and leaves the figure more than half of its frame", async () => {
  const { page, close } = await open("#model=contact", { draws: false });
  await settled(page);
  for (const [width, height] of smaller) {
    await resize(page, width, height);
    const [frame, picture, legend] = [
      await placeOf(page, ".stage"),
      await placeOf(page, ".stage-canvas"),
      await placeOf(page, ".stage-legend"),
    ];
    expect(legend.top, `at ${width}`).toBeGreaterThanOrEqual(picture.bottom - 1);
    expect(picture.bottom - picture.top).toBeGreaterThan(0.5 * (frame.bottom - frame.top));
  }
  await close();
});
