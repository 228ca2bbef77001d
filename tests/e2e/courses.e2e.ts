// The element and its frame in common course systems, with each recipe of docs/embedding.md
// unchanged.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../tools/run.mjs";
import { tool, tools } from "./apps";
import { sliderCrank, told, usePlaces } from "./places";
import { pictures, violations } from "./support";

const places = usePlaces();
const { column, element, expected, link, script } = await sliderCrank();
const guide = readFileSync(join(root, "docs", "embedding.md"), "utf8");

/** A recipe with the addresses of this test's server in place of the guide's. */
const here = (recipe: string, origin = "") =>
  recipe
    .replaceAll("https://porthos.example/embed.html", `${origin}/web/embed.html`)
    .replaceAll("https://porthos.example/", `${origin}/dist/`);

/** The guide's block in the language of a book system, without its fence. */
function recipeFor(fence: string): string {
  const begin = guide.indexOf(fence);
  expect(begin).toBeGreaterThan(0);
  return guide.slice(begin, guide.indexOf("\n````", begin));
}

test("a slide of reveal.js: it starts when the slide is shown, and keeps its keys", async () => {
  const at = "/tools/reveal.js/dist";
  const { page, close } = await places.show(
    `<link rel="stylesheet" href="${at}/reveal.css">${script}
     <div class="reveal" style="width: 900px; height: 640px"><div class="slides">
       <section>First</section>
       <section><h2>Slider-crank</h2>${element('loading="lazy" controls="transport knobs"')}</section>
       <section>Third</section></div></div>
     <script src="${at}/reveal.js"></script>
     <script>Reveal.initialize({ embedded: true })</script>`,
    { viewport: { width: 960, height: 700 } },
  );
  await expect.poll(() => page.evaluate("Reveal.isReady()")).toBe(true);
  await pictures(page); // by then it is known which elements are in view
  expect(await page.locator("porthos-sim .note").textContent(), "nothing is loaded").toBe("");
  expect(await page.evaluate("window.told.length")).toBe(0);
  await page.evaluate("Reveal.next()");
  const [run] = await told(page);
  expect(run?.summary?.final[column]).toBe(expected);
  await page.getByRole("slider", { name: "Time" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Play", exact: true }).focus();
  await page.keyboard.press("Space");
  expect(await page.evaluate("Reveal.getIndices().h"), "its keys turn no slide").toBe(1);
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("ArrowRight");
  expect(await page.evaluate("Reveal.getIndices().h")).toBe(2);
  await close();
});

test("a MyST site: the recipe, read by mystmd and written by its theme", async () => {
  const folder = mkdtempSync(join(tmpdir(), "porthos-myst-"));
  writeFileSync(join(folder, "myst.yml"), "version: 1\nproject: {}\nsite: {}\n");
  const recipe = here(recipeFor("```{iframe}"), places.elsewhere());
  writeFileSync(join(folder, "index.md"), recipe.replace("slider-crank", link.slice(6)));
  // It stops when it tries to load a template from the network; the content is written by then.
  spawnSync(tools(".bin", "myst"), ["build", "--site"], { cwd: folder, timeout: 60_000 });
  const { mdast } = JSON.parse(
    readFileSync(join(folder, "_build", "site", "content", "index.json"), "utf8"),
  ) as { mdast: { children: unknown } };
  rmSync(folder, { recursive: true });
  const require = createRequire(tools("x.js"));
  type Make = (type: unknown, options: object, ...children: unknown[]) => unknown;
  const { createElement } = require("react") as { createElement: Make };
  const { renderToStaticMarkup } = require("react-dom/server") as {
    renderToStaticMarkup(element: unknown): string;
  };
  const { MyST, DEFAULT_RENDERERS } = await tool<{ MyST: unknown; DEFAULT_RENDERERS: unknown }>(
    "myst-to-react/dist/index.js",
  );
  const { ThemeProvider } = await tool<{ ThemeProvider: unknown }>(
    "@myst-theme/providers/dist/index.js",
  );
  const content = createElement(MyST, { ast: mdast.children });
  const options = { theme: "light", renderers: DEFAULT_RENDERERS };
  const { page, close } = await places.show(
    renderToStaticMarkup(createElement(ThemeProvider, options, content)),
  );
  const [run] = await told(page);
  expect(run?.summary?.final[column]).toBe(expected);
  await close();
});

test("a Quarto page: the raw block, beside the loader of scripts that Quarto pages have", async () => {
  const recipe = here(recipeFor("```{=html}")).split("\n").slice(1, -1).join("\n");
  const amd = "<script>window.define = () => {}; window.define.amd = {};</script>";
  const block = recipe.replace("<porthos-sim", '<porthos-sim until="1" set="omega_0: 5"');
  const { page, complaints, close } = await places.show(
    `${amd}<div id="quarto-content" class="page-columns"><main class="content">${block}</main></div>`,
  );
  const [run] = await told(page);
  expect(run?.summary?.final[column]).toBe(expected);
  expect(complaints).toEqual([]);
  await close();
});

test("a Moodle page, whose filter leaves a frame nothing but src, width and height", async () => {
  const [, recipe = ""] = /```html\n(<iframe[^]*?)```/.exec(guide) ?? [];
  const src = /src="([^"]*)"/.exec(here(recipe, places.elsewhere()))?.[1] ?? "";
  const { page, close } = await places.show(
    `<div class="no-overflow"><iframe src="${src}&amp;until=1&amp;set=omega_0:5" width="100%" height="560"></iframe></div>`,
  );
  const [run] = await told(page);
  expect(run?.summary?.final[column]).toBe(expected);
  expect(await page.frameLocator("iframe").locator(".control.locked").count()).toBe(2);
  await close();
});

test("Firefox runs the element, and frames with and without an origin", async () => {
  const frame = (sandbox: string) =>
    `<iframe title="Slider-crank" width="640" height="400" sandbox="${sandbox}" src="/web/embed.html#${link}"></iframe>`;
  const runs = await places.toldByFirefox(
    script + element() + frame("allow-scripts") + frame("allow-scripts allow-same-origin"),
    3,
  );
  expect(runs.map(({ summary }) => summary?.final[column])).toEqual([expected, expected, expected]);
});

// Runs of the library are no runs of an element: plot-element.e2e.ts shows one in a plot.
const recipes = [...guide.matchAll(/^(```+)html\n([^]*?)^\1$/gm)]
  .map(([, , block = ""]) => block)
  .filter((block) => !block.includes("model.run("));

test.each(recipes)(
  "the guide's recipe %# runs, and axe has nothing to object to",
  async (recipe) => {
    const { page, complaints, close } = await places.show(here(recipe));
    const [run] = await told(page);
    expect(run?.outcome).toBe("finished");
    expect(Object.values(run?.summary?.final ?? {}).every(Number.isFinite)).toBe(true);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const locked = await page.locator(".control.locked").count();
    if (recipe.includes("<porthos-sim") && recipe.includes("locked")) expect(locked).toBe(2);
    await close();
  },
);
