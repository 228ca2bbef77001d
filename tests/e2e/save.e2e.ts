// Saving: a picture with the traces, a video, the table, the text.
import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { load } from "../lib/built.js";
import { noViolations, settled, usePage, violationsInBothThemes } from "./support";

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

/**
 * The duration of a video, s. What a browser records has its length in no header, so the video is searched for
 * a time beyond its end. (The page itself may load nothing.)
 */
async function secondsOf(page: Page, film: Buffer): Promise<number> {
  const cinema = await page.context().newPage();
  const duration = await cinema.evaluate(async (data) => {
    const video = document.createElement("video");
    const kind = data.startsWith("GkXf") ? "video/webm" : "video/mp4"; // EBML or MP4
    const known = new Promise<number>((resolve, reject) => {
      video.addEventListener("durationchange", () => {
        if (Number.isFinite(video.duration)) resolve(video.duration);
        else video.currentTime = 1e6; // s
      });
      video.addEventListener("error", () => reject(new Error(video.error?.message)));
    });
    video.src = `data:${kind};base64,${data}`;
    return known;
  }, film.toString("base64"));
  await cinema.close();
  return duration;
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
  expect(table.trim().split("\n")).toHaveLength(2 + 201); // origin and head; 1 s in steps of 5 ms
  const text = (await saved(page, /JSON/)).toString();
  expect(JSON.parse(text)).toHaveProperty("porthos", 1);
  // All files name the text of the model.
  const digits = createHash("sha256").update(text).digest("hex").slice(0, 16);
  const origin = new RegExp(`Porthos \\d+\\.\\d+\\.\\d+, model ${digits}`);
  expect(table.split("\n")[0]).toMatch(new RegExp(`^# ${origin.source}$`));
  expect(png.toString("latin1")).toMatch(origin);
  expect((await saved(page, /Offline web page/)).toString()).toMatch(origin);

  const film = await saved(page, /Video/);
  // MP4 where the browser encodes H.264, else WebM, which begins with EBML.
  const isMp4 = film.subarray(4, 8).toString("latin1") === "ftyp";
  expect(isMp4 || film.subarray(0, 4).toString("hex") === "1a45dfa3").toBe(true);
  expect(film.length).toBeGreaterThan(5000);
  expect(film.toString("latin1")).toMatch(origin);
  if (has("ffprobe")) {
    const path = join(folder, "film");
    writeFileSync(path, film);
    const seen = execFileSync("ffprobe", [
      "-v",
      "error",
      "-show_entries",
      "format_tags:stream=codec_type",
      path,
    ]);
    expect(seen.toString()).toContain("codec_type=video");
    if (!isMp4) expect(seen.toString()).toMatch(origin);
  }
  expect(await secondsOf(page, film)).toBeGreaterThan(1); // the run, between two stills
  expect(complaints).toEqual([]);
  await close();
});

/** Opens the dialog for figures, makes its choices, and returns the saved file. */
async function figure(page: Page, choices: Readonly<Record<string, string>>): Promise<Buffer> {
  const dialog = page.getByRole("dialog", { name: /Figure for a paper/ });
  if ((await dialog.count()) === 0) {
    await page.getByRole("button", { name: /^Save/ }).click();
    await page.getByRole("button", { name: /Figure for a paper/ }).press("Enter");
  }
  for (const [name, value] of Object.entries(choices)) {
    const control = dialog.getByLabel(name);
    if (value === "check") await control.check();
    else if (/^[\d.]+$/.test(value)) await control.fill(value);
    else await control.selectOption(value);
  }
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save the figure" }).press("Enter");
  const path = join(folder, "figure");
  await (await download).saveAs(path);
  await dialog.getByText("File saved").waitFor();
  return readFileSync(path);
}

test("figures of papers are saved as SVG, PDF and PNG, and other programs open them", async () => {
  const { page, complaints, close } = await open("#model=slider-crank&until=1");
  await settled(page);
  const body = (await figure(page, { Content: "figure", Format: "svg" })).toString();
  expect(body.match(/<path/g)?.length).toBeGreaterThan(40);
  expect(body).toContain("Slider-crank, t = 0.00");
  expect(body, "its fonts are in it").toContain("data:font/woff2;base64,");
  const black = (await figure(page, { Style: "black" })).toString();
  const colors = new Set(black.match(/(?:fill|stroke)="rgb\(([^)]*)\)"/g));
  for (const color of colors) expect(color, "greys").toMatch(/\((\d+), \1, \1\)/);
  const plot = await figure(page, { Content: "energies", Style: "colour" });
  if (spawnSync("which", ["rsvg-convert"]).status === 0) {
    const picture = execFileSync("rsvg-convert", ["-w", "400"], { input: plot });
    expect(picture.readUInt32BE(16)).toBe(400);
  }
  const pdf = (await figure(page, { Format: "pdf" })).toString("latin1");
  expect(pdf).toMatch(/^%PDF-1\.5/);
  expect(pdf.match(/\/FontFile2/g)).toHaveLength(2);
  const png = await figure(page, { Format: "png", "Pixels across": "1500" });
  expect(png.readUInt32BE(16)).toBe(1500);
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  expect(complaints).toEqual([]);
  await close();
});

test("equations are saved as SVG and PDF, and other programs draw them", async () => {
  const { page, complaints, close } = await open("#model=slider-crank&until=1");
  await settled(page);
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByRole("button", { name: /Equations as a file/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Equations as a file" });
  await dialog.locator(".figure-preview img").first().waitFor();
  const save = async (name: string): Promise<string> => {
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save the equations" }).click();
    const path = join(folder, name);
    await (await download).saveAs(path);
    return path;
  };
  const svg = await save("equations.svg");
  const source = readFileSync(svg, "utf8");
  expect(source).toMatch(/<metadata>Porthos \S+, model [0-9a-f]{16}<\/metadata>/);
  expect(source).not.toContain("<text");
  await dialog.getByLabel("list of symbols").uncheck();
  const short = readFileSync(await save("short.svg"), "utf8");
  expect(short.match(/<use/g)!.length).toBeLessThan(source.match(/<use/g)!.length);
  await dialog.getByLabel("Format").selectOption("pdf");
  await dialog.locator(".figure-preview img").nth(1).waitFor();
  const pdf = await save("equations.pdf");
  expect(readFileSync(pdf, "latin1")).toMatch(/^%PDF-1\.5/);
  if (has("rsvg-convert")) {
    const picture = execFileSync("rsvg-convert", ["-w", "400", svg]);
    expect(picture.readUInt32BE(16)).toBe(400);
  }
  if (has("pdftoppm")) {
    execFileSync("pdftoppm", ["-r", "40", "-gray", pdf, join(folder, "equations")]);
    const pixels = readFileSync(join(folder, "equations-1.pgm")).subarray(15);
    expect(pixels.filter((grey) => grey < 128).length).toBeGreaterThan(500);
  }
  expect(await violationsInBothThemes(page)).toEqual(noViolations);
  expect(complaints).toEqual([]);
  await close();
});

const has = (program: string): boolean => spawnSync("which", [program]).status === 0;

test("an animation is saved as GIF, in which the crank turns", async () => {
  const { page, complaints, close } = await open("#model=slider-crank&until=1");
  await settled(page);
  const gif = await saved(page, /GIF/);
  expect(gif.subarray(0, 6).toString("latin1")).toBe("GIF89a");
  expect(gif.toString("latin1")).toMatch(/Porthos \d+\.\d+\.\d+, model [0-9a-f]{16}/);
  const { count, changes, milliseconds } = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    const pixelsOf = async (frameIndex: number) => {
      const { image } = await decoder.decode({ frameIndex });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const context = canvas.getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
      return { pixels, length: (image.duration ?? 0) / 1000 };
    };
    const [first, later] = [await pixelsOf(0), await pixelsOf(12)];
    const changes = first.pixels.filter(
      (value, k) => Math.abs(value - later.pixels[k]!) > 40,
    ).length;
    return { count, changes, milliseconds: first.length };
  }, gif.toString("base64"));
  expect(milliseconds).toBe(40);
  expect(count).toBe(25); // of a run of 1 s
  expect(changes).toBeGreaterThan(500);
  if (has("ffprobe")) {
    const path = join(folder, "run.gif");
    writeFileSync(path, gif);
    const words = ["-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames"];
    expect(execFileSync("ffprobe", [...words, path], { encoding: "utf8" })).toContain("=25");
  }
  expect(complaints).toEqual([]);
  await close();
});

test("a figure in space is saved with a transparent background", async () => {
  const { page, close } = await open("#model=heavy-top&until=0.1");
  await settled(page);
  const png = await figure(page, { "transparent background": "check", "Pixels across": "600" });
  const [corner, middle] = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const { data: pixels } = context!.getImageData(0, 0, image.width, image.height);
    let most = 0;
    for (let k = 3; k < pixels.length; k += 4) most = Math.max(most, pixels[k] ?? 0);
    return [pixels[3], most, image.width] as const;
  }, png.toString("base64"));
  expect(png.readUInt32BE(16)).toBe(600);
  expect(corner).toBe(0);
  expect(middle).toBe(255);
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
  expect((await saved(page, /JSON/)).toString()).toMatch(/\{\}\n$/);
  await close();
});
