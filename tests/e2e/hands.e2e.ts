// Pulling a body by pointer and by keys: the ledger closes, and the run is reproducible to the bit.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { pictures, runAfter, settled, usePage, type Visit } from "./support";

const visit = usePage();
/** Small: a figure without a GPU is drawn in the time that its pixels take. */
const open = (hash: string): Promise<Visit> =>
  visit(hash, { viewport: { width: 560, height: 640 } });
const patience = 300_000;

/** The data of the displayed run. */
interface Seen {
  readonly columns: string[];
  readonly table: number[][];
  readonly balance: number;
  readonly pulls: number;
  /** Starts that the hand has set. */
  readonly starts: Record<string, number>;
  readonly until: number;
}

const see = (page: Page): Promise<Seen> =>
  page.evaluate(`(async () => {
    const { experiment } = await document.querySelector("porthos-sim").ready();
    const run = experiment.trajectory;
    return {
      columns: run.columns.map(({ name }) => name),
      table: run.columns.map((_, index) => [...run.column(index)]),
      balance: run.largest(run.indexOf("energy.balance_error")),
      pulls: (experiment.settings.pulls ?? []).length,
      starts: experiment.settings.starts ?? {},
      until: run.end,
    };
  })()`);

/**
 * Waits until a finished run begins with the pose that the hand has set. A search for a pose may end after the hand let
 * go, and the run of the last pose may end before.
 */
async function runFromPose(page: Page): Promise<Seen> {
  let seen: Seen | null = null;
  const isThere = async (): Promise<boolean> => {
    await settled(page);
    seen = await see(page);
    const { columns, table, starts } = seen;
    const isClose = (name: string, start: number): boolean =>
      Math.abs((table[columns.indexOf(name)]?.[0] ?? NaN) - start) < 1e-9;
    const poses = Object.entries(starts);
    return poses.length > 0 && poses.every(([name, start]) => isClose(name, start));
  };
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
  return seen!;
}

/** The position of a body's origin on the screen. */
const placeOf = (page: Page, body: string): Promise<{ x: number; y: number }> =>
  page.evaluate(`(async () => {
    const lab = await document.querySelector("porthos-sim").ready();
    const { bodies } = lab.experiment.trajectory.scene;
    return lab.stagePanel.stage.sight.spotOf(bodies.findIndex(({ name }) => name === ${JSON.stringify(body)}));
  })()`);

/** Waits until the run has gone on under the hand by some seconds of its own time, or to its end. */
async function pulledOn(page: Page, by = 0.05): Promise<void> {
  const time = "document.querySelector('porthos-sim').time";
  const before = await page.evaluate<number>(time);
  const end = Number(/until=([\d.]+)/.exec(page.url())?.[1] ?? Infinity);
  await expect
    .poll(() => page.evaluate<number>(time), { timeout: 60_000, interval: 20 })
    .toBeGreaterThanOrEqual(Math.min(before + by, end));
}

async function pull({ page }: Visit, body: string, by: { x: number; y: number }): Promise<void> {
  const at = await placeOf(page, body);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.locator(".hand-note", { hasText: `Pulling ${body}` }).waitFor();
  for (let k = 1; k <= 3; k++) {
    await page.mouse.move(at.x + (k / 3) * by.x, at.y + (k / 3) * by.y);
    await pulledOn(page);
  }
  await pulledOn(page, 0.2);
  await page.mouse.up();
}

test(
  "a pulled run keeps its account, and a link gives it again to the bit",
  async () => {
    const opened = await open("#model=double-pendulum&until=2&t=0.5");
    const { page, complaints } = opened;
    await settled(page);
    const free = await see(page);
    await pull(opened, "lower bob", { x: 60, y: -40 });
    await page.locator(".hand-note", { hasText: "Bodies pulled by hand" }).waitFor();
    expect(await settled(page)).toBe("finished");
    const pulled = await see(page);
    expect(pulled.pulls).toBe(1);
    expect(pulled.until).toBe(2);
    const column = (of: Seen, name: string): number[] => of.table[of.columns.indexOf(name)] ?? [];
    // Until it was taken nothing changed; then it went another way.
    const taken = column(pulled, "hand.power.1").findIndex((power) => power !== 0);
    const times = column(pulled, "t");
    expect(times[taken]).toBeGreaterThanOrEqual(0.5);
    const before = times.findIndex((t) => t >= 0.5);
    expect(column(pulled, "x2").slice(0, before)).toEqual(column(free, "x2").slice(0, before));
    expect(Math.abs(column(pulled, "x2").at(-1)! - column(free, "x2").at(-1)!)).toBeGreaterThan(
      1e-3,
    );
    // The ledger includes the work of the hand, and balances.
    const work = column(pulled, "energy.forces").at(-1)!;
    expect(Math.abs(work)).toBeGreaterThan(0.05);
    const stored = column(pulled, "energy.stored");
    expect(stored.at(-1)! - stored[0]!).toBeCloseTo(work, 10);
    expect(pulled.balance).toBeLessThan(1e-11);

    await page.keyboard.press("s");
    await expect.poll(() => page.url()).toContain("pull=");
    const again = await open(new URL(page.url()).hash);
    await settled(again.page);
    const replayed = await see(again.page);
    expect(replayed.columns).toEqual(pulled.columns);
    expect(replayed.table).toEqual(pulled.table);
    await again.close();

    await runAfter(page, () => page.getByRole("button", { name: "Remove pulls" }).click());
    expect((await see(page)).table).toEqual(free.table);
    expect(complaints).toEqual([]);
    await opened.close();
  },
  patience,
);

test(
  "a finger pulls a body, and the page does not scroll; beside the bodies it does",
  async () => {
    const opened = await visit("#model=double-pendulum&until=2&t=0.5", {
      ...{ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true },
    });
    const { page, complaints } = opened;
    await settled(page);
    const cdp = await page.context().newCDPSession(page);
    const touch = async (type: string, ...touchPoints: { x: number; y: number }[]) => {
      await cdp.send("Input.dispatchTouchEvent", {
        type: type as "touchStart" | "touchMove" | "touchEnd",
        touchPoints,
      });
      await pictures(page);
    };
    const scrolled = (): Promise<number> => page.evaluate<number>("scrollY");
    const at = await placeOf(page, "lower bob");
    await touch("touchStart", at);
    await page.locator(".hand-note", { hasText: "Pulling lower bob" }).waitFor();
    for (let k = 1; k <= 4; k++) {
      await touch("touchMove", { x: at.x + 10 * k, y: at.y - 25 * k });
      await pulledOn(page);
    }
    await pulledOn(page, 0.2);
    await touch("touchEnd");
    await page.locator(".hand-note", { hasText: "Bodies pulled by hand" }).waitFor();
    expect(await settled(page)).toBe("finished");
    expect(await scrolled()).toBe(0);
    const { columns, table, balance, pulls } = await see(page);
    expect(pulls).toBe(1);
    expect(balance).toBeLessThan(1e-11);
    expect(Math.abs(table[columns.indexOf("energy.forces")]?.at(-1) ?? 0)).toBeGreaterThan(0.05);

    const text = { x: 195, y: 660 };
    await touch("touchStart", text);
    for (let k = 1; k <= 6; k++) await touch("touchMove", { x: text.x, y: text.y - 30 * k });
    await touch("touchEnd");
    await expect.poll(scrolled).toBeGreaterThan(60);
    expect(complaints).toEqual([]);
    await opened.close();
  },
  patience,
);

test(
  "by keys a body of a component is pulled, and taken back by undo",
  async () => {
    const opened = await open("#model=slider-crank&until=3&t=0.5");
    const { page } = opened;
    await settled(page);
    await page.keyboard.press("h");
    await page.locator(".hand-note", { hasText: /Pulling .*Arrow keys/ }).waitFor();
    for (let k = 0; k < 6; k++) {
      await page.keyboard.press("ArrowUp");
      await pulledOn(page);
    }
    await page.keyboard.press("Escape");
    await page.locator(".hand-note", { hasText: "Bodies pulled by hand" }).waitFor();
    await settled(page);
    const { columns, table, balance, pulls } = await see(page);
    expect(pulls).toBe(1);
    expect(balance).toBeLessThan(1e-11);
    expect(Math.abs(table[columns.indexOf("energy.forces")]?.at(-1) ?? 0)).toBeGreaterThan(1e-3);
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await runAfter(page, () => undo.click());
    expect((await see(page)).pulls).toBe(0);
    await opened.close();
  },
  patience,
);

test(
  "before the start a body is put where the hand is, and the assembly does the rest",
  async () => {
    const opened = await open("#model=double-pendulum&until=1");
    const { page } = opened;
    await settled(page);
    const start = await see(page);
    const at = await placeOf(page, "upper bob");
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 30, at.y + 20);
    await expect
      .poll(
        async () => {
          const now = await placeOf(page, "upper bob");
          return Math.hypot(now.x - at.x, now.y - at.y);
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(10);
    await page.mouse.up();
    await page.locator(".hand-note", { hasText: "Pose changed by hand" }).waitFor();
    const posed = await runFromPose(page);
    const first = (of: Seen, name: string): number =>
      of.table[of.columns.indexOf(name)]?.[0] ?? NaN;
    expect(first(posed, "theta_1")).not.toBeCloseTo(first(start, "theta_1"), 1);
    expect(first(posed, "gap.position")).toBeLessThan(1e-12);
    expect(Math.hypot(first(posed, "x1"), first(posed, "y1"))).toBeCloseTo(0.5, 12);
    await opened.close();
  },
  patience,
);

test(
  "what the text fixes stays, and says so",
  async () => {
    const opened = await open("#model=four-bar&until=1");
    const { page } = opened;
    await settled(page);
    const start = await see(page);
    const at = await placeOf(page, "crank");
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 30, at.y + 20);
    await page.locator(".hand-note", { hasText: "Held in place by phi" }).waitFor();
    await page.mouse.up();
    await settled(page);
    expect((await see(page)).table).toEqual(start.table);
    await opened.close();
  },
  patience,
);
