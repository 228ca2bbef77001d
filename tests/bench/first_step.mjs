// Waiting times from the start of a new page, or of a new process of Node, until the script of the
// library is loaded, the engine is created, and the first step of the gyroscope is done.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { launchBrowser } from "../../tools/browser.mjs";
import { output } from "../../tools/run.mjs";

const root = join(import.meta.dirname, "..", "..");
const model = readFileSync(
  join(root, "web", "models", "gyroscope-quaternion.porthos.json"),
  "utf8",
);
const entries = {
  inline: { file: "index.js", kind: "inside the module" },
  file: { file: "wasm.js", kind: "in a separate file" },
};

/** @param {string} from */
const script = (from) => `
  import { load, version } from ${JSON.stringify(from)};
  const script = performance.now(); // imports come first
  await version();
  const engine = performance.now();
  const model = await load(${JSON.stringify(model)});
  const run = model.start();
  run.advance(1);
  const first = performance.now();`;

/** @type {{ [extension: string]: string }} */
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

/** @typedef {{ script: number, engine: number, first: number }} Times */

/**
 * @param {string} kind
 * @param {Times[]} times
 */
const medians = (kind, times) => ({
  kind,
  script: median(times.map(({ script }) => script)),
  engine: median(times.map(({ engine }) => engine)),
  first: median(times.map(({ first }) => first)),
  firstAfterScript: median(times.map(({ script, first }) => first - script)),
  slowest: Math.max(...times.map(({ first }) => first)),
});

/**
 * In headless Chromium, in ms since the navigation started, with a new profile for each page.
 * @param {number} pages
 */
export async function inBrowser(pages) {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const entry = /^\/(inline|file)$/.exec(path)?.[1];
    if (entry) {
      const from = `./dist/${entries[/** @type {"inline" | "file"} */ (entry)].file}`;
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><link rel="icon" href="data:,"><script type="module">
        ${script(from)}
        window.times = { script, engine, first };</script>`);
      return;
    }
    const file = join(root, "build", path);
    response.setHeader("content-type", types[extname(file)] ?? "text/plain");
    response.end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const browser = await launchBrowser();
  /** @type {{ [entry: string]: ReturnType<typeof medians> }} */
  const found = {};
  for (const [entry, { kind }] of Object.entries(entries)) {
    const times = [];
    for (let i = 0; i < pages; i++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${address.port}/${entry}`);
      const result = await page.waitForFunction(() => Reflect.get(window, "times"));
      times.push(/** @type {Times} */ (await result.jsonValue()));
      await context.close();
    }
    found[entry] = medians(kind, times);
  }
  await browser.close();
  server.close();
  return found;
}

/**
 * In Node, in ms since the process started, which itself takes about 40 ms.
 * @param {number} processes
 */
export function inNode(processes) {
  /** @type {{ [entry: string]: ReturnType<typeof medians> }} */
  const found = {};
  for (const [entry, { file, kind }] of Object.entries(entries)) {
    const code = `${script(`file://${join(root, "build", "dist", file)}`)}
      console.log(JSON.stringify({ script, engine, first }));`;
    const times = [];
    for (let i = 0; i < processes; i++)
      times.push(JSON.parse(output("node", ["--input-type=module", "-e", code])));
    found[entry] = medians(kind, times);
  }
  return found;
}
