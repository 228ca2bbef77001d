// node tests/bench/long-page.mjs [--model NAME] [--rows N] [--minutes M]: opens the built page
// (build/web) with a run of very many rows and keeps it open. Every ten seconds, and at the end, it
// prints the memory of the page's process and its frames per second. Before and after, it measures
// an idle page that plays the same motion and computes nothing. Exit code 1 if the long run takes
// 500 MB or more, or draws fewer than 0.8 of the frames of the idle page.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
/** @typedef {import("playwright-core").CDPSession} CDPSession */
/** @typedef {import("playwright-core").Page} Page */
import { launchBrowser, servePage } from "../../tools/browser.mjs";
import { frames } from "./frames.mjs";

const { values } = parseArgs({
  options: {
    model: { type: "string", default: "double-pendulum" },
    rows: { type: "string", default: "10000000" },
    minutes: { type: "string", default: "60" },
  },
});
const [rows, minutes] = [Number(values.rows), Number(values.minutes)];
const mostMemory = 500; // MB
const step = 0.001; // s

const server = await servePage();

/** Memory of all processes of pages, MB: resident, without shared memory. */
async function memory(/** @type {CDPSession} */ system) {
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(
    ...pages.map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
    }),
  );
}

/** A browser with one page that plays the first `count` rows. */
async function open(/** @type {number} */ count) {
  const browser = await launchBrowser();
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${server.url}#model=${values.model}&step=${step}&until=${count * step}&play=1`);
  await page.locator("porthos-sim").waitFor(); // the model is open
  return { browser, page };
}

/** Frames per second of the idle page, some time after it was opened. */
async function idleFrames() {
  const { browser, page } = await open(100_000);
  await page.waitForTimeout(15_000); // until its rows are computed and a slow machine has reduced its resolution
  let sum = 0;
  for (let count = 0; count < 5; ++count) sum += await frames(page);
  await browser.close();
  return sum / 5;
}

const before = await idleFrames();
console.log(`idle: ${before.toFixed(1)} frames/s`);
const { browser, page } = await open(rows);
const system = await browser.newBrowserCDPSession();
const end = Date.now() + 60_000 * minutes;
let [most, sum, count] = [0, 0, 0];
while (Date.now() < end) {
  await page.waitForTimeout(7000);
  const [rate, used] = [await frames(page), await memory(system)];
  most = Math.max(most, used);
  sum += rate;
  ++count;
  const left = Math.round((end - Date.now()) / 1000);
  console.log(`${left} s left: ${rate.toFixed(1)} frames/s, ${used.toFixed(0)} MB`);
}
// The page reports how many rows were computed and how many are kept.
const told = await page.locator("p.summary").allTextContents();
console.log(told.find((text) => /rows computed/.test(text)) ?? "nothing of rows");
await browser.close();
const after = await idleFrames();
await server.close();
const share = sum / count / ((before + after) / 2);
console.log(
  `${rows} rows, ${minutes} min: at most ${most.toFixed(0)} MB, ${(sum / count).toFixed(1)} frames/s; ` +
    `an idle page ${before.toFixed(1)} before and ${after.toFixed(1)} after: ${share.toFixed(2)} of it`,
);
process.exitCode = most < mostMemory && share > 0.8 ? 0 : 1;
