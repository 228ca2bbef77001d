// The package in a page: by an import map, and in apps that Vite builds and serves. The page runs a
// model in its own thread, with the separate file, in a worker and in the element; all numbers equal
// those of Node, to the bit. Other bundlers: bundlers.nightly.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../tools/run.mjs";
import { html, mustWorkBuilt, mustWorkServed, quiet, usePageOfPackage } from "./apps";

const apps = usePageOfPackage();

test("an import map, without any bundler", async () => {
  const dist = "/node_modules/porthos/build/dist";
  const names = { "": "index", "/wasm": "wasm", "/worker": "worker", "/element": "element" };
  const imports = Object.fromEntries(
    Object.entries(names).map(([name, file]) => [`porthos${name}`, `${dist}/${file}.js`]),
  );
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  apps.put("map.html", html("./page.js").replace("<body>", `<body>${map}`));
  await apps.mustWork(apps.url("map.html"));
});

test("Vite 8, built", async () => mustWorkBuilt(apps, "8", await import("vite")));

test("Vite 8, its dev server", async () => mustWorkServed(apps, "8", await import("vite")));

test("an app by Vite: the ten lines of the guide show a figure that moves", async () => {
  const guide = readFileSync(join(root, "docs", "start.md"), "utf8");
  const [, lines = ""] = /```ts\n([^]*?)```/.exec(guide) ?? [];
  expect(lines.trim().split("\n").length).toBeLessThanOrEqual(10);
  const watch = `sim.addEventListener("frame", ({ detail }) => {
    if (detail.t > 0.5 && document.title !== "done") {
      sim.snapshot().then(({ t, values }) => {
        window.result = [t, values.t];
        document.title = "done";
      });
    }
  });`;
  apps.put("app/main.js", lines + watch);
  apps.put("app/index.html", html("./main.js"));
  const { build } = await import("vite");
  await build({ ...quiet, root: apps.at("app"), base: "./", build: { target: "es2022" } });
  const [shown, t] = (await apps.resultOf(apps.url("app/dist/index.html"))) as [number, number];
  expect(shown).toBeGreaterThan(0.5);
  expect(t).toBeCloseTo(shown, 9);
});
