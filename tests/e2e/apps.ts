// The package as its users get it: packed, unpacked far from our sources, and built into apps by
// the tools of tests/package (installed by tools/setup-apps.sh), without configuration.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { joinBrowser } from "../../tools/browser.mjs";
import { inCache, root } from "../../tools/run.mjs";
import { load } from "../lib/built.js";
import { pendulum } from "../lib/models.js";

const types: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** The folder of the installed tools. */
export const tools = (...names: string[]) => inCache("apps", "node_modules", ...names);

/** A tool's module, by its path in node_modules. */
export async function tool<Module>(...path: string[]): Promise<Module> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(tools(...path)).href)) as {
    default?: Module;
  } & Module;
  return module.default ?? module;
}

export interface Apps {
  /** A path in the folder of all apps, where "porthos" is the package. */
  at(...names: string[]): string;
  /** Writes a file of an app. */
  put(name: string, text: string): void;
  /** The address of a file of an app. */
  url(name: string): string;
  /** Opens an address, waits until its title is "done", and gives its window.result. */
  resultOf(address: string): Promise<unknown>;
}

export function useApps(): Apps {
  const folder = mkdtempSync(inCache("apps", "app-"));
  const at = (...names: string[]) => join(folder, ...names);
  let browser: Awaited<ReturnType<typeof joinBrowser>>;
  let server: Server;
  const url = (name: string) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;

  beforeAll(async () => {
    const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
    const packed = spawnSync("npm", words, { cwd: root, encoding: "utf8" });
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    mkdirSync(at("node_modules", "porthos"), { recursive: true });
    const into = ["-C", at("node_modules", "porthos"), "--strip-components=1"];
    expect(spawnSync("tar", ["-xzf", at(filename), ...into]).status).toBe(0);
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
    browser = await joinBrowser(inject("browser"));
  }, 180_000);
  afterAll(async () => {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  return {
    at,
    url,
    put(name, text) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), text);
    },
    async resultOf(address) {
      const tab = await browser.newPage();
      const complaints: string[] = [];
      tab.on("pageerror", (error) => complaints.push(String(error)));
      try {
        await tab.goto(address);
        await tab.waitForFunction(() => document.title === "done", undefined, { timeout: 60_000 });
        expect(complaints).toEqual([]);
        return await tab.evaluate(() => (window as unknown as { result: unknown }).result);
      } catch (error) {
        throw new Error(`${address}: ${complaints.join("\n")}`, { cause: error });
      } finally {
        await tab.close();
      }
    },
  };
}

const page = `
  import { load } from "porthos";
  import { load as loadSeparate } from "porthos/wasm";
  import { connect } from "porthos/worker";
  import "porthos/element";
  const text = ${JSON.stringify(pendulum)};
  const client = await connect();
  window.result = [];
  for (const read of [load, loadSeparate, (source) => client.load(source)])
    window.result.push((await (await read(text)).run()).final.phi);
  client.dispose();
  const sim = document.createElement("porthos-sim");
  sim.model = text;
  sim.addEventListener("outcome", ({ detail }) => {
    window.result.push(detail.summary?.final.phi ?? detail.message);
    document.title = "done";
  });
  document.body.append(sim);`;

export const html = (script: string) =>
  `<!doctype html><html lang="en"><body><script type="module" src="${script}"></script></body></html>`;

export interface PageOfPackage extends Apps {
  /** The number that every way of loading gives, as in Node. */
  phi(): number;
  /** Opens a page and compares its numbers. */
  mustWork(address: string): Promise<void>;
}

/** Apps with page.js and index.html: a model in its own thread, with the separate file, in a worker and in the element. */
export function usePageOfPackage(): PageOfPackage {
  const apps = useApps();
  let phi = 0;
  beforeAll(async () => {
    phi = (await load(pendulum)).run().final["phi"] ?? NaN;
    expect(phi).toBeGreaterThan(-2);
    apps.put("page.js", page);
    apps.put("index.html", html("./page.js"));
  });
  return {
    ...apps,
    phi: () => phi,
    mustWork: async (address) => expect(await apps.resultOf(address)).toEqual([phi, phi, phi, phi]),
  };
}

export type Vite = Pick<typeof import("vite"), "build" | "createServer">;
export const quiet = { configFile: false, logLevel: "error" } as const;

/** Builds the page with a version of Vite, and opens what it built. */
export async function mustWorkBuilt(apps: PageOfPackage, version: string, { build }: Vite) {
  const outDir = `vite${version}`;
  await build({ ...quiet, root: apps.at(), base: "./", build: { outDir, target: "es2022" } });
  await apps.mustWork(apps.url(`${outDir}/index.html`));
}

/** Opens the page on the development server of a version of Vite. */
export async function mustWorkServed(apps: PageOfPackage, version: string, vite: Vite) {
  const dev = await vite.createServer({
    ...quiet,
    root: apps.at(),
    cacheDir: apps.at(`cache${version}`), // several versions share this folder
    server: { host: "127.0.0.1", port: 0 },
  });
  await dev.listen();
  try {
    await apps.mustWork(dev.resolvedUrls!.local[0]!);
  } finally {
    await dev.close();
  }
}
