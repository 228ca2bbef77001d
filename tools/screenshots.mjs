// npm run screenshots [-- --look] [-- NAME…]: pictures of the built page (build it first).
//   without options   docs/images: one picture per model, and porthos.png for the README
//   --posters         web/public/posters: the pictures of the gallery's cards, light and dark
//   --steps           docs/images/draw-steps.svg: the six steps of "Draw a mechanism"
//   --look            build/screenshots: every model and the states of a page, on six screens,
//   light, dark and in
//                     forced colours; and contact sheets of them. The names `light`, `dark` and `forced` restrict
//                     the themes
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser, servePage } from "./browser.mjs";
import { drawSteps } from "./draw-steps.mjs";
import { inBuild, root } from "./run.mjs";

const suffix = ".porthos.json";
const words = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const all = readdirSync(join(root, "web", "models"))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));
const named = all.filter((name) => words.includes(name));
const models = named.length > 0 ? named : all;
// All posters together may have 500 kB.
const poster = { width: 360, qualities: [0.6, 0.5, 0.4, 0.3, 0.2], bytes: 3000 };
const moment = 3.4; // s; by then every model has left its start

const desktop = { viewport: { width: 1440, height: 900 }, colorScheme: "light" };
const themes = {
  light: desktop,
  dark: { ...desktop, colorScheme: "dark" },
  forced: { ...desktop, forcedColors: "active" },
};
const screens = ["1440x900", "1280x720", "820x1180", "844x390", "390x844", "320x568"];
// The states of a page besides running models: the ends of their addresses.
const states = {
  gallery: "",
  unknown: "#model=perpetuum-mobile",
  question: "?model=https://example.org/model.json",
  failed: "#model=gyroscope-euler&set=spin:0,tilt:1.2,nudge:4,torque:0.1",
};
const sheet = { columns: 4, rows: 2 };

const server = await servePage();
const browser = await launchBrowser();

// Opens an address with reduced motion, so that a picture shows the requested moment.
async function open(device, hash) {
  const context = await browser.newContext({ ...device, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(server.url + hash);
  return page;
}

async function openModel(device, name) {
  const page = await open(device, `#model=${name}&t=${moment}`);
  await page
    .locator("main[data-status=finished], main[data-status=failed]")
    .waitFor({ timeout: 120_000 });
  await page.waitForTimeout(700); // the traces follow a moment later
  return page;
}

async function openGallery(device) {
  const page = await open(device, "");
  await page.locator(".card").first().waitFor();
  for (const card of await page.locator(".card").all()) {
    await card.scrollIntoViewIfNeeded();
    await card.locator(".card-note").waitFor({ state: "detached", timeout: 60_000 });
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(300);
  return page;
}

// Posters are the canvases of the cards. A card paints its canvas when the pointer enters it.
async function drawPosters() {
  const folder = join(root, "web", "public", "posters");
  mkdirSync(folder, { recursive: true });
  for (const theme of ["light", "dark"]) {
    const context = await browser.newContext({
      viewport: desktop.viewport,
      colorScheme: theme,
    });
    const page = await context.newPage();
    await page.goto(server.url);
    for (const name of models) {
      const card = page.locator(".card").filter({ has: page.locator(`[href="#model=${name}"]`) });
      await card.scrollIntoViewIfNeeded();
      await card.hover();
      await page.waitForFunction(
        (found) => found.width > 300,
        await card.locator("canvas").elementHandle(),
      );
      await page.mouse.move(0, 0);
      await page.waitForTimeout(300);
      const data = await card.locator("canvas").evaluate(encode, poster);
      writeFileSync(join(folder, `${name}.${theme}.webp`), Buffer.from(data, "base64"));
    }
    await context.close();
  }
}

// In the page: encodes a canvas on the background of its frame as WebP in base64, with the highest
// quality that fits into the limit of bytes.
function encode(canvas, { width, qualities, bytes }) {
  const small = document.createElement("canvas");
  small.width = width;
  small.height = Math.round((width * canvas.height) / canvas.width);
  const context = small.getContext("2d");
  context.fillStyle = getComputedStyle(canvas.parentElement).backgroundColor;
  context.fillRect(0, 0, small.width, small.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const encoded = qualities.map((quality) => small.toDataURL("image/webp", quality).split(",")[1]);
  return encoded.find((data) => data.length * 0.75 <= bytes) ?? encoded.at(-1);
}

// Takes pictures of a model or a state on all screens.
async function lookAt(theme, device, name) {
  const page = name in states ? await open(device, states[name]) : await openModel(device, name);
  if (name in states) await page.waitForTimeout(2500);
  for (const screen of screens) {
    const [width, height] = screen.split("x").map(Number);
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(500);
    const path = inBuild("screenshots", `${theme}-${screen}`, `${name}.jpg`);
    await page.screenshot({ path, type: "jpeg", quality: 80 });
  }
  await page.context().close();
}

// Puts the pictures of one theme and screen on contact sheets.
async function drawSheets(folder, names) {
  const page = await (
    await browser.newContext({ viewport: { width: 1800, height: 900 } })
  ).newPage();
  const count = sheet.columns * sheet.rows;
  for (let first = 0; first < names.length; first += count) {
    const figures = names.slice(first, first + count).map((name) => {
      const data = readFileSync(inBuild("screenshots", folder, `${name}.jpg`), "base64");
      return `<figure><img src="data:image/jpeg;base64,${data}"><figcaption>${name}</figcaption></figure>`;
    });
    const style = `body { display: grid; grid-template-columns: repeat(${sheet.columns}, 1fr); gap: 8px; margin: 8px; align-content: start }
      figure { margin: 0; font: 12px sans-serif } img { width: 100%; border: 1px solid #999 }`;
    await page.setContent(`<style>${style}</style>${figures.join("")}`);
    const path = inBuild("screenshots", `${folder}-${1 + first / count}.png`);
    await page.screenshot({ path, fullPage: true });
    console.log(path);
  }
  await page.context().close();
}

async function save(page, path, options = {}) {
  await page.screenshot({ path, ...options });
  await page.context().close();
  console.log(path);
}

if (process.argv.includes("--posters")) {
  await drawPosters();
} else if (process.argv.includes("--steps")) {
  const page = await open({ ...desktop, viewport: { width: 1280, height: 860 } }, "");
  await drawSteps(page);
  await page.context().close();
} else if (process.argv.includes("--look")) {
  const chosen = Object.entries(themes).filter(([theme]) => words.includes(theme));
  for (const [theme, device] of chosen.length > 0 ? chosen : Object.entries(themes)) {
    for (const screen of screens)
      mkdirSync(inBuild("screenshots", `${theme}-${screen}`), { recursive: true });
    const left = [...(named.length === 0 ? Object.keys(states) : []), ...models];
    const shown = [...left];
    const workers = Array.from({ length: 2 }, async () => {
      for (let name = left.shift(); name !== undefined; name = left.shift())
        await lookAt(theme, device, name);
    });
    await Promise.all(workers);
    for (const screen of screens) await drawSheets(`${theme}-${screen}`, shown);
  }
} else {
  const folder = join(root, "docs", "images");
  mkdirSync(folder, { recursive: true });
  for (const name of models)
    await save(await openModel(desktop, name), join(folder, `${name}.png`));
  if (named.length === 0) await save(await openGallery(desktop), join(folder, "porthos.png"));
}

await browser.close();
await server.close();
