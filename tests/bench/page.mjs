// Waiting times on the built page (build/web), in headless Chromium with a new profile for each
// page, from a server that has answered before; and the work of the page's thread per frame while a
// figure moves.
import { launchBrowser, servePage } from "../../tools/browser.mjs";
import { frames } from "./frames.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Time in which a browser opens a window for a new profile and draws its own bars, ms. */
const opening = 1500;

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/** ms from the start of the navigation until `ready` (in the page) is true. */
async function waited(/** @type {Page} */ page, /** @type {() => boolean} */ ready) {
  await page.waitForFunction(ready, undefined, { polling: "raf", timeout: 60_000 });
  return page.evaluate(() => performance.now());
}

/** A figure is drawn, and its time proceeds. */
const moves = () => (document.querySelector("porthos-sim")?.time ?? 0) > 0;
const isListed = () => document.querySelector(".card") !== null;
const hasEnded = () =>
  /finished|failed/.test(document.querySelector("main")?.dataset["status"] ?? "");

/** ms from the change of a knob to the end of its run. */
const knob = (/** @type {Page} */ page) =>
  page.evaluate(async () => {
    const sim = document.querySelector("porthos-sim");
    const start = performance.now();
    await sim?.set({ "crank.I_1A": 0.2 });
    return performance.now() - start;
  });

/**
 * Means per frame over three seconds of a moving figure: the processor time of the page's thread
 * for scripts, styles and layout, and for everything, ms; and the time between two frames.
 */
async function work(/** @type {Page} */ page) {
  const system = await page.context().newCDPSession(page);
  await system.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await system.send("Performance.getMetrics");
    const of = (/** @type {string} */ name) =>
      1000 * (metrics.find((m) => m.name === name)?.value ?? NaN);
    return {
      work: of("ScriptDuration") + of("LayoutDuration") + of("RecalcStyleDuration"),
      all: of("TaskDuration"),
    };
  };
  const [before, start] = [await busy(), performance.now()];
  const rate = await frames(page);
  const count = (rate * (performance.now() - start)) / 1000;
  const after = await busy();
  return {
    frames: rate,
    work: (after.work - before.work) / count,
    all: (after.all - before.all) / count,
  };
}

/**
 * @param {object} options
 * @param {number} options.pages
 */
export async function measure({ pages }) {
  const server = await servePage();
  const browser = await launchBrowser();
  /** @type {{ [what: string]: number[] }} */
  const times = { list: [], picture: [], knob: [], work: [], all: [], frames: [] };
  const open = async (/** @type {string} */ hash) => {
    const page = await (await browser.newContext()).newPage();
    await page.waitForTimeout(opening);
    await page.goto(server.url + hash, { waitUntil: "commit" });
    return page;
  };
  for (let count = -1; count < pages; ++count) {
    const list = await open("");
    const listed = await waited(list, isListed);
    await list.context().close();

    const figure = await open("#model=slider-crank&play=1");
    const picture = await waited(figure, moves);
    await waited(figure, hasEnded);
    const changed = await knob(figure);
    await figure.evaluate(() => document.querySelector("porthos-sim")?.play());
    const playing = await work(figure);
    await figure.context().close();
    if (count < 0) continue; // the first visit warms up server and browser
    times["list"]?.push(listed);
    times["picture"]?.push(picture);
    times["knob"]?.push(changed);
    times["work"]?.push(playing.work);
    times["all"]?.push(playing.all);
    times["frames"]?.push(playing.frames);
  }
  // With computed data: a million rows, and a spatial figure.
  for (const [name, hash] of [
    ["long", "#model=double-pendulum&step=0.001&until=1000&play=1"],
    ["space", "#model=heavy-top&play=1"],
  ]) {
    const page = await open(hash);
    await waited(page, hasEnded);
    await page.waitForTimeout(2000);
    await page.evaluate(() => document.querySelector("porthos-sim")?.play());
    const playing = await work(page);
    times[`${name}Frames`] = [playing.frames];
    times[`${name}Work`] = [playing.work];
    await page.context().close();
  }
  await browser.close();
  await server.close();
  return Object.fromEntries(Object.entries(times).map(([what, found]) => [what, median(found)]));
}

/** @typedef {Awaited<ReturnType<typeof measure>>} Results */

/** @param {Results} found @returns {import("./tables.mjs").Tables} */
export const tables = ({ all, frames, longFrames, spaceFrames }) => ({
  "The page": [
    ["what", "found"],
    [
      "frames per second of the slider-crank, without a graphics processor",
      frames?.toFixed(1) ?? "",
    ],
    ["the same of a run of a million rows (double pendulum)", longFrames?.toFixed(1) ?? ""],
    ["the same of a figure in space (heavy top)", spaceFrames?.toFixed(1) ?? ""],
    [
      "processor time of the page's thread in a frame, painting included, ms",
      all?.toFixed(1) ?? "",
    ],
  ],
});

/** @param {Results} found */
export const bars = (found) =>
  [
    {
      what: "the list of the gallery, ms after the start of the navigation",
      key: "list",
      most: 300,
    },
    { what: "the first moving picture of the slider-crank, ms", key: "picture", most: 1000 },
    { what: "from a knob to the finished run of the slider-crank, ms", key: "knob", most: 300 },
    { what: "work of the page's thread in a frame, ms of processor time", key: "work", most: 8 },
    { what: "the same of a run of a million rows", key: "longWork", most: 8 },
    { what: "the same of a figure in space", key: "spaceWork", most: 8 },
  ].map(({ what, key, most }) => ({
    what: `${what}, at most ${most}`,
    found: found[key]?.toFixed(1) ?? "",
    kept: (found[key] ?? NaN) <= most,
  }));
