// npm run screenshots [-- --look] [-- NAME…]: pictures of the built page (build it first).
//   without options   docs/images: one picture per model, and porthos.png for the README
//   --posters         web/public/posters: the pictures of the gallery's cards, light and dark
//   --look            build/screenshots: every model on a desktop, a phone and in the dark, whole page
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchBrowser, servePage } from "./browser.mjs";
import { inBuild, root } from "./run.mjs";

const suffix = ".porthos.json";
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const models = readdirSync(join(root, "web", "models"))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
  .filter((name) => names.length === 0 || names.includes(name));
// All together are to be at most 400 kB.
const poster = { width: 360, qualities: [0.6, 0.5, 0.4, 0.3, 0.2], bytes: 3400 };
const moment = 3.4; // s, by then every model has left its start

const devices = {
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
};

const server = await servePage();
const browser = await launchBrowser();

// Opens an address with motion reduced, so that pictures are of the moment that is asked for.
async function open(device, hash) {
  const context = await browser.newContext({ ...device, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(server.url + hash);
  return page;
}

async function openModel(device, name) {
  const page = await open(device, `#model=${name}&t=${moment}`);
  await page.locator("main[data-status=finished], main[data-status=failed]").waitFor();
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

// Posters are the cards' own canvases, which a card paints once the pointer has been on it.
async function drawPosters() {
  const folder = join(root, "web", "public", "posters");
  mkdirSync(folder, { recursive: true });
  for (const theme of ["light", "dark"]) {
    const context = await browser.newContext({
      viewport: devices.desktop.viewport,
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

// In the page: a canvas on the ground of its frame as WebP, in base64, of the highest of the qualities with which it
// is at most so many bytes.
function encode(canvas, { width, qualities, bytes }) {
  const small = document.createElement("canvas");
  small.width = width;
  small.height = Math.round((width * canvas.height) / canvas.width);
  const context = small.getContext("2d");
  context.fillStyle = getComputedStyle(canvas.parentElement).backgroundColor;
  context.fillRect(0, 0, small.width, small.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const all = qualities.map((quality) => small.toDataURL("image/webp", quality).split(",")[1]);
  return all.find((data) => data.length * 0.75 <= bytes) ?? all.at(-1);
}

async function save(page, path, options = {}) {
  await page.screenshot({ path, ...options });
  await page.context().close();
  console.log(path);
}

if (process.argv.includes("--posters")) {
  await drawPosters();
} else if (process.argv.includes("--look")) {
  for (const [kind, device] of Object.entries(devices)) {
    const folder = inBuild("screenshots", kind);
    mkdirSync(folder, { recursive: true });
    await save(await openGallery(device), join(folder, "gallery.png"), { fullPage: true });
    for (const name of models)
      await save(await openModel(device, name), join(folder, `${name}.png`), { fullPage: true });
  }
} else {
  const folder = join(root, "docs", "images");
  mkdirSync(folder, { recursive: true });
  for (const name of models)
    await save(await openModel(devices.desktop, name), join(folder, `${name}.png`));
  if (names.length === 0)
    await save(await openGallery(devices.desktop), join(folder, "porthos.png"));
}

await browser.close();
await server.close();
