// The documentation as a site: all links work, every page has a moving figure, models run in place.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inBuild, root } from "../../tools/run.mjs";
import { load } from "../lib/built";
import { models, noViolations, usePage, violationsInBothThemes } from "./support";

const open = usePage();
const folder = inBuild("web", "docs");
const names = readdirSync(folder).filter(
  (name) => name.endsWith(".html") && name !== "index.html" && name !== "404.html",
);
const read = (name: string) => readFileSync(join(folder, name), "utf8");

const runOf = async (name: string) =>
  (await load(new URL(`../../web/models/${name}.porthos.json`, import.meta.url))).run().final;

test("every page of docs, of the gallery and of the reference is there, with a living figure", () => {
  const pages = (...path: string[]) =>
    readdirSync(join(folder, "..", "..", "..", "docs", ...path))
      .filter((name) => name.endsWith(".md"))
      .map((name) => name.replace(".md", ".html"));
  const wanted = pages();
  const elements = pages("elements").map((name) => `element-${name}`);
  const reference = [
    "api-index.html",
    "api-wasm.html",
    "api-worker.html",
    "api-inspect.html",
    "api-diagram.html",
    "api-element.html",
  ];
  const gallery = models.map((name) => `model-${name}.html`);
  expect([...names].sort()).toEqual([...wanted, ...elements, ...reference, ...gallery].sort());
  for (const name of elements) expect(read(name), name).toContain('<div class="live">');
  for (const name of names.filter((page) => !elements.includes(page))) {
    const [, figure] = /<porthos-sim model="([^"]*)"/.exec(read(name)) ?? [];
    expect(models, name).toContain(figure);
  }
});

test("no link of it leads nowhere", () => {
  const dead = names.flatMap((name) =>
    [...read(name).matchAll(/(?:href|src)="(\.\.?\/[^"#]*|)(?:#([^"]*))?"/g)]
      .filter(([, path = "", hash]) => {
        const file = path === "" ? join(folder, name) : join(folder, path);
        if (!existsSync(file)) return true;
        const isPage = hash !== undefined && file.startsWith(folder);
        return isPage && !readFileSync(file, "utf8").includes(`id="${hash}"`);
      })
      .map(([link]) => `${name}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test.each(["start", "format", "problems", "api-element", "model-slider-crank"])(
  "axe has nothing to object to in %s, light and dark",
  async (name) => {
    const { page, complaints, close } = await open(`docs/${name}.html`);
    await page.locator(".docs-figure .lab[data-status=finished]").waitFor({ timeout: 60_000 });
    expect(await violationsInBothThemes(page)).toEqual(noViolations);
    expect(complaints).toEqual([]);
    await close();
  },
);

test("in 320 pixels nothing has to be scrolled sideways", async () => {
  for (const name of ["start", "theory", "benchmarks", "api-worker", "gallery"]) {
    const { page, close } = await open(`docs/${name}.html`, {
      viewport: { width: 320, height: 700 },
    });
    await page.locator(".docs-figure .lab").waitFor({ timeout: 60_000 });
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width, name).toBeLessThanOrEqual(320);
    await close();
  }
});

test("a model of the text runs in place", async () => {
  const { page, close } = await open("docs/start.html");
  await page.getByRole("button", { name: "Run this model" }).last().click();
  await page.locator(".live-run .lab[data-status=finished]").waitFor({ timeout: 60_000 });
  const y = await page.evaluate<number>(`(async () => {
    const sim = document.querySelector(".live-run porthos-sim");
    await sim.seek(5);
    return (await sim.snapshot()).values.y;
  })()`);
  // y = -m g/k + (0.3 + m g/k) cos(sqrt(k/m) t); the step's error is below 1e-6
  const rest = -9.81 / 40;
  expect(y).toBeCloseTo(rest + (0.3 - rest) * Math.cos(Math.sqrt(40) * 5), 4);
  await close();
});

test("the server of the sources shows the documentation, its search and the frame", async () => {
  const { createServer } = await import("vite");
  const server = await createServer({
    root: join(root, "web"),
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0 },
  });
  await server.listen();
  const at = server.resolvedUrls?.local[0] ?? "";
  const { page, complaints, close } = await open("");
  await page.goto(`${at}docs/teaching.html`);
  await page.locator(".docs-figure .lab[data-status=finished]").waitFor({ timeout: 90_000 });
  const expected = await runOf("crank");
  const shown = await page.evaluate<Record<string, number>>(`(async () => {
    const sim = document.querySelector(".docs-figure porthos-sim");
    await sim.seek(12);
    return (await sim.snapshot()).values;
  })()`);
  expect(shown["phi1"]).toBe(expected["phi1"]);
  await page.keyboard.press("/");
  await page.keyboard.type("PH203");
  await page.getByRole("link", { name: "Problems and outcomes: PH203" }).waitFor();
  expect(complaints).toEqual([]);
  await page.goto(`${at}embed.html#model=slider-crank`);
  await page.locator(".lab[data-status=finished]").waitFor({ timeout: 90_000 });
  await close();
  await server.close();
}, 240_000);

test("its search finds a problem code, by the keyboard", async () => {
  const { page, close } = await open("docs/theory.html");
  await page.keyboard.press("/");
  await page.keyboard.type("PH203");
  await page.getByRole("link", { name: "Problems and outcomes: PH203" }).waitFor();
  await page.getByRole("link", { name: "Problems and outcomes: PH203" }).press("Enter");
  await page.waitForURL(/problems\.html#ph203/);
  await close();
});
