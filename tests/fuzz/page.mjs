// node tests/fuzz/page.mjs --seconds N --seed S [--corpus DIR]: opens the built page (build/web) in
// Chromium with hostile links, four at a time. It reports links that ran a script, contacted an
// address, broke the page, blocked it for longer than 5 s or made it show a number that is not
// finite. The files in DIR contain links of old findings, one per line. The last line counts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deflateRawSync } from "node:zlib";
import { launchBrowser, servePage } from "../../tools/browser.mjs";
import { root } from "../../tools/run.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    corpus: { type: "string" },
  },
});
const mostSilence = 5000; // ms

// mulberry32: the same seed gives the same links everywhere.
let state = Number(values.seed) >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const below = (/** @type {number} */ count) => Math.floor(random() * count);
/** @template Item @param {readonly Item[]} items @returns {Item} */
const one = (items) => /** @type {Item} */ (items[below(items.length)]);

const folder = join(root, "web", "models");
const models = readdirSync(folder)
  .filter((name) => name.endsWith(".porthos.json"))
  .map((name) => name.replace(".porthos.json", ""));
const texts = models.map((name) => readFileSync(join(folder, `${name}.porthos.json`), "utf8"));

const evil = [
  "<img src=x onerror=window.broken=1>",
  "<script>window.broken=1</script>",
  '"><svg onload=window.broken=1>',
  "javascript:window.broken=1",
  "[x](javascript:window.broken=1)",
  "![x](http://127.0.0.1:9/x.png)",
  "\\href{javascript:window.broken=1}{x}",
  "\\includegraphics{http://127.0.0.1:9/x.png}",
  "$\\text{<img src=x onerror=window.broken=1>}$",
  "http://127.0.0.1:9/x.json",
  "../../../etc/passwd",
  "__proto__",
  "constructor",
  "\u202e\u0000\ud800",
  "%00%ff%",
  "x".repeat(5000),
];
const numbers = [
  "0",
  "-1",
  "1e-300",
  "1e300",
  "1e999",
  "NaN",
  "Infinity",
  "4294967296",
  "0x10",
  "1e6",
  "",
];
const word = () => one([...evil, ...numbers, "m:2", "t", "gauss(2)", "dop853", one(models)]);

/** A model's text with a few places exchanged. */
function mutated(/** @type {string} */ text) {
  let changed = text;
  for (let times = 1 + below(4); times > 0; --times) {
    const strings = [...changed.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*/g)];
    if (strings.length === 0) break;
    const place = one(strings);
    const kind = random();
    const by =
      kind < 0.4
        ? JSON.stringify(word())
        : kind < 0.7
          ? one(["0", "-1", "1e308", "1e-308", "1e8", "[]", "{}", "null"])
          : one(strings)[0];
    changed = changed.slice(0, place.index) + by + changed.slice(place.index + place[0].length);
  }
  return changed;
}

const pack = (/** @type {string | Buffer} */ text) => deflateRawSync(text).toString("base64url");

function packed() {
  const kind = random();
  if (kind < 0.75) return pack(mutated(one(texts)));
  if (kind < 0.85) return pack(one(evil));
  if (kind < 0.9) return pack(Buffer.alloc(5_000_000, 0x20)); // small when packed
  if (kind < 0.95) return pack(one(texts)).slice(0, 40 + below(200));
  return one(evil);
}

function hostileLink() {
  const parts = new URLSearchParams();
  parts.set("model", random() < 0.85 ? one(models) : word());
  if (random() < 0.6) parts.set("text", packed());
  for (const key of ["set", "method", "step", "until", "t", "in.M_ext", "play", "v", word()])
    if (random() < 0.15) parts.set(key, word());
  // Long runs are no fault; here they would only delay others.
  if (!parts.has("until")) parts.set("until", "0.5");
  let link = `#${parts}`;
  if (random() < 0.1)
    link = link.slice(0, below(link.length)) + one(evil) + link.slice(below(link.length));
  return link;
}

const old =
  values.corpus === undefined
    ? []
    : readdirSync(values.corpus)
        .sort()
        .flatMap((name) => readFileSync(join(values.corpus ?? "", name), "utf8").split("\n"))
        .filter((line) => line.startsWith("#"));

const server = await servePage();
const browser = await launchBrowser();
// One context for all: a link may not leave anything behind that breaks a later one either.
const context = await browser.newContext({ reducedMotion: "reduce" });
const atOnce = 4;
const end = Date.now() + 1000 * Number(values.seconds);

/** @returns {Promise<string[]>} what went wrong with one link */
async function visit(/** @type {string} */ link) {
  /** @type {string[]} */ const faults = [];
  const page = await context.newPage();
  try {
    page.on("pageerror", (error) => faults.push(`an exception: ${error}`));
    page.on("crash", () => faults.push("the page crashed"));
    page.on("dialog", (dialog) => {
      faults.push("a dialog");
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!/^(blob|data):/.test(url) && !url.startsWith(server.url))
        faults.push(`asked for ${url}`);
    });
    await page.goto(server.url + link, { waitUntil: "commit" });
    // Pieces of its thread that take longer than the bound are silence to whoever looks.
    const answer = () =>
      Promise.race([
        page.evaluate(() => ({
          isBroken: "broken" in window,
          text: document.body?.innerText ?? "",
        })),
        new Promise((resolve) => setTimeout(resolve, mostSilence, undefined)),
      ]);
    for (let looks = 0; looks < 2; ++looks) {
      const found = /** @type {{ isBroken: boolean, text: string } | undefined} */ (await answer());
      if (!found) {
        faults.push(`no answer within ${mostSilence} ms`);
        break;
      }
      if (found.isBroken) faults.push("a script of the link ran");
      if (/Aborted\(|RuntimeError|\bundefined\b|\[object /.test(found.text))
        faults.push(
          `shows "${/.{0,40}(Aborted\(|RuntimeError|undefined|\[object ).{0,40}/.exec(found.text)?.[0]}"`,
        );
      await page.waitForTimeout(300);
    }
  } catch (error) {
    faults.push(String(error).split("\n")[0] ?? "");
  } finally {
    await page.close();
  }
  return faults;
}

let [tried, broken] = [0, 0];
const waiting = [...old];
async function visitAll() {
  for (;;) {
    const link = waiting.shift() ?? (Date.now() < end ? hostileLink() : undefined);
    if (link === undefined) return;
    report(link, await visit(link));
  }
}
await Promise.all(Array.from({ length: atOnce }, visitAll));
function report(/** @type {string} */ link, /** @type {string[]} */ faults) {
  ++tried;
  if (faults.length === 0) return;
  ++broken;
  console.log(`${[...new Set(faults)].join("; ")}\n${link}`);
}
await browser.close();
await server.close();
console.log(
  `${tried} links (${old.length} old), ${broken} of them with faults, seed ${values.seed}`,
);
process.exitCode = broken > 0 ? 1 : 0;
