// All states of the page: each satisfies axe in the light and the dark theme and with forced colours. Their pictures are in
// build/reports/walk.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inBuild } from "../../tools/run.mjs";
import { noViolations, settled, usePage, violationsInBothThemes } from "./support";

const open = usePage();
const shots = inBuild("reports", "walk");
mkdirSync(shots, { recursive: true });

interface State {
  readonly name: string;
  readonly hash?: string;
  readonly options?: Parameters<typeof open>[1];
  readonly go: (page: Page) => Promise<unknown>;
}

const press = (name: RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().press("Enter");
const dialog = (page: Page) => page.getByRole("dialog").waitFor();
const model = "#model=slider-crank&until=1";

/** Opens an entry of the menu "Save". */
const saving = (entry: RegExp) => async (page: Page) => {
  await settled(page);
  await press(/^Save/)(page);
  await press(entry)(page);
  await dialog(page);
};

const tab = (name: string, content: string) => async (page: Page) => {
  await settled(page);
  await page.getByRole("tab", { name }).click();
  await page.locator(content).first().waitFor();
};

const german = { locale: "de-DE" };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const states: readonly State[] = [
  {
    name: "landing",
    go: (page) => page.locator(".card .card-note").first().waitFor({ state: "detached" }),
  },
  {
    name: "search",
    go: async (page) => {
      await page.getByRole("searchbox").fill("pendulum");
      await page.locator(".card").first().waitFor();
    },
  },
  {
    name: "nothing-found",
    go: (page) => page.getByRole("searchbox").fill("perpetuum mobile"),
  },
  {
    name: "unknown",
    hash: "#model=perpetuum-mobile",
    go: (page) => page.getByRole("heading").first().waitFor(),
  },
  { name: "model", hash: model, go: settled },
  { name: "model-in-space", hash: "#model=heavy-top&until=0.2", go: settled },
  { name: "circuit", hash: "#model=lc-circuit&until=0.5", go: settled },
  { name: "german", hash: model, options: german, go: settled },
  {
    name: "german-equations",
    hash: model,
    options: german,
    go: async (page) => {
      await settled(page);
      await press(/^Speichern/)(page);
      await press(/Gleichungen als Datei/)(page);
      await page.locator(".equations-preview img").waitFor();
    },
  },
  { name: "phone", hash: model, options: phone, go: settled },
  {
    name: "phone-landing",
    options: phone,
    go: (page) => page.locator(".card .card-note").first().waitFor({ state: "detached" }),
  },
  { name: "docs", hash: "docs/start.html", go: (page) => page.locator("h1").waitFor() },
  { name: "text", hash: model, go: tab("Model text", ".cm-content") },
  { name: "data", hash: model, go: tab("Data", ".data td") },
  {
    name: "save-menu",
    hash: model,
    go: async (page) => {
      await settled(page);
      await press(/^Save/)(page);
      await page.getByRole("button", { name: /CSV/ }).waitFor();
    },
  },
  { name: "figure", hash: model, go: saving(/Figure for a paper/) },
  {
    name: "equations",
    hash: model,
    go: async (page) => {
      await saving(/Equations as a file/)(page);
      await page.locator(".equations-preview img").waitFor();
    },
  },
  {
    name: "embed",
    hash: model,
    go: async (page) => {
      await settled(page);
      await press(/^Embed/)(page);
      await dialog(page);
    },
  },
  {
    name: "help",
    hash: model,
    go: async (page) => {
      await settled(page);
      await press(/Help/)(page);
      await dialog(page);
    },
  },
  {
    name: "board",
    hash: model,
    go: async (page) => {
      await settled(page);
      await page.locator("h1").focus();
      await page.keyboard.press("w");
      await page.locator(".board").first().waitFor();
    },
  },
  { name: "task-editor", hash: model, go: tab("Edit tasks", ".task-editor, .authoring") },
];

test.each(states)("$name", async ({ name, hash = "", options = {}, go }) => {
  const { page, close } = await open(hash, options);
  await go(page);
  const found = await violationsInBothThemes(page);
  await page.screenshot({ path: join(shots, `${name}.png`) });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.screenshot({ path: join(shots, `${name}-dark.png`) });
  expect(found).toEqual(noViolations);
  await close();
});
