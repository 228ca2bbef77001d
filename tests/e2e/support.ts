// The page under test: built, served, and opened in a clean browser.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { joinBrowser } from "../../tools/browser.mjs";
import { splitFrontMatter } from "../../web/src/models/front-matter";

const folder = resolve(import.meta.dirname, "..", "..", "web", "models");

/** Names of all models of the gallery. */
export const models = readdirSync(folder)
  .filter((file) => file.endsWith(".porthos.json"))
  .map((file) => file.replace(".porthos.json", ""));

/** The simplest model of each subject, for what would take too long with all of them. */
export const representatives = representativesOf(models);

/** The models of tests that go over the gallery: all of them with `npm test -- --all`, else one of each subject. */
export const chosenModels = process.env["PORTHOS_TESTS"] === "all" ? models : representatives;

function representativesOf(names: readonly string[]): string[] {
  const simplest = new Map<string, { name: string; level: number }>();
  for (const name of names) {
    const { head } = splitFrontMatter(readFileSync(join(folder, `${name}.md`), "utf8"));
    const subject = head["subject"] ?? "";
    const level = Number(head["level"]);
    if (level < (simplest.get(subject)?.level ?? Infinity)) simplest.set(subject, { name, level });
  }
  return [...simplest.values()].map(({ name }) => name);
}

/** Tests on a busy machine may wait for so long, ms. */
export const patience = 90_000;

export interface Visit {
  readonly page: Page;
  /** Whatever the console complained about. */
  readonly complaints: string[];
  /** Requests to addresses beyond the page's own server. */
  readonly foreign: string[];
  close(): Promise<void>;
}

interface VisitOptions extends BrowserContextOptions {
  /** Whether figures in space are drawn (true): without a graphics processor that takes most of the time. */
  readonly draws?: boolean;
}

export type Open = (hash?: string, options?: VisitOptions) => Promise<Visit>;

/** Runs in the page. */
const withoutWebgl = `
  const own = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith("webgl") ? null : own.call(this, kind, ...rest);
  };`;

/** The page for the tests of one file; every visit has a fresh profile. */
export function usePage(): Open {
  const url = inject("page");
  let browser: Browser;
  beforeAll(async () => {
    browser = await joinBrowser(inject("browser"));
  });
  afterAll(() => browser.close());
  return async (hash = "", { draws = true, ...options } = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      reducedMotion: "reduce",
      ...options,
    });
    context.setDefaultTimeout(patience);
    const page = await context.newPage();
    if (!draws) await page.addInitScript(withoutWebgl);
    const complaints: string[] = [];
    const foreign: string[] = [];
    page.on("console", (message) => {
      const isOurs = !/GL Driver Message|GPU stall|swiftshader/i.test(message.text());
      if (isOurs && /error|warning/.test(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(url)) {
        foreign.push(request.url());
      }
    });
    await page.goto(url + hash);
    return { page, complaints, foreign, close: () => context.close() };
  };
}

/** Waits until the run has ended in any way and its traces are drawn. Returns its status. */
export async function settled(page: Page): Promise<string> {
  const main = page.locator("main.workbench[data-status]:not([data-status=reading])");
  await main.and(page.locator(":not([data-status=computing])")).waitFor({ timeout: patience });
  await page.locator(".traces[data-stale]").waitFor({ state: "detached", timeout: patience });
  await pictures(page);
  return (await main.getAttribute("data-status")) ?? "";
}

/** Does something that starts a run, and waits until that run has ended. Returns its status. */
export async function runAfter(page: Page, act: () => Promise<unknown>): Promise<string> {
  const runs = (): Promise<number> =>
    page.evaluate(() =>
      Number(document.querySelector<HTMLElement>("main.workbench")?.dataset["runs"]),
    );
  const before = await runs();
  await act();
  await expect.poll(runs, { timeout: patience }).toBeGreaterThan(before);
  return settled(page);
}

/** Waits until the figure shows the present state with all of its pixels. */
export async function drawn(page: Page): Promise<void> {
  await page.locator(".stage-canvas:not([data-stale])").waitFor({ timeout: patience });
}

/** Waits until the browser has drawn some pictures of the page: layout and observers follow a change by then. */
export async function pictures(page: Page, count = 3): Promise<void> {
  for (let k = 0; k < count; k++)
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
}

/** The violations in the light theme and, of colours, in the dark one and with forced colours. */
export async function violationsInBothThemes(page: Page): Promise<Record<string, string[]>> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await pictures(page);
  const dark = await violations(page, "colours");
  await page.emulateMedia({ forcedColors: "active" });
  await pictures(page);
  const forced = await violations(page, "colours");
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  return { light, dark, forced };
}

export const noViolations = { light: [], dark: [], forced: [] };

/** On a page with Playwright's clock: lets the clock go on until the page says that its engine does not answer. */
export async function untilSilent(page: Page): Promise<void> {
  const note = page.getByText(/does not answer/);
  const isThere = async (): Promise<boolean> => {
    await page.clock.runFor(1000);
    return (await note.count()) > 0;
  };
  await expect.poll(isThere, { timeout: 60_000, interval: 20 }).toBe(true);
}

/**
 * Goes on to a model on the page that is open, which spares loading it anew, and waits for its run. `steps`
 * shortens the run where only the page matters.
 */
export async function goOnTo(
  page: Page,
  model: string,
  { steps }: { readonly steps?: number } = {},
): Promise<string> {
  const until =
    steps === undefined ? "" : `&until=${Number((steps * stepOf(model)).toPrecision(6))}`;
  return goOnToLink(page, `#model=${model}${until}`);
}

/** The same with any link to a model. */
export async function goOnToLink(page: Page, hash: string): Promise<string> {
  await page.evaluate("location.hash = ''");
  await page.locator("main.workbench").waitFor({ state: "detached" });
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  return settled(page);
}

function stepOf(model: string): number {
  const text = readFileSync(join(folder, `${model}.porthos.json`), "utf8");
  return (JSON.parse(text) as { simulation: { step: number } }).simulation.step;
}

/** The time that the transport shows, s. */
export async function timeShown(page: Page): Promise<number> {
  return Number(await page.locator(".time .now").textContent());
}

/** The last column of a row of the energy ledger. */
export async function atEnd(page: Page, entry: string): Promise<string> {
  return (await page.locator(`.ledger tr.row-${entry} td`).last().textContent()) ?? "";
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/**
 * The violations that axe finds on a page, including its elements and frames. Only the rules on colours can find
 * others in another theme: to the rest the page is the same.
 */
export async function violations(page: Page, rules: "all" | "colours" = "all"): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axeSource);
  const only = rules === "all" ? "" : "runOnly: ['color-contrast', 'link-in-text-block'],";
  const results = await page.evaluate<AxeResults>(
    `axe.run(document, { ${only} resultTypes: ['violations'] })`,
  );
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html ?? ""})`,
  );
}
