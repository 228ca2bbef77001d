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
