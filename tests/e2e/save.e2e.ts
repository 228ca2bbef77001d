// Saving: a picture with the traces, a video, the table, the text.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { load } from "../lib/built.js";
import { settled, usePage } from "./support";

const open = usePage();
const folder = mkdtempSync(join(tmpdir(), "porthos-save-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function saved(page: Page, item: RegExp): Promise<Buffer> {
  const download = page.waitForEvent("download", { timeout: 60_000 });
  await page.getByRole("button", { name: /^Sav|^File saved/ }).click();
  await page.getByRole("button", { name: item }).click();
  const path = join(folder, "saved");
  await (await download).saveAs(path); // the browser is another process's
  return readFileSync(path);
}

/** The duration of a video that is played to its end, s. (The page itself may play nothing.) */
async function secondsOf(page: Page, film: Buffer): Promise<number> {
  const cinema = await page.context().newPage();
  return cinema.evaluate(async (data) => {
    const video = document.createElement("video");
    video.src = `data:video/webm;base64,${data}`;
    video.muted = true;
    await video.play();
    await new Promise((resolve) => video.addEventListener("ended", resolve));
    return video.currentTime;
  }, film.toString("base64"));
}

test("picture, film, table and text are saved as they are shown", async () => {
  const { page, complaints, close } = await open("#model=slider-crank&until=1");
  await settled(page);
  const png = await saved(page, /PNG/);
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  // The traces are on it: the blue of the kinetic energy, right of the figure.
  const blue = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const half = Math.round(image.width / 2);
    const { data: pixels } = context?.getImageData(half, 0, image.width - half, image.height) ?? {
      data: new Uint8ClampedArray(),
    };
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4)
      if ((pixels[i + 2] ?? 0) > 120 && (pixels[i] ?? 0) < 60) count++;
    return count;
  }, png.toString("base64"));
  expect(blue).toBeGreaterThan(100);

  const table = (await saved(page, /CSV/)).toString();
  expect(table.trim().split("\n")).toHaveLength(1 + 201); // head; 1 s in steps of 5 ms
  const text = (await saved(page, /JSON/)).toString();
  expect(JSON.parse(text)).toHaveProperty("porthos", 1);

  const film = await saved(page, /Video/);
  expect(film.subarray(0, 4).toString("hex")).toBe("1a45dfa3"); // EBML, as WebM begins
  expect(film.length).toBeGreaterThan(5000);
  expect(await secondsOf(page, film)).toBeGreaterThan(1); // the run, between two stills
  expect(complaints).toEqual([]);
  await close();
});

test("a saved text has the files and the knobs in it, and gives the same run anywhere", async () => {
  const { page, complaints, close } = await open("#model=slider-crank&until=1");
  await settled(page);
  const knob = page.getByLabel(/angular velocity of the crank at the start/).first();
  await knob.fill("5.25");
  await knob.press("Enter");
  const length = page.locator('[data-symbol="crank.l1"] input[type=number]');
  await length.fill("0.19");
  await length.press("Enter");
  await page.locator("main.workbench[data-status=finished]").waitFor();
  const text = (await saved(page, /JSON/)).toString();
  expect(text).not.toContain(".porthos.json");
  const shown = await page.evaluate<Record<string, number>>(
    `(async () => {
      const sim = document.querySelector("porthos-sim");
      await sim.seek(1);
      return (await sim.snapshot()).values;
    })()`,
  );
  const there = await load(text, { isText: true, base: "file:///nowhere/" });
  const run = there.run();
  expect(there.parameters.find(({ name }) => name === "crank.l1")?.value).toBe(0.19);
  expect(there.parameters.find(({ name }) => name === "omega_0")?.value).toBe(5.25);
  expect(run.final["t"]).toBeCloseTo(1, 12);
  expect(shown).toEqual(run.final);
  expect(complaints).toEqual([]);
  await close();
});

test("a text with errors is saved as it stands", async () => {
  const { page, close } = await open("#model=crank");
  await settled(page);
  await page.getByRole("tab", { name: "Model text" }).click();
  await page.getByLabel("Model text, JSON").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("{");
  await page.locator("main.workbench[data-status=refused]").waitFor();
  expect((await saved(page, /JSON/)).toString()).toMatch(/\{\}$/);
  await close();
});
