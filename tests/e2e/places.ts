// Pages with the element or its frame, on a server that allows nothing to other origins.
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { joinBrowser } from "../../tools/browser.mjs";
import { openIn } from "../../tools/other-browsers.mjs";
import { inBuild, inCache } from "../../tools/run.mjs";
import { patience } from "./support";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};
/** Parts of the address -> folders. */
export const folders: Record<string, string> = {
  web: inBuild("web"),
  dist: inBuild("dist"),
  models: resolve(import.meta.dirname, "..", "..", "web", "models"),
  tools: inCache("apps", "node_modules"),
};

/** The events of a page or of its frames, as reported by the elements and frames. */
export interface Told {
  readonly outcome: string;
  readonly summary?: { readonly final: Readonly<Record<string, number>> };
}

interface Places {
  /** Opens a page with this body; `policy` is its Content-Security-Policy. */
  show(
    body: string,
    options?: BrowserContextOptions & {
      readonly policy?: string;
      /** Prepares the page before it is opened. */
      readonly prepare?: (page: Page) => Promise<unknown>;
    },
  ): Promise<{ page: Page; complaints: string[]; close(): Promise<void> }>;
  /** Opens the page of Porthos itself. */
  openPage(hash: string): Promise<{ page: Page; complaints: string[]; close(): Promise<void> }>;
  /** Opens a page of one of the folders. */
  openApp(path: string): Promise<{ page: Page; complaints: string[]; close(): Promise<void> }>;
  openFile(path: string): Promise<{ page: Page; complaints: string[]; close(): Promise<void> }>;
  /** The same server by another origin. */
  elsewhere(): string;
  /** The reports of `count` runs on a page with this body in Firefox. */
  toldByFirefox(body: string, count: number): Promise<readonly Told[]>;
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course</title>
   <meta name="viewport" content="width=device-width, initial-scale=1">
   <script src="/listen.js"></script></head><body><main><h1>A course</h1>${body}</main></body></html>`;

// Collects the outcomes of elements and frames in window.told, and posts them when there are
// window.enough.
const listen = `window.told = [];
function tell(detail) {
  told.push(detail);
  if (told.length === window.enough) fetch("/found", { method: "POST", body: JSON.stringify(told) });
}
addEventListener("message", ({ data }) => { if (data.event === "outcome") tell(data.detail); });
addEventListener("outcome", ({ detail }) => tell(detail), true);`;

export function usePlaces(): Places {
  let server: Server;
  let browser: Awaited<ReturnType<typeof joinBrowser>>;
  let body = "";
  let policy: string | undefined;
  let onFound: (told: readonly Told[]) => void = () => undefined;
  const port = (): number => (server.address() as AddressInfo).port;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = normalize(decodeURI((request.url ?? "/").split(/[?#]/)[0] ?? "/"));
      response.setHeader("content-type", types[extname(path)] ?? "text/html");
      if (path === "/listen.js") return response.end(listen);
      if (path === "/found") {
        const chunks: Buffer[] = [];
        request.on("data", (chunk: Buffer) => chunks.push(chunk));
        request.on("end", () => {
          onFound(JSON.parse(Buffer.concat(chunks).toString()) as readonly Told[]);
          response.end();
        });
        return;
      }
      const [, folder = "", ...rest] = path.split("/");
      if (path === "/") {
        if (policy) response.setHeader("content-security-policy", policy);
        return response.end(page(body));
      }
      try {
        return response.end(readFileSync(join(folders[folder] ?? "", ...rest)));
      } catch {
        return response.writeHead(404).end();
      }
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    browser = await joinBrowser(inject("browser"));
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });
  const open = async (
    url: string,
    options: BrowserContextOptions,
    prepare?: (page: Page) => Promise<unknown>,
  ) => {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(patience);
    const opened = await context.newPage();
    const complaints: string[] = [];
    opened.on("console", (message) => {
      const isOurs = !/GL Driver Message|GPU stall|swiftshader|favicon/i.test(
        message.text() + message.location().url,
      );
      if (isOurs && /error|warning/.test(message.type())) complaints.push(message.text());
    });
    opened.on("pageerror", (error) => complaints.push(String(error)));
    await prepare?.(opened);
    await opened.goto(url);
    return { page: opened, complaints, close: () => context.close() };
  };
  return {
    show(newBody, { policy: newPolicy, prepare, ...options } = {}) {
      body = newBody;
      policy = newPolicy;
      return open(`http://127.0.0.1:${port()}/`, options, prepare);
    },
    openPage: (hash) => open(`http://127.0.0.1:${port()}/web/index.html${hash}`, {}),
    openApp: (path) => open(`http://127.0.0.1:${port()}${path}`, {}),
    openFile: (path) => open(`file://${path}`, { offline: true }),
    elsewhere: () => `http://localhost:${port()}`,
    toldByFirefox(newBody, count) {
      body = `<script>window.enough = ${count};</script>${newBody}`;
      policy = undefined;
      const found = new Promise<readonly Told[]>((resolve) => (onFound = resolve));
      return openIn("firefox", `http://127.0.0.1:${port()}/`, found);
    },
  };
}

/** Waits until `count` runs have ended, and returns their reports. */
export async function told(page: Page, count = 1): Promise<readonly Told[]> {
  const number = (): Promise<number> => page.evaluate<number>("window.told.length");
  await expect.poll(number, { timeout: 90_000 }).toBeGreaterThanOrEqual(count);
  return page.evaluate<Told[]>("window.told");
}

/** The run that all places have to give, to the bit: a slider-crank with a knob turned, to t = 1 s. */
export async function sliderCrank() {
  const folder = resolve(import.meta.dirname, "..", "..", "web", "models");
  const read = (name: string): string => readFileSync(join(folder, `${name}.porthos.json`), "utf8");
  const files = Object.fromEntries(
    ["crank", "rod-slider"].map((name) => [`${name}.porthos.json`, read(name)]),
  );
  const library = (await import(
    join(inBuild("dist"), "index.js")
  )) as typeof import("../../bindings/js/index");
  const column = "crank.phi1";
  const model = await library.load(read("slider-crank"), { files });
  const expected = model.run({ until: 1, set: { omega_0: 5 } }).final[column] ?? NaN;
  expect(expected).toBeGreaterThan(1);
  return {
    folder,
    column,
    expected,
    link: "model=slider-crank&until=1&set=omega_0:5",
    script: '<script type="module" src="/dist/element.js"></script>',
    element: (more = "") =>
      `<porthos-sim src="/models/slider-crank.porthos.json" set="omega_0: 5" until="1" ${more}></porthos-sim>`,
  };
}
