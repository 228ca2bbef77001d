// node tests/bench/long-page.mjs [--model NAME] [--rows N] [--minutes M]: opens the built page (build/web) on a run of very many
// rows and keeps it open; tells every ten seconds, and at its end, what the page's process takes of memory and how
// many frames it draws in a second, beside those that an idle page draws next, in a browser of its own: a machine that does
// other things besides has fewer to give to both. Exit code 1 where it takes 500 MB or more, or draws fewer than 0.8
// of the frames of the idle one.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { launchBrowser, servePage } from "../../tools/browser.mjs";

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
const browser = await launchBrowser();
const system = await browser.newBrowserCDPSession();
const page = await (await browser.newContext()).newPage();
const idleBrowser = await launchBrowser();
const idlePage = await (await idleBrowser.newContext()).newPage();

/** Memory of all processes that draw and compute pages, MB: resident, without what they share. */
async function memory() {
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer");
  return Math.max(
    ...pages.map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
    }),
  );
}

/** Frames that the page draws in a second, over three of them. */
const frames = (/** @type {typeof page} */ of) =>
  of.evaluate(
    () =>
      new Promise((/** @type {(rate: number) => void} */ resolve) => {
        const start = performance.now();
        let count = 0;
        const draw = () => {
          ++count;
          const taken = performance.now() - start;
          if (taken > 3000) resolve((1000 * count) / taken);
          else requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
      }),
  );

await idlePage.goto(`${server.url}#model=${values.model}`);
await page.goto(`${server.url}#model=${values.model}&step=${step}&until=${rows * step}&play=1`);

await page.locator("porthos-sim").waitFor(); // the model is open
const end = Date.now() + 60_000 * minutes;
let [most, sum, idle] = [0, 0, 0];
while (Date.now() < end) {
  await page.waitForTimeout(4000);
  const [rate, beside, used] = [await frames(page), await frames(idlePage), await memory()];
  most = Math.max(most, used);
  sum += rate;
  idle += beside;
  const left = Math.round((end - Date.now()) / 1000);
  console.log(
    `${left} s left: ${rate.toFixed(1)} frames/s, idle ${beside.toFixed(1)}, ${used.toFixed(0)} MB`,
  );
}
// What the page says of its rows: how many have been computed, and how many of them it keeps.
await page.getByText("Data", { exact: true }).first().click();
await page.waitForTimeout(1000);
const rowsTold = await page.evaluate(
  () => /[\d,]+ rows[^.]*\./.exec(document.body.innerText)?.[0].trim() ?? "nothing of rows",
);
console.log(rowsTold);
await browser.close();
await idleBrowser.close();
await server.close();
const share = sum / idle;
console.log(
  `${rows} rows, ${minutes} min: at most ${most.toFixed(0)} MB, ${share.toFixed(2)} of the frames of an idle page`,
);
process.exitCode = most < mostMemory && share > 0.8 ? 0 : 1;
