// The same text gives the same bits in Node and in the browser, for a model of each subject and three methods.
import { createServer, type Server } from "node:http";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, inject } from "vitest";
import { joinBrowser } from "../../tools/browser.mjs";
import { browsers, openIn } from "../../tools/other-browsers.mjs";
import { inBuild } from "../../tools/run.mjs";
import { models, representatives } from "./support";

const folder = resolve(import.meta.dirname, "..", "..", "web", "models");
const library = inBuild("dist");
const types: Record<string, string> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const files = Object.fromEntries(
  models.map((name) => [`${name}.porthos.json`, read(`${name}.porthos.json`)]),
);

/** Runs one model in whichever engine `url` is the library of; the table as hexadecimal bytes. */
async function runIn(url: string, text: string, used: Record<string, string>): Promise<string> {
  const { load } = (await import(url)) as typeof import("../../bindings/js/index");
  const model = await load(text, { files: used });
  const tables: string[] = [];
  for (const method of ["gauss(1)", "gauss(2)", "gauss(3)"]) {
    const run = model.run({ method, until: 2, step: 0.01 });
    const bytes = new Uint8Array(run.table.buffer, run.table.byteOffset, run.table.byteLength);
    const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
    tables.push(
      `${run.columns.length} ${run.table.length} ` +
        Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    );
  }
  model.dispose();
  return tables.join("\n");
}

// The test runner has its own word for import(), which pages do not know.
const own = runIn.toString().replaceAll("__vite_ssr_dynamic_import__", "import");

/** Runs all of them and posts the tables, or the error. */
function script(): string {
  const json = (value: object) => JSON.stringify(value).replaceAll("<", "\\u003c");
  return `<script type="module">
    const runIn = (${own}), files = ${json(files)}, found = {};
    try {
      for (const name of ${json(representatives)})
        found[name] = await runIn(location.origin + "/index.js", files[name + ".porthos.json"], files);
    } catch (error) {
      found.error = String(error);
    }
    await fetch("/found", { method: "POST", body: JSON.stringify(found) });
  </script>`;
}

describe("determinism", () => {
  let server: Server;
  let browser: Awaited<ReturnType<typeof joinBrowser>>;
  let page: Page;
  let url = "";
  let found: (tables: Record<string, string>) => void = () => undefined;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = normalize(request.url ?? "/").replace(/^\/+/, "");
      response.setHeader("content-type", types[extname(path)] ?? "text/html");
      if (path === "all") return void response.end(`<!doctype html><title>x</title>${script()}`);
      if (path === "found") {
        let text = "";
        request.on("data", (part: Buffer) => (text += part.toString()));
        request.on("end", () => found(JSON.parse(text) as Record<string, string>));
        return void response.end();
      }
      try {
        response.end(
          path === "" ? "<!doctype html><title>x</title>" : readFileSync(join(library, path)),
        );
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await joinBrowser(inject("browser"));
    page = await browser.newPage();
    await page.goto(url);
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  it.each(representatives)(
    "%s gives the same bits twice, and in Chromium as in Node",
    async (name) => {
      const text = files[`${name}.porthos.json`] ?? "";
      const inNode = await runIn(join(library, "index.js"), text, files);
      expect(await runIn(join(library, "index.js"), text, files)).toBe(inNode);
      const source = `(${own})`;
      const inChromium = await page.evaluate(
        ([code, at, model, used]) =>
          // The function is sent as text: it must not refer to anything outside itself.
          (new Function(`return ${code as string}`)() as typeof runIn)(
            `${at as string}index.js`,
            model as string,
            JSON.parse(used as string) as Record<string, string>,
          ),
        [source, url, text, JSON.stringify(files)],
      );
      expect(inChromium).toBe(inNode);
    },
  );

  // These browsers are started on a page that runs all models and posts the results. A browser that
  // is not installed, or has no display, is skipped.
  const isThere = {
    firefox: browsers.firefox.program !== undefined,
    webkit: browsers.webkit.program !== undefined && Boolean(process.env.DISPLAY),
  };
  it.each(["firefox", "webkit"] as const)("%s gives the bits of Node", async (name) => {
    if (!isThere[name]) return void console.log(`${name} is not there: left out`);
    const tables = new Promise<Record<string, string>>((resolve) => (found = resolve));
    const there = await openIn(name, `${url}all`, tables);
    for (const model of representatives) {
      const text = files[`${model}.porthos.json`] ?? "";
      expect(there[model], model).toBe(await runIn(join(library, "index.js"), text, files));
    }
  });
});
