// The package as others bundle it: packed, installed into an empty folder, built without configuration by what is in
// tests/package, opened in Chromium. Each page runs a model in its own thread, with the separate file and in a
// worker; the numbers are those of Node.
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../tools/browser.mjs";
import { root } from "../../tools/run.mjs";
import { load } from "../lib/built.js";
import { pendulum } from "../lib/models.js";

const folder = mkdtempSync(join(tmpdir(), "porthos-consumers-"));
const at = (...names: string[]) => join(folder, ...names);
const put = (name: string, text: string) => writeFileSync(at(name), text);
const npm = (words: string[], cwd = folder) => spawnSync("npm", words, { cwd, encoding: "utf8" });

/** Whether the bundlers could be had, from npm's cache or the registry. */
let isInstalled = false;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let server: Server;
let url = "";

const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

const page = `
  import { load } from "porthos";
  import { load as loadSeparate } from "porthos/wasm";
  import { connect } from "porthos/worker";
  const text = ${JSON.stringify(pendulum)};
  const client = await connect();
  window.result = [];
  for (const read of [load, loadSeparate, (source) => client.load(source)])
    window.result.push((await (await read(text)).run()).final.phi);
  client.dispose();
  document.title = "done";`;

beforeAll(async () => {
  const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [{ filename }] = JSON.parse(npm(words, root).stdout) as [{ filename: string }];
  cpSync(join(root, "tests", "package"), folder, { recursive: true });
  isInstalled =
    npm(["install", "--include=dev", "--prefer-offline", "--ignore-scripts"]).status === 0;
  const unpacked = spawnSync("tar", ["-xzf", filename], { cwd: folder });
  expect(unpacked.status).toBe(0);
  mkdirSync(at("node_modules"), { recursive: true });
  cpSync(at("package"), at("node_modules", "porthos"), { recursive: true });
  put("page.js", page);
  put("index.html", '<!doctype html><script type="module" src="./page.js"></script>');
  server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
    try {
      const content = readFileSync(join(folder, path));
      response.setHeader("content-type", types[extname(path)] ?? "text/plain");
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchBrowser();
}, 180_000);
afterAll(async () => {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page and waits for its numbers, which have to be those of Node. */
async function mustWork(address: string): Promise<void> {
  const tab = await browser.newPage();
  const complaints: string[] = [];
  tab.on("pageerror", (error) => complaints.push(String(error)));
  await tab.goto(address);
  await tab.waitForFunction(() => document.title === "done", undefined, { timeout: 30_000 });
  const result = await tab.evaluate(() => (window as unknown as { result: number[] }).result);
  await tab.close();
  const { phi } = (await load(pendulum)).run().final;
  expect(result).toEqual([phi, phi, phi]);
  expect(complaints).toEqual([]);
}

/** A bundler of tests/package. */
async function bundler<Module>(name: string): Promise<Module> {
  const path = createRequire(at("package.json")).resolve(name);
  const module = (await import(/* @vite-ignore */ path)) as { default?: Module } & Module;
  return module.default ?? module;
}

function html(name: string, script: string): string {
  mkdirSync(at(name), { recursive: true });
  put(join(name, "index.html"), `<!doctype html><script type="module" src="${script}"></script>`);
  return `${url}${name}/index.html`;
}

/** For bundlers that do not follow new URL(…, import.meta.url); see docs/library.md. */
const copyWasm = (name: string) =>
  copyFileSync(
    at("node_modules", "porthos", "build", "dist", "porthos-engine.wasm"),
    at(name, "porthos-engine.wasm"),
  );

const quiet = { root: folder, configFile: false, logLevel: "error" } as const;

test("an import map, without any bundler", async () => {
  const dist = "/node_modules/porthos/build/dist";
  const names = { "": "index", "/wasm": "wasm", "/worker": "worker" };
  const imports = Object.fromEntries(
    Object.entries(names).map(([name, file]) => [`porthos${name}`, `${dist}/${file}.js`]),
  );
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  put("map.html", `<!doctype html>${map}<script type="module" src="./page.js"></script>`);
  await mustWork(`${url}map.html`);
});

test("Vite, built", async () => {
  const { build } = await import("vite");
  await build({
    ...quiet,
    base: "./",
    build: { outDir: "vite", chunkSizeWarningLimit: 4000, target: "es2022" },
  });
  await mustWork(`${url}vite/index.html`);
});

test("Vite, its dev server", async () => {
  const { createServer: createVite } = await import("vite");
  const dev = await createVite({ ...quiet, server: { host: "127.0.0.1", port: 0 } });
  await dev.listen();
  await mustWork(dev.resolvedUrls!.local[0]!);
  await dev.close();
});

test("esbuild", async ({ skip }) => {
  if (!isInstalled) return skip("not to be had without a network");
  const { build } = await bundler<{ build(options: object): Promise<void> }>("esbuild");
  const address = html("esbuild", "./page.js");
  await build({
    ...{ absWorkingDir: folder, entryPoints: ["page.js"], outdir: "esbuild" },
    ...{ bundle: true, splitting: true, format: "esm", target: "es2022", logLevel: "silent" },
  });
  copyWasm("esbuild");
  await mustWork(address);
});

test("Rollup", async ({ skip }) => {
  if (!isInstalled) return skip("not to be had without a network");
  interface Rollup {
    rollup(options: object): Promise<{ write(options: object): Promise<void> }>;
  }
  const { rollup } = await bundler<Rollup>("rollup");
  const resolve = await bundler<() => object>("@rollup/plugin-node-resolve");
  const address = html("rollup", "./page.js");
  const bundle = await rollup({ input: at("page.js"), plugins: [resolve()], onwarn: () => {} });
  await bundle.write({ dir: at("rollup"), format: "es" });
  copyWasm("rollup");
  await mustWork(address);
});

test("webpack", async ({ skip }) => {
  if (!isInstalled) return skip("not to be had without a network");
  interface Stats {
    hasErrors(): boolean;
    toString(): string;
  }
  type Webpack = (options: object, done: (error: Error | null, stats: Stats) => void) => void;
  const webpack = await bundler<Webpack>("webpack");
  const address = html("webpack", "./page.js");
  const stats = await new Promise<Stats>((resolve, reject) =>
    webpack(
      {
        ...{ context: folder, mode: "production", entry: { page: "./page.js" } },
        ...{ output: { path: at("webpack"), filename: "[name].js" }, performance: false },
      },
      (error, found) => (error ? reject(error) : resolve(found)),
    ),
  );
  expect(stats.hasErrors(), stats.toString()).toBe(false);
  await mustWork(address);
});
