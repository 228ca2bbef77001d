// The files that a page with one element loads from the package until its figure moves.
import { gzipSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inBuild } from "../../tools/run.mjs";
import { told, usePlaces } from "./places";

const places = usePlaces();
const script = '<script type="module" src="/dist/element.js"></script>';
/** The engine is one size on all pages; the benchmarks have it. */
const engine = /porthos-(inline|engine)\.(mjs|wasm)$/;

test.each([
  ["a planar model", "slider-crank", 270],
  ["a model in space", "heavy-top", 400],
])("%s: few files, of few bytes beside the engine", async (_, model, most) => {
  const loaded: string[] = [];
  const { page, complaints, close } = await places.show(
    `${script}<porthos-sim model="${model}" until="1"></porthos-sim>`,
    {
      prepare: async (page) => {
        page.context().on("request", (request) => {
          const { pathname } = new URL(request.url());
          if (pathname.startsWith("/dist/")) loaded.push(pathname.slice("/dist/".length));
        });
      },
    },
  );
  await told(page);
  await page.locator(".lab[data-status=finished]").waitFor();
  const files = [...new Set(loaded)];
  expect(files.length, files.join(" ")).toBeLessThanOrEqual(20);
  expect(loaded, "no file is loaded twice").toHaveLength(files.length);
  expect(files.some((name) => engine.test(name))).toBe(true);
  const scripts = files.filter((name) => name.endsWith("js") && !engine.test(name));
  const sizes = scripts.map((name) => gzipSync(readFileSync(inBuild("dist", name))).length / 1000);
  const sum = sizes.reduce((all, size) => all + size, 0);
  expect(sum, `kB: ${scripts.join(" ")}`).toBeLessThan(most);
  const isSpatial = files.includes("element/webgl.js");
  expect(isSpatial).toBe(model === "heavy-top");
  expect(complaints).toEqual([]);
  await close();
});
